import { expect, it } from 'vitest'
import { inputOf, operationFinder } from '../../src/document/find-operation.js'
import { type Operation, type Schema, unknownOperation } from '../../src/operation.js'

const documented: Readonly<Record<string, Operation>> = Object.fromEntries(
  [
    'GET /batches/{id}',
    'POST /batches/all',
    'GET /batches/{id}/{payout}',
    'GET /batches/{id}/whole',
    'GET /v1.0/{id}',
    'POST /v1.0/{id}',
  ].map((id) => {
    const [method = '', path = ''] = id.split(' ')
    return [id, { ...unknownOperation, id, method, path }]
  }),
)
const api = 'https://api.example.com/v2'
const found = (method: string, url: string) => {
  const match = operationFinder(documented, `${api}/`)(method, url)
  return 'why' in match ? match.why : match.operation.id
}

it.each([
  ['GET', '/batches/7', 'GET /batches/{id}'],
  ['POST', '/batches/all', 'POST /batches/all'],
  ['GET', '/batches/7/whole', 'GET /batches/{id}/whole'],
  ['GET', '/batches/7/half', 'GET /batches/{id}/{payout}'],
  ['GET', '/v1x0/7', 'the document has no operation at this path'],
  ['GET', '/v1.0/7', 'GET /v1.0/{id}'],
  ['PUT', '/v1.0/7', 'the document has no such method at this path, only GET, POST'],
])('%s %s finds: %s', (method, path, expected) => {
  expect(found(method, api + path)).toBe(expected)
  expect(found(method, path)).toBe(expected)
})

it('a literal path that lacks the method hides a template that has it', () => {
  expect(operationFinder(documented, api)('GET', '/batches/all')).toMatchObject({
    why: 'the document has no such method at this path, only POST',
    methods: ['POST'],
  })
  expect(operationFinder(documented, api)('GET', '/batch')).toMatchObject({ methods: [] })
})

const text: Schema = { properties: { id: { type: 'string' } } }

it.each<[string, Schema | undefined, unknown]>([
  ['its type in the first of the alternatives of a body', { oneOf: [text, {}] }, '7'],
  ['JSON where the operation has no body', undefined, 7],
])('a parameter of a URL is read as %s', (_, request, id) =>
  expect(inputOf({ ...unknownOperation, request }, { id: ['7'] })).toEqual({ id }),
)
