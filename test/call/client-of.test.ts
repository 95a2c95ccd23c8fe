import { expect, it, vi } from 'vitest'
import { createClient, createClientOf } from '../../src/index.js'
import * as operations from '../../src/operations.js'

const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' } as const
const { createIssuerQuote } = operations

function options() {
  const fetch = vi.fn((url: string, { method }: { method: string }) =>
    Promise.resolve(Response.json({ quote_id: `${method} ${url}` })),
  )
  return { baseUrl: 'https://api.example.com', auth: 'token', fetch }
}

it('a client of some operations has a method for each, by the name that it is given', async () => {
  const client = createClientOf({ createIssuerQuote, quote: createIssuerQuote }, options())
  expect(Object.keys(client)).toEqual(['createIssuerQuote', 'quote'])
  const { quote: renamed } = client
  expect((await renamed(quote)).quote_id).toBe('POST https://api.example.com/v2/issuer-quote')
})

it('a client of some operations names the operation by its operationId, whatever the method is called', async () => {
  const { renamed } = createClientOf({ renamed: createIssuerQuote }, options())
  await expect(renamed({ ...quote, side: 'HOLD' as never })).rejects.toMatchObject({
    operation: 'createIssuerQuote',
    code: 'ERR_INVALID_REQUEST',
  })
})

it('a client of some operations of all has the methods of the whole client', () =>
  expect(Object.keys(createClientOf(operations, options())).toSorted()).toEqual(
    Object.keys(createClient(options())).toSorted(),
  ))

it('a client of some operations names itself where an option is wrong', () =>
  expect(() => createClientOf({ createIssuerQuote }, { ...options(), baseUrl: 'no' })).toThrow(
    /^createClientOf: /,
  ))

it('a client of some operations says what it takes where it is given something else', () => {
  for (const wrong of [undefined, [], {}, { a: 'createIssuerQuote' }, createIssuerQuote])
    expect(() => createClientOf(wrong as never, options())).toThrow(
      'createClientOf: operations must be constants of stablecoin-issuer-api/operations by the names of the methods, such as { createIssuerQuote }',
    )
})
