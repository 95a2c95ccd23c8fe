import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { simplify } from '../../scripts/generate/read/simplify.js'
import { rulesOf } from '../../scripts/generate/write/json-schemas.js'
import { dereference, type Document, type Json, type Node } from '../../scripts/lib/document.js'
import { withLimits } from '../../src/document/limits.js'
import { fits } from '../../src/document/schema-check.js'
import type { Schema } from '../../src/operation.js'

const ajv = new Ajv2020({ strict: false })
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

/** The schema as the client checks it. */
function simplified(schema: Json): Schema {
  const components = { schemas: { ...named, It: schema }, securitySchemes: {} }
  const document = { info: { title: '', version: '' }, paths: {}, components } as Document
  const simple = simplify(document)
  const whole = dereference(simple, simple.components.schemas['It'] ?? true)
  return withLimits(rulesOf(whole) as Schema)
}

const values: Json[] = [
  ...[null, true, 0, 3, 7, 2.5, '', 'IN', 'OUT', 'a', 'abc', [], ['a'], [1, 2]],
  ...[{}, { id: 'a' }, { id: 1 }, { id: 'a', at: 'b' }, { id: 'a', side: 'IN' }, { side: 'UP' }],
  ...[{ id: 'a', more: 1 }, { id: 'a', more: 'x' }, { more: 'x' }, { id: null }, { id: 'IN' }],
  ...[
    { id: 'OUT', side: 'OUT' },
    { id: 'a', a: 1 },
    { id: 'a', b: 1 },
    { a: 1, b: 1 },
  ],
]

const parts: Readonly<Record<string, Node[]>> = {
  'more members': [base, { properties: { side }, required: ['side'] }],
  'a member that is narrower': [base, { properties: { id: side } }],
  'a closed part': [closed, { properties: { more: text } }],
  'two closed parts': [base, closed],
  'a map and members': [{ additionalProperties: text }, { properties: { id: side } }],
  'a choice': [base, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }],
  limits: [
    { minimum: 1, maximum: 9 },
    { minimum: 2, maximum: 5, type: 'number' },
  ],
  types: [{ type: ['string', 'null'] }, { type: ['null', 'integer'] }],
  'a number and an integer': [{ type: 'number' }, { type: 'integer' }],
  'lists of values': [side, { enum: ['OUT', 'UP'] }],
  items: [
    { items: text, minItems: 1 },
    { type: 'array', items: { minLength: 1 } },
  ],
}
const other: Readonly<Record<string, Node>> = {
  'words beside its one part': { allOf: [base], description: 'It.' },
  'members beside its parts': { allOf: [base], type: 'object', properties: { more: text } },
  'a part in a part': { allOf: [{ allOf: [base, true] }, {}, { title: 'It' }] },
  'a part that nothing fits': { allOf: [base, false] },
  'one value': { properties: { id: { const: 'IN' } } },
  'null or a reference': { properties: { id: { anyOf: [side, { type: 'null' }] } } },
  'null or anything': { properties: { id: { oneOf: [{}, { type: 'null' }] } } },
  'rules beside a reference': { ...base, required: ['at'], properties: { at: side } },
  'a member that is not listed': { type: 'object', required: ['more'] },
}
const ofParts = Object.entries(parts).map(([name, allOf]) => [name, { allOf }] as const)

it.each([...ofParts, ...Object.entries(other)])(
  'a schema with %s is made simple, and judges every value as Ajv judges what was written',
  (_, schema) => {
    const written = { ...schema, components: { schemas: named } }
    const validate = ajv.compile(written)
    const simple = simplified(schema)
    expect(JSON.stringify(simple)).not.toMatch(/"(?:allOf|anyOf|const)"/)
    for (const value of values)
      expect([value, fits(simple, value)]).toEqual([value, validate(value)])
  },
)
