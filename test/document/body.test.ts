import { expect, it } from 'vitest'
import { operations } from '../../generated/index.js'
import { prepareInput } from '../../src/document/prepare-input.js'
import type { Operation } from '../../src/operation.js'
import { unreferenced as conversion } from '../support/examples.js'

const create = operations['createStablecoinConversion'] as Operation
const put = operations['putCryptoDestinationAddress'] as Operation
const bodyOf = (input: unknown): unknown =>
  JSON.parse(prepareInput(create, input).body ?? 'null') as unknown
const problems = (input: unknown, operation = create): string[] =>
  prepareInput(operation, input).issues.map(
    ({ path, message }) => `${['$', ...path].join('.')}: ${message}`,
  )

/** As the classes of numbers in libraries are. */
class Decimal {
  readonly digits = [1]
  toJSON(): string {
    return '1'
  }
}

it.each<[string, unknown, unknown]>([
  [
    'the names and values that it has, to the letter',
    JSON.parse('{"__proto__":{"a":1},"ü":"€","1":[]}'),
    undefined,
  ],
  [
    'what toJSON gives',
    { a: new Decimal(), at: new Date(0) },
    { a: '1', at: '1970-01-01T00:00:00.000Z' },
  ],
  [
    'no member that is undefined, a function or a symbol',
    { a: undefined, b: () => 1, [Symbol('c')]: 1, d: [{ e: undefined }] },
    { d: [{}] },
  ],
])('the body that is checked and sent is what JSON makes of it: %s', (_, metadata, sent) => {
  expect(bodyOf({ ...conversion, metadata })).toEqual({ ...conversion, metadata: sent ?? metadata })
})

const other = { ...conversion, amount: '0' }
it.each<[string, object]>([
  ['of its class', Object.assign(new Decimal(), other, { digits: '1' })],
  ['of its own, which no copy has', Object.defineProperty(other, 'toJSON', { value: () => '1' })],
])('the body is what toJSON gives for the whole: %s', (_, input) =>
  expect(problems(input)).toEqual(['$: the body must be an object, got a string']),
)

it.each([{}, { metadata: { a: 1 } }])('the body is read once, and stays as it was: %j', (more) => {
  let reads = 0
  const input = Object.freeze({
    ...conversion,
    ...more,
    get amount() {
      return String(++reads)
    },
  })
  const { fields, body, refId } = prepareInput(create, input)
  expect(JSON.parse(body ?? '')).toEqual({ ...conversion, ...more, amount: '1', ref_id: refId })
  expect(fields).toEqual(JSON.parse(body ?? ''))
})

const notJson =
  '$: the body cannot be written as JSON, which has no NaN, Infinity, bigint or circle'
const circle: unknown[] = []
circle.push([circle])
it.each<[string, unknown]>([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['a BigInt', 1n],
  ['a circle', circle],
])('a body with a value that JSON cannot carry is refused as a whole: %s', (_, x) => {
  for (const metadata of [{ x }, { 'a b': [null, { x }] }])
    expect(problems({ ...conversion, metadata })).toEqual([notJson])
})

it.each<[string, unknown, string]>([
  ['nothing', undefined, 'must be an object, got undefined'],
  ['a text', 'Jane Doe', 'must be an object, got a string'],
  [
    'more than 1 MiB of JSON',
    { ...conversion, metadata: 'é'.repeat(2 ** 19) },
    'is more than 1 MiB of JSON',
  ],
  [
    'what is nested too deeply',
    JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)),
    notJson.slice('$: the body '.length),
  ],
])('a body is refused as a whole: %s', (_, input, problem) =>
  expect(problems(input)).toEqual([`$: the body ${problem}`]),
)

it('a body of 1 MiB of JSON is not refused for its length, and one of a byte more is', () => {
  const of = (length: number) => ({
    ...conversion,
    metadata: { a: 'é'.repeat(2 ** 19 - 200), b: 'b'.repeat(length) },
  })
  const left = 2 ** 20 - Buffer.byteLength(JSON.stringify(of(0)))
  expect(problems(of(left))).toEqual([])
  expect(problems(of(left + 1))).toEqual(['$: the body is more than 1 MiB of JSON'])
})

it('a field that is undefined is one that is missing', () => {
  expect(problems({ ...conversion, amount: undefined })).toEqual(['$.amount: amount is required'])
  expect(problems({ id: 'a', nickname: undefined }, put)).toEqual([])
})

it('a reference that is undefined is refused: the code that was to fill it has probably failed', () =>
  expect(problems({ ...conversion, ref_id: undefined })).toEqual([
    '$.ref_id: ref_id is undefined; give it a value or leave it out',
  ]))

it.each<[string, object, count: number]>([
  [
    'its fields are many',
    Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`f${at}`, 1])),
    100,
  ],
  ['the name of a field is huge', { ['x'.repeat(5e5)]: 1, side: 'x'.repeat(100_000) }, 5],
])('the problems of a body stay few and short where %s', (_, body, count) => {
  const { issues } = prepareInput(operations['createIssuerQuote'] as Operation, body)
  expect(issues).toHaveLength(count)
  expect(JSON.stringify(issues).length).toBeLessThan(count * 500)
})

it('the problems of a body show no character that moves a cursor, turns the direction or begins a line', () => {
  const { issues } = prepareInput(put, { id: 'a', 'a\u202eb\u2028c\u0007d': 1 })
  expect(JSON.stringify(issues)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
  expect(issues[0]?.message).toContain('\\u202eb\\u2028c')
})
