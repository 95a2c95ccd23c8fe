import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Mock, startMock } from '../../../../src/mock/server.js'
import { conversion } from '../orders.js'
import { connect } from './connect.js'
import { convert } from './convert.js'

let mock: Mock
beforeAll(async () => {
  mock = await startMock()
  const ISSUER_CLIENT = 'mock-client:mock-secret'
  const addresses = { ISSUER_URL: mock.url, ISSUER_TOKEN_URL: mock.tokenUrl }
  Object.assign(process.env, { ...addresses, ISSUER_CLIENT })
})
afterAll(() => mock.stop())

// #region next
/** Says how the mock answers the next requests of an operation, or those for a 'token'. */
function next(operation: string, ...answers: unknown[]) {
  const body = JSON.stringify({ operation, answers })
  return fetch(`${process.env['ISSUER_URL'] ?? ''}/mock/next`, { method: 'PUT', body })
}

it('sends an address again after an outage, and a conversion never', async () => {
  const client = connect(process.env)
  await next('putCryptoDestinationAddress', { status: 503 }, 'broken')
  const put = client.putCryptoDestinationAddress({ crypto_network: 'BASE', address: '0x1' })
  expect((await put.withResponse()).attempts).toBe(3)
  await next('createStablecoinConversion', { status: 503 })
  expect(await convert(client, conversion)).toEqual({ state: 'to be looked up' })
})
// #endregion
