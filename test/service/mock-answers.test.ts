import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { scopes } from '../../generated/index.js'
import { clientCredentials, createClient } from '../../src/index.js'
import { type MockOptions, startMock } from '../../src/mock/server.js'
import { mockClient } from '../../src/mock/token-server.js'
import type { Repeat } from '../../src/testing/memory.js'
import { conversion, quote, unreferenced } from '../support/examples.js'
import { bearerOf } from './stand-ins.js'

const repeats: Repeat[] = []
beforeEach(() => void (repeats.length = 0))

async function started(options: MockOptions = {}) {
  const mock = await startMock(options)
  const { id: clientId, secret: clientSecret } = mockClient
  const { url: baseUrl, tokenUrl } = mock
  const credentials = { tokenUrl, clientId, clientSecret, scopes, timeout: 1_000 }
  const clientWith = (more: object = {}) =>
    createClient({ baseUrl, auth: clientCredentials(credentials), maxRetries: 0, ...more })
  const fetchToken = () => bearerOf({ auth: clientCredentials(credentials) })
  /** Sends what no client has checked. */
  const post = async (path: string, body: unknown, authorization?: string) =>
    fetch(baseUrl + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: authorization ?? (await fetchToken()),
      },
      body: JSON.stringify(body),
    })
  return { ...mock, clientWith, fetchToken, post }
}

const mock = await started({ onRepeat: (repeat) => repeats.push(repeat) })
afterAll(() => mock.stop())
const { clientWith, next, post } = mock

it('the mock refuses a token a second after it issued it for one', async () => {
  const issuing = await started({ lifetime: 1 })
  onTestFinished(() => issuing.stop())
  // Just before a full second, which is all that the time in a token counts.
  const issuedAt = Date.UTC(2030, 0, 1, 0, 0, 0, 990)
  vi.useFakeTimers({ toFake: ['Date'], now: issuedAt })
  onTestFinished(() => void vi.useRealTimers())
  const token = await issuing.fetchToken()
  const statusAt = async (age: number) => {
    vi.setSystemTime(issuedAt + age)
    return (await issuing.post('/v2/issuer-quote', quote, token)).status
  }
  expect([await statusAt(0), await statusAt(999), await statusAt(1_000)]).toEqual([200, 200, 401])
})

it('the mock answers the next requests for tokens as it is told to, or all of them', async () => {
  const call = ({ clientWith } = mock): Promise<unknown> =>
    clientWith()
      .createIssuerQuote(quote)
      .catch((error: unknown) => error)
  const unsent = { code: 'ERR_AUTHENTICATION', outcome: 'not_sent' }
  next('token', { status: 400, body: { error: 'invalid_grant' } }, 'broken', 'cut', 'no_answer')
  expect(await call()).toMatchObject({ ...unsent, status: 400, error: 'invalid_grant' })
  expect(await call()).toMatchObject({ ...unsent, cause: { code: 'ECONNRESET' } })
  for (const lost of [await call(), await call()]) {
    expect(lost).toMatchObject(unsent)
    expect(lost).not.toHaveProperty('status')
  }
  const faults = { token: { status: 429, headers: { 'Retry-After': '7' } } }
  const limiting = await started({ faults })
  onTestFinished(() => limiting.stop())
  for (const refused of [await call(limiting), await call(limiting)])
    expect(refused).toMatchObject({ ...unsent, status: 429 })
})

it('the mock refuses a field whose name no header can hold, and a body that is nested 5,000 deep', async () => {
  const named = await post('/v2/issuer-quote', { '\u20ac\u0000': 1 })
  expect([named.status, named.headers.get('sl-violations')]).toEqual([
    422,
    expect.stringContaining('u20ac'),
  ])
  const nested = async (levels: number) => {
    let metadata: object = {}
    while (levels-- > 0) metadata = { a: metadata }
    return (await post('/v2/conversion/stablecoins', { ...unreferenced, metadata })).status
  }
  expect([await nested(50), await nested(5_000)]).toEqual([200, 422])
})

it('a reference that is carried out again is reported once for each copy, and not where the copy was refused', async () => {
  const client = clientWith()
  const convert = (ref_id: string, more = {}, options = {}) =>
    client
      .createStablecoinConversion({ ...conversion, ref_id, ...more }, options)
      .catch(() => undefined)
  const repeat = { operation: 'createStablecoinConversion', field: 'ref_id', refId: 'twice' }
  next('createStablecoinConversion', { status: 503 }, { status: 200, body: {} }, 'no_answer')
  for (const options of [{}, {}, { timeout: 1_500 }]) await convert('twice', {}, options)
  // The first two were not carried out.
  expect(repeats).toEqual([])
  await convert('other')
  next('createStablecoinConversion', { status: 422 }, 'broken')
  await convert('twice')
  expect(repeats).toEqual([])
  await convert('twice', { amount: '2' })
  await convert('twice')
  expect(repeats).toEqual([2, 3].map((times) => ({ ...repeat, times })))
})

it('a reference is none where an operation has none, or a call leaves it out', async () => {
  const client = clientWith({ generateRefId: false })
  for (let at = 0; at < 2; at++) {
    await client.createStablecoinConversion(unreferenced)
    await client.putCryptoDestinationAddress({ crypto_network: 'BASE', address: '0xabc' })
  }
  expect(repeats).toEqual([])
})
