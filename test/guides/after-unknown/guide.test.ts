import { expect, it, vi } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { settleUnknown } from './settle.js'

const at = new Date(0)
const address = { crypto_network: 'BASE', address: '0x1' }
const rows = [
  { key: 'r-1', operation: 'createStablecoinConversion', body: '{}', at },
  { key: 'c-2', operation: 'createIssuerQuote', body: '{}', at },
  { key: 'c-3', operation: 'putCryptoDestinationAddress', body: JSON.stringify(address), at },
]

it('puts addresses again, leaves quotes, and asks about conversions without sending them', async () => {
  const issuer = fakeIssuer()
  const settle = vi.fn(() => Promise.resolve())
  const ask = vi.fn()
  const journal = { unknown: () => Promise.resolve(rows), settle }
  await settleUnknown(createClient(issuer.options), journal, ask)
  expect(issuer.requests.map(({ operation, body }) => [operation, body])).toEqual([
    ['putCryptoDestinationAddress', address],
  ])
  expect(ask.mock.calls).toEqual([['r-1', at]])
  expect(settle.mock.calls).toEqual([
    ['c-2', 'abandoned'],
    ['c-3', 'repeated'],
  ])
})
