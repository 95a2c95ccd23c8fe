import { type Document, membersOf, nameOf, type Schema } from '../../lib/document.js'
import { alternatives } from './parameters.js'

/**
 * Forbids by name, in each alternative of a `oneOf`, the fields that only another one lists. A closed alternative
 * refuses them anyway, so the document need not say it, and generators that cannot read the schema `false` can read
 * the document; but TypeScript takes a union for exclusive only where each member names what it forbids.
 */
export function forbidOthers(document: Document): Document {
  const schemas = { ...document.components.schemas }
  for (const schema of Object.values(document.components.schemas)) {
    const referred = alternatives(schema).flatMap((one) => nameOf(one) ?? [])
    const names = referred.filter((name) => isClosed(schemas[name]))
    const listed = names.flatMap((name) => Object.keys(membersOf(schemas[name]).properties))
    const forbidden = Object.fromEntries(listed.map((field) => [field, false]))
    for (const name of names) {
      const { properties } = membersOf(schemas[name])
      const all = { ...properties, ...forbidden, ...properties }
      schemas[name] = { ...(schemas[name] as object), properties: all }
    }
  }
  return { ...document, components: { ...document.components, schemas } }
}

const isClosed = (schema: Schema | undefined): boolean =>
  typeof schema === 'object' && schema['additionalProperties'] === false
