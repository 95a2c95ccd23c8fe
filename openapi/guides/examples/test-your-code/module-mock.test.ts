import { expect, it, vi } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { conversion } from '../orders.js'
import { convert } from './convert.js'

// #region module
vi.mock(import('stablecoin-issuer-api'), async (importOriginal) => {
  const original = await importOriginal()
  const { fakeIssuer } = await import('stablecoin-issuer-api/testing')
  const createClient: typeof original.createClient = (options) =>
    original.createClient({ ...options, ...fakeIssuer({ provider: options.provider }).options })
  return { ...original, createClient }
})
// #endregion

it('gives the fake to code that makes its own client', async () => {
  const client = createClient({ baseUrl: 'https://api.example.com', auth: 'token' })
  expect(await convert(client, conversion)).toMatchObject({ state: 'requested' })
})
