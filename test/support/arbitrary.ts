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

/** @throws Error that says what to add here, for a schema that nothing here makes values of */
function valid(schema: Json): fc.Arbitrary<unknown> {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return fc.jsonValue()
  const { type, oneOf, pattern, format } = schema
  if (Array.isArray(oneOf)) return fc.oneof(...oneOf.map(nearlyValid))
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valid({ ...schema, type: one })))
  if (type === 'null') return fc.constant(null)
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum'])
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern))
  if (format === 'date-time')
    return fc.date({ ...fourDigits, noInvalidDate: true }).map((date) => date.toISOString())
  if (format === 'uuid') return fc.uuid()
  const make = byType[typeof type === 'string' ? type : 'object']
  if (make !== undefined) return make(schema)
  const shown = JSON.stringify(schema).slice(0, 200)
  throw new Error(`test/support/arbitrary.ts makes no values of ${shown}: add its type to byType`)
}

interface Makers {
  readonly [type: string]: (schema: Record<string, Json>) => fc.Arbitrary<unknown>
}

const byType: Makers = {
  boolean: () => fc.boolean(),
  string: (schema) => fc.string(bounds(schema, { minLength: 'minLength', maxLength: 'maxLength' })),
  integer: (schema) => fc.integer(bounds(schema, { min: 'minimum', max: 'maximum' })),
  number: (schema) =>
    fc.double({
      ...bounds(schema, { min: 'minimum', max: 'maximum' }),
      noNaN: true,
      noDefaultInfinity: true,
    }),
  array: (schema) =>
    fc.array(nearlyValid(schema['items'] ?? {}), {
      maxLength: 3,
      ...bounds(schema, { minLength: 'minItems', maxLength: 'maxItems' }),
    }),
  object: (schema) =>
    schema['properties'] === undefined
      ? fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }))
      : object(schema),
}

/** The bounds of a schema under fast-check's names; those that it lacks are left out. */
function bounds(schema: Record<string, Json>, names: Record<string, string>) {
  const entries = Object.entries(names).map(([name, keyword]) => [name, schema[keyword]])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as object
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
