import { expect, it } from 'vitest'
import { keysOf, withoutKeys } from '../../scripts/generate/read/idempotency.js'
import { linkOf } from '../../scripts/generate/read/links.js'
import { refusalsOf, withoutEnums } from '../../scripts/generate/read/refusals.js'
import { writeSchemas } from '../../scripts/generate/write/json-schemas.js'
import { operationRows } from '../../scripts/generate/write/operations.js'
import { type Json, listOperations, type Node } from '../../scripts/lib/document.js'
import { createKey } from '../../src/document/key.js'
import type { Values } from '../../src/document/operation.js'
import { adding, answer, bodyOf } from '../support/parcels/document.js'

const key = { key: 'ref_id', repeated: '409', lifetime: 'PT24H' }
const refId = bodyOf({ type: 'object', properties: { ref_id: { type: 'string' } } })
const texts = { type: 'object', properties: { a: { type: 'string' } } }
const answerOf = (schema: Json): Node => ({ content: { 'application/json': { schema } } })
const keyed = (said: Json, more: Node = refId) => {
  const changed = adding({ ...more, 'x-idempotency': said }, '/v2/more')
  return keysOf(changed, listOperations(changed)).get('more')
}

it.each<[Json, string, Node?]>([
  ['ref_id', 'must have key, repeated and lifetime'],
  [{ ...key, for: 'PT1H' }, 'has for, which is none of key, repeated and lifetime'],
  [{ ...key, repeated: '200' }, 'needs `repeated`, which is first-answer or 409'],
  ...['id', 'header', 'header a b', 7, null].map((one): [Json, string] => [
    { ...key, key: one },
    'needs `key`, which is `header` and a name, or a field of the body',
  ]),
  ...[
    { type: 'integer' },
    { type: 'string', pattern: '^[0-9]+$' },
    { type: 'string', enum: ['a'] },
  ].map((a): [Json, string, Node] => [
    { ...key, key: 'a' },
    'has the key a, which says what to do: a key is a string of no other use',
    bodyOf({ type: 'object', properties: { a } }),
  ]),
  [
    { ...key, key: 'a' },
    'has the key a, which says what to do',
    { ...bodyOf(texts), responses: { '200': answerOf(texts) } },
  ],
  ...['Authorization', 'Content-Type', 'Host'].map((name): [Json, string] => [
    { ...key, key: `header ${name}` },
    `has the key ${name}, a header that is not for a key to say`,
  ]),
  [key, 'needs `key`, which is `header` and a name, or a field of the body', {}],
  ...['P', 'PT', 'P1M', 'P1Y', 'PT0S', '24h', 24, null].map((lifetime): [Json, string] => [
    { ...key, lifetime },
    'needs `lifetime`, such as PT24H (ISO 8601)',
  ]),
])('npm run generate refuses x-idempotency: %j', (said, sentence, more) =>
  expect(() => keyed(said, more)).toThrow(`more (POST /v2/more): x-idempotency ${sentence}`),
)

it('npm run generate refuses x-idempotency of a read', () => {
  const get = { operationId: 'read', responses: { '200': answer }, 'x-idempotency': key }
  const changed = adding({}, undefined, { get })
  expect(() => keysOf(changed, listOperations(changed))).toThrow(
    'read (GET /v2/more/{id}): x-idempotency is of no use: a read may always be repeated',
  )
})

it.each([
  [
    { ...key, lifetime: 'P1DT1H1M1S' },
    { in: 'body', name: 'ref_id', lifetime: 90_061_000 },
  ],
  [
    { ...key, repeated: 409 },
    { repeated: '409', prefix: '', lifetime: 86_400_000 },
  ],
  [
    { ...key, key: 'header Request-Key' },
    { in: 'header', name: 'request-key' },
  ],
])('npm run generate reads x-idempotency: %j', (said, rule) =>
  expect(keyed(said)).toMatchObject(rule),
)

it('a key is the reference after the name of the operation where another has a reference and a key in the same place', () => {
  const marked = { type: 'string', 'x-client-reference': true }
  const reference = bodyOf({ type: 'object', properties: { ref_id: marked } })
  const said = { ...key, key: 'header Request-Key' }
  const prefixes = (other: Node) => {
    const put = { ...other, operationId: 'other', responses: {} }
    const post = { ...reference, 'x-idempotency': said }
    const changed = adding(post, '/v2/more', { put })
    const keys = [...keysOf(changed, listOperations(changed))]
    return Object.fromEntries(keys.map(([id, { prefix }]) => [id, prefix]))
  }
  expect(prefixes({ ...reference, 'x-idempotency': said })).toEqual({
    more: 'more:',
    other: 'other:',
  })
  // A request without a reference has a UUID for its key.
  expect(prefixes({ ...refId, 'x-idempotency': said })).toEqual({ more: '', other: '' })
  expect(prefixes({ ...reference, 'x-idempotency': key })).toEqual({ more: '', other: '' })
  expect(prefixes(reference)).toEqual({ more: '' })
})

it.each<[string, sent: object, answer: unknown, differing: string[], repeated?: '409']>([
  ['has another amount', { amount: '1' }, { id: 'c-1', amount: '2' }, ['amount']],
  ['has another id than the path', { id: 'c-1' }, { id: 'c-2' }, ['id']],
  ['has other metadata', { metadata: { a: 1 } }, { metadata: { a: 2 } }, ['metadata.a']],
  ['has the same as a small number', { amount: '0.00000001' }, { amount: 1e-8 }, []],
  [
    'has no more digits than a number',
    { fee: '0.123456789012345678' },
    { fee: 0.12345678901234568 },
    [],
  ],
  ['has another number', { amount: '0.00000001' }, { amount: 1e-7 }, ['amount']],
  ['has 0 for nothing', { memo: '' }, { memo: 0 }, ['memo']],
  ['has an object under the name of a text', { address: '0x1' }, { address: { id: 'a' } }, []],
  ['is a list', { items: [] }, [{ id: 'c-1' }], []],
  ['is of a service that gives a repeat 409', { amount: '1' }, { amount: '2' }, [], '409'],
])(
  'only what differs tells an answer of another request: one that %s',
  (_, sent, given, differing, said) => {
    const rule = { in: 'header', name: 'k', prefix: '', lifetime: 1 } as const
    const { differences } = createKey({ ...rule, repeated: said ?? 'first-answer' })
    expect(differences?.(sent as Values, given) ?? []).toEqual(differing)
  },
)

it('a key is no argument of a method: its header is no parameter, its field may be left out', () => {
  const header = { name: 'Request-Key', in: 'header', required: true, schema: { type: 'string' } }
  const other = { name: 'desk', in: 'query', schema: { type: 'string' } }
  const shared = { parameters: [{ ...header, name: 'request-key' }, other] }
  const a = { type: 'string' }
  const one = { type: 'object', required: ['a', 'b'], properties: { a, b: a } }
  for (const [said, body] of [
    ['header Request-Key', one],
    ['a', one],
    ['a', { oneOf: [one, one] }],
  ] as [string, Node][]) {
    const operation = { ...bodyOf(body), parameters: [header] }
    const changed = adding(
      { ...operation, 'x-idempotency': { ...key, key: said } },
      '/v2/more',
      shared,
    )
    const shown = withoutKeys(changed, keysOf(changed, listOperations(changed)))
    const more = listOperations(shown).find((one) => one.id === 'more')
    const names = more?.parameters.map(({ name }) => name)
    expect(names).toEqual(said === 'a' ? ['Request-Key', 'desk'] : ['desk'])
    const required = JSON.stringify(more?.requestBody).match(/"required":\[.*?\]/g)
    for (const list of required ?? [])
      expect(list).toBe(`"required":${said === 'a' ? '["b"]' : '["a","b"]'}`)
    expect(required?.length).toBeGreaterThan(0)
  }
})

const byReference = { name: 'ref_id', in: 'query', schema: { type: 'string' } }
const linking = (links: Json, notFound: Node = {}) => {
  const answers = { '200': answer, '404': notFound }
  const get = { operationId: 'find', parameters: [byReference], responses: answers }
  const responses = { '200': { ...answer, links } }
  const changed = adding({ ...refId, responses }, '/v2/more', { get })
  return [changed, listOperations(changed)] as const
}
const linked = (lookUp: Json, name = 'lookUp') => {
  const [changed, operations] = linking({ [name]: lookUp })
  const more = operations.find((one) => one.id === 'more') as (typeof operations)[number]
  return linkOf(changed, more, operations)
}
const parameters = { ref_id: '$request.body#/ref_id' }

it.each<[Json, string]>([
  [{ operationId: 'none', parameters }, 'needs the operationId of a GET of the document'],
  [{ operationId: 'more', parameters }, 'needs the operationId of a GET of the document'],
  [{ operationRef: '#/paths/~1v2~1more/get', parameters }, 'needs the operationId of a GET'],
  [{ operationId: 'find' }, 'has no parameters'],
  [{ operationId: 'find', parameters: { id: 'x' } }, 'has the parameter id, which find has not'],
  ...['$response.body#/id', '$request.body', '$request.body#/nope', 'r-1', 7].map(
    (from): [Json, string] => [
      { operationId: 'find', parameters: { ref_id: from } },
      `takes ref_id from ${JSON.stringify(from)}, where only a field of the request is there after a lost answer: $request.body#/ref_id`,
    ],
  ),
])('npm run generate refuses the link lookUp: %j', (link, sentence) =>
  expect(() => linked(link)).toThrow(`more (POST /v2/more): the link lookUp ${sentence}`),
)

it('npm run generate refuses a link whose name is nearly lookUp', () =>
  expect(() => linked({ operationId: 'find', parameters }, 'lookup')).toThrow(
    'more (POST /v2/more): the link lookUp is called lookup',
  ))

it('the 404 that a link believes keeps the values that the document lists', () => {
  const listed = { type: 'object', properties: { code: { enum: ['NONE'] } }, required: ['code'] }
  const [changed, operations] = linking(
    { lookUp: { operationId: 'find', parameters } },
    answerOf(listed),
  )
  const rows = operationRows(changed, operations, writeSchemas(changed, operations), new Map())
  expect(rows.find(({ id }) => id === 'more')?.text).toMatch(/lookUp: .*"enum":\["NONE"\]/)
})

it('npm run generate reads the link lookUp, whose parameter may name its place', () =>
  expect(
    linked({ operationId: 'find', parameters: { 'query.ref_id': '$request.body#/ref_id' } }),
  ).toEqual({ operation: 'find', parameters: { ref_id: 'ref_id' }, path: [], isList: false }))

it('npm run generate reads the bodies of refusals where they are JSON', () => {
  const as = (type: string) => ({ content: { [type]: { schema: { title: type } } } })
  const statuses = {
    200: as('application/json'),
    302: as('application/json'),
    '4XX': as('text/html'),
    404: as('application/problem+json'),
    409: { description: 'none' },
    '5XX': as('application/json'),
    default: as('application/vnd.acme+json'),
  }
  const [more] = listOperations(adding({ responses: statuses as object as Node })).slice(-1)
  const read = refusalsOf(more as NonNullable<typeof more>).map(([status]) => status)
  expect(read.sort()).toEqual(['404', '5XX', 'default'])
  const schema = { enum: ['a'], properties: { b: { enum: ['c'], items: { enum: ['d'] } } } }
  expect(withoutEnums(schema)).toEqual({ properties: { b: { items: {} } } })
})
