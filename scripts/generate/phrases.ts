import type { Json } from './document.js'

/** Keywords that make no value valid or invalid. */
export const annotations = new Set([
  'description',
  'title',
  'examples',
  'example',
  'default',
  'deprecated',
])

/** Keywords that have a phrase of their own below, or that hold other schemas. */
const spoken = new Set([
  'type',
  'format',
  'enum',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'oneOf',
])

/**
 * For each place of a schema, the words for "must be …", by its JSON Pointer; under `…/additionalProperties`, the
 * names of its fields. The client makes the sentences of a refused body from them.
 */
export function phrases(
  schema: Json,
  pointer = '#',
  found: Record<string, string> = {},
): Record<string, string> {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return found
  found[pointer] = phrase(schema)
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  for (const [name, property] of Object.entries(properties))
    phrases(property, `${pointer}/properties/${name}`, found)
  if (schema['additionalProperties'] === false)
    found[`${pointer}/additionalProperties`] = Object.keys(properties)
      .filter((name) => properties[name] !== false)
      .join(', ')
  phrases(schema['items'] ?? null, `${pointer}/items`, found)
  ;((schema['oneOf'] ?? []) as Json[]).forEach((branch, index) => {
    phrases(branch, `${pointer}/oneOf/${String(index)}`, found)
  })
  return found
}

function phrase(schema: Record<string, Json>): string {
  const { type, format, enum: values, oneOf } = schema
  if (typeof schema['x-expected'] === 'string') return schema['x-expected']
  if (Array.isArray(values))
    return (values.length > 1 ? 'one of ' : '') + values.map(String).join(', ')
  if (Array.isArray(oneOf)) {
    const groups = oneOf.map(
      (branch) => `(${((branch as { required?: string[] }).required ?? []).join(', ')})`,
    )
    return `an object with exactly one of ${groups.join(' or ')}`
  }
  const name = [
    ...(typeof format === 'string' ? [format] : []),
    typeof type === 'string' ? type : 'value',
  ].join(' ')
  const rest = Object.entries(schema).filter(
    ([keyword]) => !spoken.has(keyword) && !annotations.has(keyword) && !keyword.startsWith('x-'),
  )
  const rules = rest.map(([keyword, value]) => `${keyword} ${JSON.stringify(value)}`).join(', ')
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}${rules === '' ? '' : ` with ${rules}`}`
}
