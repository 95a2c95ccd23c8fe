import { dereference, type Json, type Operation } from '../../scripts/lib/document.js'
import { document, find } from './document.js'

type Fields = Record<string, Json>

/** The schemas of what an operation takes and gives, without references. */
export function resolvedBodies(id: string): (Fields | undefined)[] {
  const { requestBody, responses } = dereference(
    document,
    find(id) as unknown as Json,
  ) as unknown as Operation
  return [requestBody, responses['200']].map(
    (side) => side?.content?.['application/json']?.schema as Fields | undefined,
  )
}

/** The names of a schema's properties and the values of its enums, all the way down. */
function wordsOf(schema: Json | undefined): string[] {
  if (schema === null || typeof schema !== 'object') return []
  if (Array.isArray(schema)) return schema.flatMap(wordsOf)
  const properties = Object.entries((schema['properties'] ?? {}) as Fields)
  const own = properties.filter(([, property]) => property !== false).map(([name]) => name)
  const parts = [schema['oneOf'], schema['items'], ...properties.map(([, property]) => property)]
  return [...own, ...((schema['enum'] ?? []) as string[]), ...parts.flatMap(wordsOf)]
}
