import { expect, it, vi } from 'vitest'
import { createFetchOf } from '../../src/index.js'
import { createIssuerQuote } from '../../src/operations.js'
import { schemaOf, schemas } from '../../src/schemas.js'

const order = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' }

const send = vi.fn(() => Promise.resolve(Response.json({ quote_id: 'q' })))
const options = { baseUrl: 'https://api.example.com', auth: 'token', fetch: send }
const ask = createFetchOf({ createIssuerQuote }, options)
const init = { method: 'POST', body: JSON.stringify(order) }

it('a fetch of some operations sends those', async () => {
  expect(await (await ask('/v2/issuer-quote', init)).json()).toEqual({ quote_id: 'q' })
})

it('a fetch of some operations refuses the others of the document, and sends nothing', async () => {
  send.mockClear()
  await expect(ask('/v2/conversion/stablecoins', init)).rejects.toThrow(
    'the document has no operation at this path',
  )
  expect(send).not.toHaveBeenCalled()
})

it('a fetch of some operations names itself where it is given no operations', () =>
  expect(() => createFetchOf({}, options)).toThrow(/^createFetchOf: operations must be/))

it('the schema of one operation checks as the one of all does', () => {
  for (const body of [order, { ...order, side: 'HOLD' }])
    expect(schemaOf(createIssuerQuote)['~standard'].validate(body)).toEqual(
      schemas.createIssuerQuote['~standard'].validate(body),
    )
})
