import { type Document, nameOf, type Operation, type Schema } from '../../lib/document.js'
import { parametersSchema } from './parameters.js'
import { refusalsOf } from './refusals.js'

const typeName = ({ id }: Operation): string => id.replace(/^./, (letter) => letter.toUpperCase())

/**
 * The exported types of what an operation takes and gives. A schema keeps its name from the document; one without a
 * name is named after its operation.
 */
export function typeNames(operation: Operation) {
  const id = typeName(operation)
  const { request: body, response: data } = operation
  return {
    parameters: operation.parameters.length === 0 ? undefined : `${id}Parameters`,
    body: body === undefined ? undefined : (nameOf(body) ?? `${id}Request`),
    data: data === undefined ? undefined : (nameOf(data) ?? `${id}Response`),
  }
}

/** The type of a documented refusal. */
export const errorName = (operation: Operation, status: string, schema: Schema): string =>
  nameOf(schema) ?? `${typeName(operation)}Error${status}`

/**
 * The schemas that have no name in the document, under the names that their types get.
 * @throws Error where the document has another schema of that name.
 */
export function namedSchemas(
  document: Document,
  operations: readonly Operation[],
): Record<string, Schema> {
  const named: Record<string, Schema> = {}
  for (const operation of operations) {
    const { parameters, body, data } = typeNames(operation)
    const add = (name: string | undefined, schema: Schema | undefined): void => {
      if (name === undefined || schema === undefined || nameOf(schema) !== undefined) return
      if (Object.hasOwn(document.components.schemas, name) || Object.hasOwn(named, name))
        throw new Error(
          `${operation.place}: components.schemas.${name} has the name of a type that is made for this operation`,
        )
      named[name] = schema
    }
    const taken = parametersSchema(operation)
    const description = `What ${operation.id} takes in its path, query and headers.`
    add(parameters, taken && { description, ...taken })
    add(body, operation.request)
    add(data, operation.response)
    for (const [status, schema] of refusalsOf(operation))
      add(errorName(operation, status, schema), schema)
  }
  return named
}
