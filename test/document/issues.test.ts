import { expect, it } from 'vitest'
import { rulesOf } from '../../scripts/generate/read/rules.js'
import type { Node } from '../../scripts/lib/document.js'
import { findIssues, fits } from '../../src/document/schema-check.js'
import type { Schema } from '../../src/operation.js'

/** What a caller is told of a body. */
function told(schema: Schema, body: unknown, quote?: boolean) {
  return fits(schema, body) ? [] : findIssues(schema, body, quote)
}
const messages = (schema: Schema, body: unknown): string[] =>
  told(schema, body, false).map(({ message }) => message)

/** Fits no value. */
const decimal = { enum: [], expected: 'a decimal string' }
const text = { type: 'string' }

it.each<[unknown, string]>([
  ['it says "x"', '"it says \\"x\\""'],
  ['x'.repeat(41), '41 characters'],
  [5, 'number 5'],
  [null, 'null'],
  [[1], 'an array'],
  [{}, 'an empty object'],
  [{ a: 1, b: 2 }, 'an object with a, b'],
  [{ ['k'.repeat(50)]: 1 }, `an object with ${'k'.repeat(40)}`],
  [
    Object.fromEntries('123456789'.split('').map((key) => [key, 1])),
    'an object with 1, 2, 3, 4, 5, 6, 7, 8',
  ],
])('a problem of a body says briefly what was found: %j', (value, got) =>
  expect(told({ type: 'array', items: decimal }, [value])).toEqual([
    { path: [0], message: `[0] must be a decimal string, got ${got}` },
  ]),
)

it.each<[string, object, unknown]>([
  ['a string', text, 1],
  ['a string or null', { type: ['string', 'null'] }, 1],
  ['a date-time string', { type: 'string', format: 'date-time' }, 'today'],
  ['a decimal string', { ...text, pattern: '^1$', expected: 'a decimal string' }, '2'],
  ['A', { ...text, enum: ['A'] }, 'B'],
  ['a string with minLength 3, pattern "a"', { ...text, minLength: 3, pattern: 'a' }, 'x'],
  ['an array with maxItems 1', { type: 'array', items: text, maxItems: 1 }, ['a', 'b']],
  ['a value with minimum 2', { minimum: 2 }, 1],
])('a problem of a body says what is expected: %s', (words, schema, value) =>
  expect(told(schema, value, false)).toEqual([{ path: [], message: `the body must be ${words}` }]),
)

const way = 'if your provider takes it, say so in an overlay (see the option provider)'

it('a problem of a body names a field that is missing, and one that is not known, by its own path', () => {
  const closed = { type: 'object', additionalProperties: false }
  const inner = { ...closed, required: ['id'], properties: { id: text } }
  const schema = { ...closed, properties: { a: inner, b: text, d: false } }
  expect(told(schema, { a: {}, c: 1, d: 2, B: 3 })).toEqual([
    { path: ['a', 'id'], message: 'a.id is required' },
    { path: ['c'], message: `c is not one of the fields here, which are a, b; ${way}` },
    { path: ['d'], message: 'd is not one of the fields here, which are a, b' },
    { path: ['B'], message: 'B is not one of the fields here; did you mean b?' },
  ])
  const open = { type: 'object', required: ['b'], properties: { b: text } }
  expect(messages(open, { c: 1 })).toEqual(['b is required'])
})

it.each([
  [[], 'the body'],
  [['a'], 'a'],
  [['a', 'b_1'], 'a.b_1'],
  [['a$.', 'b'], '["a$."].b'],
  [[`-${'k'.repeat(50)}`], `["-${'k'.repeat(39)}"]`],
  [['x/y', '~z~1/'], '["x/y"]["~z~1/"]'],
])('a problem of a body is found at %j', (keys, name) => {
  const schema = keys.reduceRight<Schema>((one, key) => ({ properties: { [key]: one } }), decimal)
  const body = keys.reduceRight<unknown>((one, key) => ({ [key]: one }), 'found')
  const message = `${name} must be a decimal string, got "found"`
  expect(told(schema, body)).toEqual([{ path: keys, message }])
})

it('a problem of a body is told once, however many rules it breaks', () => {
  const strict = { ...text, enum: ['x'], minLength: 3, expected: 'a decimal string' }
  expect(told({ properties: { a: strict, b: strict } }, { a: 1, b: 1 })).toEqual([
    { path: ['a'], message: 'a must be a decimal string, got number 1' },
    { path: ['b'], message: 'b must be a decimal string, got number 1' },
  ])
})

it.each([
  ['RefId', 'ref_id'],
  ['recipientProfileId', 'recipient_profile_id'],
])(
  'a problem of a body shows who wrote a field in another style what was meant, and no way around it: %s',
  (name, meant) => {
    const properties = { recipient_profile_id: text, amount: text, ref_id: text }
    const message = `${name} is not one of the fields here; did you mean ${meant}?`
    expect(
      told({ type: 'object', additionalProperties: false, properties }, { [name]: 1 }),
    ).toEqual([{ path: [name], message }])
  },
)

it.each(['ref', 'reff_id', 'amounts', '_', '中'])(
  'a problem of a body takes no field for another one: %s',
  (name) => {
    const properties = { amount: text, ref_id: text }
    const schema = { type: 'object', additionalProperties: false, properties }
    const [issue] = told(schema, { [name]: 1 })
    expect(issue?.message).toContain(`which are amount, ref_id; ${way}`)
  },
)

it('a problem of a body shows the way for a value that is not listed, and not for one in another style', () => {
  const networks = { type: 'string', enum: ['BASE', 'ETHEREUM'] }
  const said = (value: unknown): string | undefined => told(networks, value)[0]?.message
  const listed = 'the body must be one of BASE, ETHEREUM, got'
  expect(said('TRON')).toBe(`${listed} "TRON"; ${way}`)
  expect(said('ethereum')).toBe(`${listed} "ethereum"`)
  expect(said(5)).toBe(`${listed} number 5`)
})

it('a problem of an answer shows no way to an option of requests', () => {
  const schema = { additionalProperties: false, properties: { a: { enum: ['A'] } } }
  expect(messages(schema, { a: 'B', c: 1 })).toEqual([
    'a must be A',
    'c is not one of the fields here, which are a',
  ])
})

const form = (name: string, ...others: string[]) => ({
  type: 'object',
  additionalProperties: false,
  required: [name],
  properties: {
    [name]: text,
    n: text,
    ...Object.fromEntries(others.map((other) => [other, false])),
  },
})
const tagged = (kinds: string[], name: string) => ({
  type: 'object',
  required: [name],
  properties: { kind: { ...text, enum: kinds }, [name]: text },
})
const either: Node = { type: 'object', oneOf: [form('id', 'a'), form('a', 'id')] }
const exactlyOne = 'the body must be an object with exactly one of (id) or (a)'
const payee: Node = {
  oneOf: [tagged(['card'], 'number'), tagged(['bank', 'wire'], 'iban'), { type: 'null' }],
}

it.each<[string, Node, unknown, string[]]>([
  ['the one whose fields are there is meant', either, { id: 1 }, ['id must be a string']],
  ['what one forbids was not meant by it', either, { n: 'x', a: 1 }, ['a must be a string']],
  [
    'what the one that is meant does not know is told with its fields',
    either,
    { id: 'x', z: 1 },
    ['z is not one of the fields here, which are id, n'],
  ],
  ['the one of the value is meant', payee, { kind: 'wire', number: '1' }, ['iban is required']],
  [
    'a value that none lists is told all',
    payee,
    { kind: 'x' },
    ['kind must be one of card, bank, wire'],
  ],
  [
    'a value that is missing is told all',
    payee,
    { iban: 1 },
    ['kind must be one of card, bank, wire'],
  ],
  ['another type is told all types', payee, 'x', ['the body must be an object or null']],
  ['where none can be meant, both are named', either, {}, [exactlyOne]],
  ['where both are, both are named', either, { id: 'x', a: 'x' }, [exactlyOne]],
  [
    'where several can be meant, both are named, and a field that one does not know',
    { oneOf: [form('id'), { ...form('a'), additionalProperties: true }] },
    { id: 1, a: 1 },
    [exactlyOne, 'a is not one of the fields here, which are id, n'],
  ],
])('of several forms of a body %s', (_, schema, body, expected) =>
  expect(messages(rulesOf(schema) as Schema, body)).toEqual(expected),
)

it('a pattern is matched with a text of any length in a request, and of 1,000 characters in an answer', () => {
  const counts = [true, false].map((isRequest) =>
    [1_000, 1_001].map((length) => {
      return findIssues({ items: { pattern: '^b*$' } }, ['a'.repeat(length)], isRequest).length
    }),
  )
  expect(counts).toEqual([
    [1, 1],
    [1, 0],
  ])
})
