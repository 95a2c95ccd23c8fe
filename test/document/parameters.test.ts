import { expect, it } from 'vitest'
import { operations } from '../../generated/index.js'
import { inputOf, operationFinder } from '../../src/document/find-operation.js'
import { findUnwritable, writeParameters } from '../../src/document/parameters.js'
import type { Operation, Parameter, Values } from '../../src/operation.js'

const base = 'https://api.example.com/v2'
const text = { type: 'string' }
const list = (items: object) => ({ type: 'array', items })
const parameters: readonly Parameter[] = [
  ...['id', 'payout'].map((name) => ({ in: 'path' as const, name })),
  ...['q', 'n', 'on', 'each'].map((name) => ({ in: 'query' as const, name })),
  { in: 'query', name: 'spaced', separator: '%20' },
  { in: 'query', name: 'piped', separator: '%7C' },
  ...['X-Desk', 'X-Teams'].map((name) => ({ in: 'header' as const, name })),
]
const operation: Operation = {
  ...(operations['createIssuerQuote'] as Operation),
  id: 'batches',
  method: 'GET',
  path: '/batches/{id}/payouts/{payout}',
  hasBody: false,
  parameters,
  request: {
    type: 'object',
    properties: {
      id: text,
      payout: { type: 'integer' },
      q: text,
      n: { type: 'number' },
      on: { type: 'boolean' },
      each: list({ type: 'integer' }),
      spaced: list(text),
      piped: list(text),
      'X-Desk': text,
      'X-Teams': text,
    },
  },
}

const write = (fields: object) => {
  const { path, headers } = writeParameters(operation.path, parameters, fields as Values)
  return { url: base + path, headers }
}

/** What a URL and headers are read as, or why they cannot be. */
function readBack(url: string, headers: Record<string, string> = {}): unknown {
  const match = operationFinder({ batches: operation }, base)('GET', url)
  const written = 'why' in match ? match.why : match.readParameters(headers)
  return typeof written === 'string' ? written : { ...inputOf(operation, written) }
}

const id = { id: 'a/b', payout: 7 }
const path = `${base}/batches/a%2Fb/payouts/7`

it.each<[object, string]>([
  [{}, ''],
  [{ q: 'a b&c=ü+' }, '?q=a%20b%26c%3D%C3%BC%2B'],
  [{ q: '' }, '?q='],
  [{ q: '12', n: 1.5, on: false }, '?q=12&n=1.5&on=false'],
  [{ each: [1, 2] }, '?each=1&each=2'],
  [{ spaced: ['a', 'b c'] }, '?spaced=a%20b%20c'],
  [{ piped: ['a', 'b'] }, '?piped=a%7Cb'],
])('parameters %j are written into the URL, and read from it', (input, query) => {
  const { url } = write({ ...id, ...input })
  expect(url).toBe(path + query)
  // A list whose items are divided by spaces cannot have one within an item.
  if (!query.includes('c')) expect(readBack(url)).toEqual({ ...id, ...input })
})

it.each([undefined, null, []])('parameters that are %j are left out', (q) =>
  expect(write({ ...id, q }).url).toBe(path),
)

it('parameters that are inherited are left out', () => {
  const inherited = Object.assign(Object.create({ q: 'x' }) as typeof id, id)
  expect(write(inherited).url).toBe(path)
})

it('parameters of headers are written in lower case, a list with commas, and read without space around', () => {
  const input = { 'X-Desk': 'a', 'X-Teams': ['b', 'c'] }
  expect(write(input).headers).toEqual({ 'x-desk': 'a', 'x-teams': 'b,c' })
  expect(write({ 'X-Desk': '' }).headers).toEqual({})
  expect(readBack(path, { 'x-desk': ' a ', 'x-other': 'b' })).toEqual({ ...id, 'X-Desk': 'a' })
})

it.each<[string, unknown]>([
  ['?q=a+b', { q: 'a b' }],
  ['?q', { q: '' }],
  ['?q=1&q=2', { q: ['1', '2'] }],
  ['?n=1e3', { n: '1e3' }],
  ['?on=yes', { on: 'yes' }],
  ['?each=x&each=2', { each: ['x', 2] }],
  ['?spaced=a+b', { spaced: ['a', 'b'] }],
  ['?piped=a|b', { piped: ['a', 'b'] }],
])('parameters in %s are read as others write them', (query, input) =>
  expect(readBack(path + query)).toEqual({ ...id, ...(input as object) }),
)

it.each([
  [`${path}?other=1`, 'the query has a parameter that is not documented'],
  [`${path}?q=%ff`, 'the URL is not percent-encoded as it must be'],
  [`${base}/batches/%ff/payouts/7`, 'the URL is not percent-encoded as it must be'],
  [`${base}/batches/a/payouts/`, 'the document has no operation at this path'],
])('parameters of %s cannot be read', (url, why) => expect(readBack(url)).toBe(why))

it.each<[object, place?: string]>([
  [{ id: 'a', payout: 7, q: 'a,b', each: ['a,b'], spaced: ['a', 'b'], 'X-Desk': 'a b' }],
  [{ q: undefined, n: null, 'X-Teams': ['a', 'b'] }],
  ...['.', '..', ''].map((id): [object, string] => [{ id }, 'path']),
  [{ each: [] }, 'query'],
  [{ q: {} }, 'query'],
  [{ spaced: ['a', 'b c'] }, 'query'],
  [{ piped: ['a|b'] }, 'query'],
  [{ q: 'a\ud800' }, 'query'],
  [{ each: ['a', '\udc00'] }, 'query'],
  ...['', ' a', 'a ', 'ü', 'a\nb', 'a\u007f'].map((text): [object, string] => [
    { 'X-Desk': text },
    'header',
  ]),
  [{ 'X-Teams': ['a', 'b,c'] }, 'header'],
])('parameters are refused where they cannot be sent as they are: %j', (fields, place) => {
  const problem = [Object.keys(fields)[0], `would be read as another value in the ${place}`]
  const all = parameters.map((one) => (one.name === 'X-Teams' ? { ...one, separator: ',' } : one))
  expect(findUnwritable(all, fields as Values)).toEqual(place ? [problem] : [])
})
