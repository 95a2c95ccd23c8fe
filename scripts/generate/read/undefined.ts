import { type Document, isNode, type Json, mapValues, type Schema } from '../../lib/document.js'
import { mapSchemas, sidesOf } from './answers.js'
import { exclusion } from './exclusive.js'

/** Marks a field whose value may be undefined. */
export const leftOut = 'x-left-out-when-undefined'

/**
 * Lets what a caller may leave out be undefined as well, since such members are not sent; under
 * `exactOptionalPropertyTypes` that is not the same. Not the caller's own reference: there it hides a mistake.
 */
export function acceptUndefined(document: Document, inputs: readonly string[] = []): Document {
  const { asked, answered } = sidesOf(document)
  const schemas = mapValues(document.components.schemas, (schema, name) => {
    const isInput = inputs.includes(name) || (asked.has(name) && !answered.has(name))
    return isInput ? (mark(schema) as Schema) : schema
  })
  return { ...document, components: { ...document.components, schemas } }
}

function mark(schema: Json): Json {
  if (!isNode(schema)) return schema
  const { properties, required = [], ...rest } = mapSchemas(schema, mark)
  if (properties === undefined || !isNode(properties))
    return schema['required'] === undefined ? rest : { ...rest, required }
  const marked = mapValues(properties, (property, name) => {
    const may = isNode(property) && !(required as string[]).includes(name)
    const stays = may && (property['x-client-reference'] === true || exclusion in property)
    return may && !stays ? { ...property, [leftOut]: true } : property
  })
  return { ...rest, required, properties: marked }
}
