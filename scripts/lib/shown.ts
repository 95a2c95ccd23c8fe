import type { Json, Node } from './document.js'

/** A value that a schema shows where the document has no example of the whole. */
export function shown(schema: Node): Json {
  const { examples, enum: values, oneOf, ...own } = schema
  const [first] = ((examples ?? values) as Json[] | undefined) ?? []
  if (first !== undefined) return first
  if (Array.isArray(oneOf)) return shown({ ...own, ...(oneOf[0] as Node) })
  const { items, properties = {}, required = [], format, minimum = 1 } = own
  const [type] = [own['type']].flat().filter((one) => one !== 'null')
  const needed = Object.entries(properties as Readonly<Record<string, Node>>).filter(([name]) =>
    (required as Json[]).includes(name),
  )
  if (type === 'object') return Object.fromEntries(needed.map(([name, one]) => [name, shown(one)]))
  if (type === 'array') return items === undefined ? [] : [shown(items as Node)]
  const plain: Readonly<Record<string, Json>> = { boolean: true, integer: minimum, number: minimum }
  return plain[type as string] ?? formats[format as string] ?? 'text'
}

/** A text of each format that the client checks. */
const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  uuid: '00000000-0000-4000-8000-000000000000',
}
