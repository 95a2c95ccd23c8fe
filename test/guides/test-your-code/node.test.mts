import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'

it('renames an address that it put', async () => {
  const client = createClient(fakeIssuer().options)
  const place = { crypto_network: 'BASE', address: '0x1' } as const
  const { address } = await client.putCryptoDestinationAddress(place)
  await client.putCryptoDestinationAddress({ id: address.id, nickname: 'Cold vault' })
  const again = await client.putCryptoDestinationAddress(place)
  assert.equal(again.address.nickname, 'Cold vault')
})
