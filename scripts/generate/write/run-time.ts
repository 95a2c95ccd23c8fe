import { isNode, type Json, type Node, type Operation, type Schemas } from '../../lib/document.js'
import { mapSchemas } from '../read/answers.js'
import { typeNames } from '../read/names.js'

/** Every enum of the document: by the schema's name, or by the way to it from a schema that has one. */
function enumsOf(schemas: Schemas) {
  const lists = new Map<string, Node>()
  const look = (node: Json, place: string): void => {
    if (!isNode(node)) return
    if (Array.isArray(node['enum'])) lists.set(place, node)
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
export function enumsConstant(schemas: Schemas): string {
  const enums = [...enumsOf(schemas)].map(
    ([place, { description, enum: values }]) =>
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

/** The type of `schemas`. */
export function schemasType(operations: readonly Operation[]): string {
  const members = operations.flatMap((operation) => {
    const { body, parameters } = typeNames(operation)
    const types = [body, parameters].filter((name) => name !== undefined)
    if (types.length === 0) return []
    return `  /** What \`${operation.id}\` takes. */\n  readonly ${operation.id}: StandardSchema<${types.join(' & ')}>`
  })
  return `
/** What each method takes, as a Standard Schema. */
export interface Schemas {
${members.join('\n')}
}
`
}
