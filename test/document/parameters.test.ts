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

it('parameters that are objects cannot be written', () =>
  expect(() => write({ ...id, q: {} })).toThrow('a parameter is not an object'))

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
  [`${path}?q=%ff`, 'the query is not percent-encoded as it must be'],
  [`${base}/batches/%ff/payouts/7`, 'the path is not percent-encoded as it must be'],
  [`${base}/batches/a/payouts/`, 'the document has no operation at this path'],
])('parameters of %s cannot be read', (url, why) => expect(readBack(url)).toBe(why))

const teams = [{ in: 'header', name: 'X-Teams', separator: ',' }] as const

it.each<[object, string | undefined]>([
  [{ id: 'a', payout: 7, q: 'a,b', each: ['a,b'], spaced: ['a', 'b'], 'X-Desk': 'a b' }, undefined],
  [{ q: undefined, n: null }, undefined],
  [{ id: '.' }, 'is ".", which leads to another path'],
  [{ id: '..' }, 'is "..", which leads to another path'],
  [{ id: '' }, 'is "", which leads to another path'],
  [{ each: [] }, 'is an empty list, which cannot be written'],
  [{ spaced: ['a', 'b c'] }, 'has an item that contains the separator, which would split the item'],
  [{ piped: ['a|b'] }, 'has an item that contains the separator, which would split the item'],
  ...['', ' a', 'a ', 'ü', 'a\nb', 'a\u007f'].map((text): [object, string] => [
    { 'X-Desk': text },
    'must be visible ASCII, with spaces only inside of it, because it is sent in a header',
  ]),
  [{ q: 'a\ud800' }, 'has half of a surrogate pair, which a URL cannot carry'],
  [{ each: ['a', '\udc00'] }, 'has half of a surrogate pair, which a URL cannot carry'],
])('parameters are refused where they cannot be sent as they are: %j', (fields, problem) => {
  const [name = ''] = Object.keys(fields)
  expect(findUnwritable(parameters, fields as Values)).toEqual(problem ? [[name, problem]] : [])
})

it('parameters of headers are refused where an item holds the comma that divides the list', () => {
  const problem = 'has an item that contains the separator, which would split the item'
  expect(findUnwritable(teams, { 'X-Teams': ['a', 'b,c'] })).toEqual([['X-Teams', problem]])
  expect(findUnwritable(teams, { 'X-Teams': ['a', 'b'] })).toEqual([])
})
