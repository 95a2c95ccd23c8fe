import { describe, expect, it } from 'vitest'
import { operations } from '../../generated/operations.js'
import { operationFinder } from '../../src/document/find-operation.js'
import type { Operation } from '../../src/document/operation.js'

const [base] = Object.values(operations)
const operation = (method: string, path: string): Operation => ({
  ...(base as Operation),
  ...{ id: `${method} ${path}`, method, path },
  pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name })),
})
const find = operationFinder(
  Object.fromEntries(
    [
      operation('GET', '/things/{id}'),
      operation('POST', '/things/all'),
      operation('GET', '/things/{id}/{part}'),
      operation('GET', '/things/{id}/whole'),
    ].map((one) => [one.id, one]),
  ),
  'https://api.example.com/v2',
)
const found = (method: string, path: string): string => {
  const match = find(method, `https://api.example.com/v2${path}`)
  return 'why' in match ? match.why : match.operation.id
}

describe('the operation of a URL', () => {
  it.each([
    ['GET', '/things/7', 'GET /things/{id}'],
    ['POST', '/things/all', 'POST /things/all'],
    ['GET', '/things/7/whole', 'GET /things/{id}/whole'],
    ['GET', '/things/7/half', 'GET /things/{id}/{part}'],
    ['GET', '/thing', 'the document has no operation at this path'],
    ['PUT', '/things/7', 'the document has no such method at this path, only GET'],
  ])('%s %s is %s', (method, path, expected) => {
    expect(found(method, path)).toBe(expected)
  })

  it('is none of a template where a literal path lacks the method', () => {
    expect(found('GET', '/things/all')).toBe(
      'the document has no such method at this path, only POST',
    )
  })
})
