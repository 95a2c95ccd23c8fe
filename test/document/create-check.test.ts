import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, it } from 'vitest'
import { withLimits } from '../../src/document/limits.js'
import { fits } from '../../src/document/schema-check.js'
import type { Schema } from '../../src/operation.js'

const ajv = new Ajv2020({ strict: false, strictNumbers: true, ownProperties: true })
// The fast forms, as ours, do not count the days of a month.
formats.default(ajv, { mode: 'fast', formats: ['date-time'] })
formats.default(ajv, { mode: 'full', formats: ['uuid'] })

const values: readonly unknown[] = [
  ...['', 'a', 'ab', 'abc', '😀', '😀😀', 'é', '\ud83d', 'BUY', '1', '12.50', '.', '.5', '5.'],
  ...['2026-03-02T09:15:30Z', '2026-03-02t09:15:30.123456+02:00', '2026-13-02T09:15:30-0530'],
  ...['2016-12-31T23:59:60Z', '2016-12-31T23:58:60Z', '2026-03-02T09:15:30', '2026-03-02'],
  ...[
    '2026-03-02 09:15:30Z',
    '2026-03-02T24:15:30Z',
    '2026-23-02T29:15:30Z',
    '026-03-02T09:15:30Z',
  ],
  ...['3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'URN:UUID:3F2504E0-4F89-41D3-9A0C-0305E82C3301'],
  ...[
    '3f2504e04f8941d39a0c0305e82c3301',
    'x3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    null,
    true,
    false,
  ],
  ...[0, -0, 1, 2, 3, 1.5, -1, 1e300, [], ['a'], ['a', 'b'], [1, 'a'], [null]],
  ...[{}, { a: 'x' }, { a: 1 }, { b: 1 }, { a: 'x', b: 1 }, { a: null }, { length: 2 }],
  ...[
    { a: { a: 'x' } },
    { toString: 'x' },
    { '': 'x' },
    Object.create({ a: 'x' }) as unknown,
    undefined,
  ],
]

const text = { type: 'string' }
const a = { properties: { a: text } }
const schemas: readonly (boolean | object)[] = [
  ...[true, false, {}, text, { type: ['string', 'null'] }, { type: 'object' }, { type: 'array' }],
  ...['boolean', 'number', 'integer', 'null'].map((type) => ({ type })),
  ...[{ enum: ['BUY', 1, null] }, { ...text, enum: ['BUY'] }, { enum: [0, true] }],
  ...[{ pattern: '^a' }, { ...text, pattern: '^(?:[0-9]+|[0-9]*\\.[0-9]+)$' }, { pattern: '^.$' }],
  ...[{ format: 'uuid' }, { ...text, format: 'date-time' }],
  ...[{ minLength: 2 }, { maxLength: 1 }, { minLength: 1, maxLength: 2 }],
  ...[{ minimum: 1 }, { maximum: 1 }, { exclusiveMinimum: 1 }, { exclusiveMaximum: 1 }],
  ...[{ minProperties: 1 }, { ...text, maxProperties: 1 }],
  ...[{ additionalProperties: text }, { ...a, additionalProperties: { minLength: 2 } }],
  ...[
    { minItems: 2 },
    { maxItems: 1 },
    { items: text },
    { type: 'array', items: text, minItems: 1 },
  ],
  ...[a, { ...a, required: ['a'] }, { ...a, additionalProperties: false }, { items: false }],
  ...[{ ...a, type: 'object', required: ['a'], additionalProperties: false }],
  ...[
    { additionalProperties: false },
    { properties: { a: false, b: true } },
    { properties: { a } },
  ],
  ...[
    { oneOf: [text, { minLength: 2 }] },
    { oneOf: [text, text] },
    { oneOf: [{ required: ['a'], ...a }, text] },
  ],
]

it.each(schemas.map((schema) => [JSON.stringify(schema), schema]))(
  'the check of a schema judges every value as Ajv does: %s',
  (_, schema) => {
    const validate = ajv.compile(schema)
    for (const value of values) {
      const itself = JSON.stringify(value)
      expect([itself, fits(withLimits(schema as Schema), value)]).toEqual([itself, validate(value)])
    }
  },
)

it('the check of a schema takes 19.99 for a multiple of 0.01, whose quotient is 1998.9999999999998', () => {
  const schema = withLimits({ multipleOf: 0.01 })
  expect([19.99, -0.01, 0, 1e300, '1', 0.005].map((value) => fits(schema, value))).toEqual([
    ...[true, true, true, true, true],
    false,
  ])
})
