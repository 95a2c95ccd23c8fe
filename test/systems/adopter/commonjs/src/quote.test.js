const { createClient } = require('stablecoin-issuer-api')
const { fakeIssuer } = require('stablecoin-issuer-api/testing')
const { quote } = require('./quote')

const client = createClient(fakeIssuer().options)
const order = /** @type {const} */ ({ profile_id: 'p', market: 'PAXGUSD', side: 'BUY' })

test('a price is a text', async () => {
  expect(await quote(client, { ...order, base_amount: '2.5' })).toMatch(/^\d/)
})

test('what does not fit is named', async () => {
  // @ts-expect-error a number for an amount
  expect(await quote(client, { ...order, base_amount: 2.5 })).toBe('$.base_amount')
})
