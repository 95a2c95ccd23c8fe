import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { simplify } from '../../scripts/generate/read/simplify.js'
import { rulesOf } from '../../scripts/generate/write/json-schemas.js'
import { dereference, type Document, type Json, type Node } from '../../scripts/lib/document.js'
import { withLimits } from '../../src/document/limits.js'
import type { Schema } from '../../src/document/operation.js'
import { fits } from '../../src/document/schema-check.js'

const text = { type: 'string' }
/** What the schemas of a document may refer to. */
const named: Node = {
  'v2.Base': { type: 'object', required: ['id'], properties: { id: text, at: text } },
  Closed: { type: 'object', additionalProperties: false, properties: { id: text } },
  Side: { ...text, enum: ['IN', 'OUT'] },
}
const base = { $ref: '#/components/schemas/v2.Base' }
const closed = { $ref: '#/components/schemas/Closed' }
const side = { $ref: '#/components/schemas/Side' }

/** The schemas of a document with one more. */
function simplified(schema: Json, more: Node = {}): Record<string, Json> {
  const components = { schemas: { ...named, ...more, It: schema }, securitySchemes: {} }
  const document = { info: { title: '', version: '' }, paths: {}, components } as Document
  const simple = simplify(document)
  return dereference(simple, simple.components.schemas) as Record<string, Json>
}

const values: Json[] = [
  ...[null, true, 0, 3, 7, 2.5, '', 'IN', 'OUT', 'a', 'abc', [], ['a'], [1, 2]],
  ...[{}, { id: 'a' }, { id: 1 }, { id: 'a', at: 'b' }, { id: 'a', side: 'IN' }, { side: 'UP' }],
  ...[{ id: 'a', more: 1 }, { id: 'a', more: 'x' }, { more: 'x' }, { id: null }, { id: 'IN' }],
  ...[
    { id: 'OUT', at: 'x', side: 'OUT' },
    { id: 'a', a: 1 },
    { id: 'a', b: 1 },
    { a: 1, b: 1 },
  ],
]

it.each<[string, Json]>([
  ['one reference with words', { allOf: [base], description: 'It.' }],
  ['more members', { allOf: [base, { properties: { side }, required: ['side'] }] }],
  ['members beside it', { allOf: [base], type: 'object', properties: { more: text } }],
  ['a member that is narrower', { allOf: [base, { properties: { id: side } }] }],
  ['a closed part', { allOf: [closed, { properties: { more: text } }] }],
  ['two closed parts', { allOf: [base, closed] }],
  ['a map and members', { allOf: [{ additionalProperties: text }, { properties: { id: side } }] }],
  ['a choice', { allOf: [base, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }] }],
  [
    'limits',
    {
      allOf: [
        { minimum: 1, maximum: 9 },
        { minimum: 2, maximum: 5, type: 'number' },
      ],
    },
  ],
  ['types', { allOf: [{ type: ['string', 'null'] }, { type: ['null', 'integer'] }] }],
  ['a number and an integer', { allOf: [{ type: 'number' }, { type: 'integer' }] }],
  ['lists of values', { allOf: [side, { enum: ['OUT', 'UP'] }] }],
  [
    'items',
    {
      allOf: [
        { items: text, minItems: 1 },
        { type: 'array', items: { minLength: 1 } },
      ],
    },
  ],
  ['itself', { allOf: [{ allOf: [base, true] }, {}, { title: 'It' }] }],
  ['nothing', { allOf: [base, false] }],
  ['one value', { properties: { id: { const: 'IN' } } }],
  ['null or a reference', { properties: { id: { anyOf: [side, { type: 'null' }] } } }],
  ['null or anything', { properties: { id: { oneOf: [{}, { type: 'null' }] } } }],
  ['rules beside a reference', { ...base, required: ['at'], properties: { at: side } }],
  ['a member that is not listed', { type: 'object', required: ['more'] }],
  ['an unknown format', { ...text, format: 'decimal' }],
])(
  'a schema with %s is made simple, and judges every value as Ajv judges what was written',
  (_, schema) => {
    const ajv = new Ajv2020({ strict: false, formats: { decimal: true } })
    const whole = { ...(schema as Node), components: { schemas: named } }
    const validate = ajv.compile(whole)
    const simple = withLimits(rulesOf(simplified(schema)['It'] ?? true) as Schema)
    expect(JSON.stringify(simple)).not.toMatch(/"(?:allOf|anyOf|const)"/)
    for (const value of values)
      expect([value, fits(simple, value)]).toEqual([value, validate(value)])
  },
)

it.each<[string, Json, Node?]>([
  ['#/components/schemas/It: allOf leaves no type that fits', { allOf: [text, { type: 'null' }] }],
  [
    '#/components/schemas/It: allOf has pattern twice',
    { allOf: [{ pattern: 'a' }, { pattern: 'b' }] },
  ],
  [
    '#/components/schemas/It: allOf has oneOf twice',
    { allOf: [{ oneOf: [closed, text] }, { oneOf: [base, text] }] },
  ],
  [
    '#/components/schemas/It/id: allOf leaves no enum that fits',
    { allOf: [{ properties: { id: side } }, { properties: { id: { enum: [1] } } }] },
  ],
  [
    'allOf leads to #/components/schemas/It again',
    { allOf: [{ $ref: '#/components/schemas/It' }, closed] },
  ],
  [
    '#/components/schemas/V2Side: its type would be V2Side, as that of v2.Side',
    {},
    { 'v2.Side': side, V2Side: side },
  ],
])('a schema that cannot be made simple is refused: %s', (sentence, schema, more) => {
  expect(() => simplified(schema, more)).toThrow(sentence)
})

it('a schema whose name has dots gives its type one without', () => {
  expect(Object.keys(simplified({}, { 'a.b-c.D2': text }))).toEqual([
    ...['V2Base', 'Closed', 'Side', 'ABCD2', 'It'],
  ])
})

it('each alternative of a choice has what stands beside the choice, so that its type has it', () => {
  const choice = { oneOf: [{ required: ['a'] }, text] }
  const { It } = simplified({ allOf: [{ required: ['id'] }, choice] })
  expect(It).toEqual({ oneOf: [{ required: ['a', 'id'] }, { ...text, required: ['id'] }] })
})

it.each<[string, Json[]]>([
  ['two that both fit', [{ required: ['a'] }, { required: ['b'] }]],
  ['null twice', [{ type: 'null' }, { enum: [null, 1] }]],
  ['null and two others', [{ type: 'null' }, side, { type: 'integer' }]],
])('anyOf of %s is no oneOf, and stays as it was written', (_, anyOf) => {
  expect(simplified({ anyOf })['It']).toMatchObject({ anyOf: expect.any(Array) as unknown })
})
