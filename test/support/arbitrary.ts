import fc from 'fast-check'
import type { Json } from '../../scripts/lib/document.js'

/** Bodies near a schema: mostly valid, and now and then a wrong value, a missing or an extra field. */
export function nearlyValid(schema: Json): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 30, arbitrary: valid(schema) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )
}

/** The years that RFC 3339 can write. */
const fourDigits = { min: new Date('0000-01-01'), max: new Date('9999-12-31') }

function valid(schema: Json): fc.Arbitrary<unknown> {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return fc.jsonValue()
  if (Array.isArray(schema['oneOf'])) return fc.oneof(...schema['oneOf'].map(nearlyValid))
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum'])
  if (typeof schema['pattern'] === 'string') return fc.stringMatching(new RegExp(schema['pattern']))
  if (schema['format'] === 'date-time')
    return fc.date({ ...fourDigits, noInvalidDate: true }).map((date) => date.toISOString())
  if (schema['format'] === 'uuid') return fc.uuid()
  if (schema['type'] === 'boolean') return fc.boolean()
  if (schema['type'] === 'string') return fc.string()
  if (schema['properties'] === undefined)
    return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }))
  return object(schema)
}

function object(schema: Record<string, Json>): fc.Arbitrary<unknown> {
  const required = (schema['required'] ?? []) as string[]
  const absent = Symbol('absent')
  const members = Object.entries(schema['properties'] as Record<string, Json>).map(
    ([name, property]) => {
      const weight = required.includes(name) ? 40 : property === false ? 1 : 20
      const rest = required.includes(name) ? 1 : property === false ? 40 : 20
      const value = fc.oneof(
        { weight, arbitrary: nearlyValid(property) },
        { weight: rest, arbitrary: fc.constant<unknown>(absent) },
      )
      return value.map((chosen): [string, unknown] => [name, chosen])
    },
  )
  const extra = fc.oneof(
    { weight: 40, arbitrary: fc.constant<[string, unknown]>(['', absent]) },
    { weight: 1, arbitrary: fc.tuple(fc.string(), fc.jsonValue()) },
  )
  return fc
    .tuple(...members, extra)
    .map((entries) => Object.fromEntries(entries.filter(([, value]) => value !== absent)))
}
