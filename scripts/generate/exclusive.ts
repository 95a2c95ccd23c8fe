import type { Document, Json, Schema } from './document.js'

type Schemas = Document['components']['schemas']

/**
 * Forbids by name, in each alternative of a `oneOf`, the fields that only another one lists. A closed alternative
 * refuses them anyway, so the document need not say it, and generators that cannot read the schema `false` can read
 * the document; but TypeScript takes a union for exclusive only where each member names what it forbids.
 */
export function forbidOthers(document: Document): Document {
  const schemas: Schemas = { ...document.components.schemas }
  for (const schema of Object.values(document.components.schemas)) {
    const names = alternatives(schema).filter((name) => isClosed(schemas[name]))
    const listed = new Map(names.map((name) => [name, Object.keys(fields(schemas[name]))]))
    for (const name of names) {
      const own = fields(schemas[name])
      const others = [...listed.values()].flat().filter((field) => own[field] === undefined)
      const forbidden = Object.fromEntries(others.map((field) => [field, false]))
      schemas[name] = { ...(schemas[name] as object), properties: { ...own, ...forbidden } }
    }
  }
  return { ...document, components: { ...document.components, schemas } }
}

/** The named schemas that a `oneOf` refers to. */
function alternatives(schema: Schema): string[] {
  const members = typeof schema === 'object' ? schema['oneOf'] : undefined
  if (!Array.isArray(members)) return []
  return members.flatMap((member) => {
    const reference = (member as Record<string, Json> | null)?.['$ref']
    if (typeof reference !== 'string') return []
    return [reference.replace('#/components/schemas/', '')]
  })
}

function isClosed(schema: Schema | undefined): boolean {
  return typeof schema === 'object' && schema['additionalProperties'] === false
}

function fields(schema: Schema | undefined): Record<string, Json> {
  return ((schema as Record<string, Json> | undefined)?.['properties'] ?? {}) as Record<
    string,
    Json
  >
}
