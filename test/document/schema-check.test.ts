import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, it } from 'vitest'
import { rulesOf } from '../../scripts/generate/read/rules.js'
import { simplify } from '../../scripts/generate/read/simplify.js'
import { dereference, type Document, type Json, type Node } from '../../scripts/lib/document.js'
import { fits } from '../../src/document/schema-check.js'
import type { Schema } from '../../src/operation.js'

const ajv = new Ajv2020({ strict: false, strictNumbers: true, ownProperties: true })
// The fast forms, as ours, do not count the days of a month.
formats.default(ajv, { mode: 'fast', formats: ['date-time'] })
formats.default(ajv, { mode: 'full', formats: ['uuid'] })

const text = { type: 'string' }
/** What the schemas of a document may refer to. */
const named: Node = {
  Base: { type: 'object', required: ['id'], properties: { id: text, at: text } },
  Closed: { type: 'object', additionalProperties: false, properties: { id: text } },
  Side: { ...text, enum: ['IN', 'OUT'] },
}
const base = { $ref: '#/components/schemas/Base' }
const closed = { $ref: '#/components/schemas/Closed' }
const side = { $ref: '#/components/schemas/Side' }

/** A schema of a document as the client checks it. */
function simplified(schema: Json): Schema {
  const components = { schemas: { ...named, It: schema }, securitySchemes: {} }
  const document = { info: { title: '', version: '' }, paths: {}, components } as Document
  const simple = simplify(document)
  const whole = dereference(simple, simple.components.schemas['It'] ?? true)
  return rulesOf(whole) as Schema
}

const values: readonly unknown[] = [
  ...['', 'a', 'ab', 'abc', '😀', '😀😀', 'é', '\ud83d', 'BUY', '1', '12.50', '.', '.5', '5.'],
  ...['2026-03-02T09:15:30Z', '2026-03-02t09:15:30.123456+02:00', '2026-13-02T09:15:30-0530'],
  ...['2016-12-31T23:59:60Z', '2016-12-31T23:58:60Z', '2026-03-02T09:15:30', '2026-03-02'],
  ...['2026-03-02 09:15:30Z', '2026-03-02T24:15:30Z', '2026-23-02T29:15:30Z'],
  ...['3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'URN:UUID:3F2504E0-4F89-41D3-9A0C-0305E82C3301'],
  ...['3f2504e04f8941d39a0c0305e82c3301', 'x3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  ...['026-03-02T09:15:30Z', 'IN', 'OUT', null, true, false, 0, -0, 1, 2, 3, 7, 1.5, -1, 1e300],
  ...[[], ['a'], [''], ['a', 'b'], [1, 'a'], [1, 2], [null], undefined],
  ...[{}, { a: 'x' }, { a: 1 }, { b: 1 }, { a: 'x', b: 1 }, { a: null }, { length: 2 }],
  ...[{ a: { a: 'x' } }, { toString: 'x' }, { '': 'x' }, Object.create({ a: 'x' }) as unknown],
  ...[{ id: 'a' }, { id: 'a', at: 'b' }, { id: 'a', side: 'IN' }, { side: 'UP' }],
  ...[{ id: 'OUT', side: 'OUT' }, { id: 'a', a: 1 }, { id: 'a', b: 1 }, { a: 1, b: 1 }, { id: 1 }],
  ...[{ id: 'a', more: 1 }, { id: 'a', more: 'x' }, { more: 'x' }, { id: null }, { id: 'IN' }],
]

const nothing = { type: 'null' }
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
  ...[{ minItems: 2 }, { maxItems: 1 }, { type: 'array', items: text, minItems: 1 }],
  ...[a, { ...a, required: ['a'] }, { ...a, additionalProperties: false }, { properties: { a } }],
  ...[{ ...a, type: 'object', required: ['a'], additionalProperties: false }],
  ...[{ additionalProperties: false }, { properties: { a: false, b: true } }, { items: false }],
  ...[{ oneOf: [text, { minLength: 2 }] }, { oneOf: [text, text] }, { items: text }],
  { anyOf: [{ ...text, minLength: 2 }, { type: 'number' }, base] },
  ...[{ oneOf: [{ required: ['a'], ...a }, text] }, { type: 'object', required: ['more'] }],
  ...[{ anyOf: [side, nothing] }, { oneOf: [{}, nothing] }].map((id) => ({ properties: { id } })),
  { properties: { id: { const: 'IN' } } },
  { ...base, required: ['at'], properties: { at: side } },
  { allOf: [base], description: 'It.' },
  { allOf: [base], type: 'object', properties: { more: text } },
]

/** What a value has to fit all of. */
const parts: readonly Json[][] = [
  [base, { properties: { side }, required: ['side'] }],
  [base, { properties: { id: side } }],
  [closed, { properties: { more: text } }],
  [base, closed],
  [{ additionalProperties: text }, { properties: { id: side } }],
  [base, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }],
  [{ type: 'number' }, { minimum: 1, maximum: 9 }, { minimum: 2, maximum: 5 }],
  [{ type: ['string', 'null'] }, { type: ['null', 'integer'] }],
  [{ type: 'number' }, { type: 'integer' }],
  [side, { enum: ['OUT', 'UP'] }],
  [{ minItems: 1 }, { items: text }, { type: 'array', items: { minLength: 1 } }],
  [{ allOf: [base, true] }, {}, { title: 'It' }],
  [base, false],
]

it.each(
  [...schemas, ...parts.map((allOf) => ({ allOf }))].map((one) => [JSON.stringify(one), one]),
)('the check of a schema judges every value as Ajv does: %s', (_, schema) => {
  const components = { schemas: named }
  const validate = ajv.compile(typeof schema === 'object' ? { ...schema, components } : schema)
  const rules = simplified(schema as Json)
  expect(JSON.stringify(rules)).not.toMatch(/"(?:allOf|const)"/)
  for (const value of values) {
    const itself = JSON.stringify(value)
    expect([itself, fits(rules, value)]).toEqual([itself, validate(value)])
  }
})

it('the check of a schema takes 19.99 for a multiple of 0.01, whose quotient is 1998.9999999999998', () => {
  const schema = { multipleOf: 0.01 }
  expect([19.99, -0.01, 0, 1e300, '1', 0.005].map((value) => fits(schema, value))).toEqual([
    ...[true, true, true, true, true],
    false,
  ])
})
