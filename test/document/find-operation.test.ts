import { expect, it } from 'vitest'
import { inputOf, operationFinder } from '../../src/document/find-operation.js'
import { createParameters } from '../../src/document/parameters.js'
import type { Operation } from '../../src/operation.js'

const operation = (method: string, path: string): Operation => ({
  id: `${method} ${path}`,
  method,
  path,
  scopes: [],
  idempotent: true,
  hasBody: false,
  parameters: createParameters(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ in: 'path', name })),
  ),
  response: true,
})
const documented = Object.fromEntries(
  [
    operation('GET', '/things/{id}'),
    operation('POST', '/things/all'),
    operation('GET', '/things/{id}/{part}'),
    operation('GET', '/things/{id}/whole'),
    operation('GET', '/v1.0/{id}'),
    operation('POST', '/v1.0/{id}'),
  ].map((one) => [one.id, one]),
)
const api = 'https://api.example.com/v2'
const found = (method: string, url: string): string => {
  const match = operationFinder(documented, `${api}/`)(method, url)
  return 'why' in match ? match.why : match.operation.id
}

it.each([
  ['GET', '/things/7', 'GET /things/{id}'],
  ['POST', '/things/all', 'POST /things/all'],
  ['GET', '/things/7/whole', 'GET /things/{id}/whole'],
  ['GET', '/things/7/half', 'GET /things/{id}/{part}'],
  ['GET', '/thing', 'the document has no operation at this path'],
  ['GET', '/v1x0/7', 'the document has no operation at this path'],
  ['GET', '/v1.0/7', 'GET /v1.0/{id}'],
  ['PUT', '/v1.0/7', 'the document has no such method at this path, only GET, POST'],
])('%s %s finds: %s', (method, path, expected) => {
  expect(found(method, api + path)).toBe(expected)
  expect(found(method, path)).toBe(expected)
})

it('a literal path that lacks the method hides a template that has it', () => {
  expect(operationFinder(documented, api)('GET', '/things/all')).toMatchObject({
    why: 'the document has no such method at this path, only POST',
    methods: ['POST'],
  })
  expect(operationFinder(documented, api)('GET', '/thing')).toMatchObject({ methods: [] })
})

const of = operation('GET', '/things/{id}')

it('a parameter of a URL is read as its type in the first of the alternatives of a body', () => {
  const properties = { id: { type: 'string' } }
  const request = { oneOf: [{ type: 'object', properties }, { type: 'object' }] }
  expect({ ...inputOf({ ...of, request }, { id: '7' }) }).toEqual({ id: '7' })
})

it('a parameter of a URL is read as JSON where the operation has no body', () =>
  expect({ ...inputOf(of, { id: '7' }) }).toEqual({ id: 7 }))
