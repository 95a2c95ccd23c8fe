import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { conversion } from '../orders.js'
import { convert } from './convert.js'

it('books a conversion', async () => {
  const { state } = await convert(createClient(fakeIssuer().options), conversion)
  assert.equal(state, 'requested')
})
