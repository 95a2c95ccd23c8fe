import {
  dereference,
  type Document,
  type Examples,
  type Json,
  type Node,
  type Operation,
  type ParameterObject,
  requestSchema,
  type Schema,
  successStatus,
} from './document.js'
import { shown } from './shown.js'

type Fields = Record<string, Json>

/** One named example of an operation: what is sent and what comes back. */
export interface NamedExample {
  readonly name: string
  readonly summary: string
  /** What a method of the client is called with: parameters beside the fields of the body. */
  readonly request: Fields
  /** Absent where an answer has no content. */
  readonly response: Json | undefined
  readonly body: Fields | undefined
}

/**
 * Examples of one name make one call: the response, the body and the parameters of that name. A request that lacks a
 * part gets one that its schema shows.
 * @throws Error in a sentence instead, where examples have to be whole
 */
export function namedExamples(
  document: Document,
  operation: Operation,
  areWhole = false,
): NamedExample[] {
  const { id, parameters, requestBody, responses } = operation
  const named = (node: unknown): Examples =>
    dereference(document, (node ?? {}) as Json) as unknown as Examples
  const { content } = responses[successStatus(operation) ?? ''] ?? {}
  const answers = named(content?.['application/json']?.examples)
  const bodies = named(requestBody?.content?.['application/json']?.examples)
  if (content !== undefined && areWhole)
    for (const name of Object.keys(bodies))
      if (answers[name] === undefined)
        throw new Error(`${id}: no response example named ${name}: add it to the success response`)
  const inParameters = parameters.flatMap(({ examples }) => Object.keys(named(examples)))
  const withoutAnswer = requestBody === undefined ? inParameters : Object.keys(bodies)
  const names = content === undefined ? withoutAnswer : Object.keys(answers)
  return [...new Set(names)].map((name) => {
    const [answer, body] = [answers[name], bodies[name]]
    const instead = (schema: Schema | undefined, lack: string, advice: string): Json => {
      if (areWhole) throw new Error(`${id}: ${lack} named ${name}: ${advice}`)
      return shown(dereference(document, schema ?? {}) as Node)
    }
    const fields =
      requestBody &&
      ((body?.value ??
        instead(
          requestSchema(operation),
          'no request example',
          'add it to the request body',
        )) as Fields)
    const given = parameters.flatMap((parameter): [string, Json][] => {
      const value = exampleOf(parameter, name, named(parameter.examples))
      if (value === undefined && parameter.required !== true) return []
      const advice = 'add it to its examples, or add an example for all'
      const lack = `the parameter ${parameter.name} has no example`
      return [[parameter.name, value ?? instead(parameter.schema, lack, advice)]]
    })
    return {
      name,
      summary: body?.summary ?? answer?.summary ?? name,
      request: { ...Object.fromEntries(given), ...fields },
      response: answer?.value,
      body: fields,
    }
  })
}

/** Of the name; else the one that serves all of them. */
function exampleOf({ example, schema }: ParameterObject, name: string, named: Examples) {
  const [first] =
    (typeof schema === 'object' ? (schema['examples'] as Json[] | undefined) : []) ?? []
  return named[name]?.value ?? example ?? first
}
