import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { convert } from './convert.js'

it('books a conversion', async () => {
  const { state } = await convert(createClient(fakeIssuer().options), '12.50', 'r-1')
  assert.equal(state, 'requested')
})
