import {
  type Document,
  isNode,
  type Json,
  type Operation,
  type Schema,
} from '../../lib/document.js'
import { mapSchemas } from '../read/answers.js'
import { namedSchemas, typeNames } from '../read/names.js'
import { inputSchema } from '../read/parameters.js'

interface Listed {
  readonly description: Json | undefined
  readonly values: readonly Json[]
}

/** Every enum of the document: by the schema's name, or by the way to it from a schema that has one. */
function enumsOf(schemas: Readonly<Record<string, Schema>>): Map<string, Listed> {
  const lists = new Map<string, Listed>()
  const look = (node: Json | Schema, place: string): void => {
    if (!isNode(node)) return
    const { description, enum: values } = node
    if (Array.isArray(values)) lists.set(place, { description, values })
    mapSchemas(node, (inner, field) => {
      look(inner, field === undefined ? place : `${place}.${field}`)
      return inner
    })
  }
  for (const [name, schema] of Object.entries(schemas)) look(schema, name)
  return lists
}

function comment(description: Json | undefined): string {
  const text = typeof description === 'string' ? description : 'What the document lists.'
  return `  /** ${text.trim().replaceAll('*/', '*\\/').replaceAll('\n', '\n   * ')} */`
}

/** The values that the document lists, for drop-downs and the like. */
export function enumsConstant(document: Document, operations: readonly Operation[]): string {
  const named = { ...document.components.schemas, ...namedSchemas(document, operations) }
  const enums = [...enumsOf(named)].map(
    ([place, { description, values }]) =>
      `${comment(description)}\n  ${JSON.stringify(place)}: ${JSON.stringify(values)},`,
  )
  return `
/**
 * The values that the document lists, by the name of their type; by the type and the field where they have no name
 * of their own. An answer may carry others.
 */
export const enums = {
${enums.join('\n')}
} as const
`
}

/** The type of \`schemas\`, and the names of the types in it. */
export function schemasType(document: Document, operations: readonly Operation[]) {
  const checked = operations.filter((operation) => inputSchema(document, operation) !== undefined)
  const inputs = checked.map((operation) => {
    const { body, parameters } = typeNames(operation)
    return { operation, types: [body, parameters].filter((name) => name !== undefined) }
  })
  const members = inputs.map(
    ({ operation, types }) =>
      `  /** What \`${operation.id}\` takes. */\n  readonly ${operation.id}: StandardSchema<${types.join(' & ')}>`,
  )
  const text = `
/** What each method takes, as a Standard Schema. */
export interface Schemas {
${members.join('\n')}
}
`
  return { text, names: [...new Set(inputs.flatMap(({ types }) => types))] }
}
