import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { operations } from '../../generated/index.js'
import { clientCredentials, createClient } from '../../src/index.js'
import { type Mock, startMock } from '../../src/mock/server.js'
import { mockClient } from '../../src/mock/token-server.js'
import type { Repeat } from '../../src/testing/call-record.js'
import { conversion, quote, unreferenced } from '../support/examples.js'
import { fetchToken, startServices } from '../systems/languages/services.js'

const repeats: Repeat[] = []
let mock: Mock
beforeAll(async () => {
  mock = await startMock({ onRepeat: (repeat) => repeats.push(repeat) })
})
afterAll(() => mock.stop())
afterEach(() => vi.useRealTimers())

const { id: clientId, secret: clientSecret } = mockClient
const grant = {
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: clientSecret,
  scope: 'exchange:write_issuer_quote',
}
const json = { 'Content-Type': 'application/json' }

/** Asks a mock for a quote, without a client. */
const askQuote = (url: string, headers: object, body: unknown = {}) =>
  fetch(`${url}/v2/issuer-quote`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  })

function clientOf(more: object, { url, tokenUrl } = mock) {
  const auth = clientCredentials({ tokenUrl, clientId, clientSecret, timeout: 1_000 })
  return createClient({ baseUrl: url, auth, maxRetries: 0, ...more })
}

it('the mock answers a method that a path does not have with 405 and the one that it has', async () => {
  const answer = await fetch(`${mock.url}/v2/issuer-quote`, { method: 'PROPFIND' })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')?.split(', ')).toContain('POST')
})

it('the mock refuses a token that it did not issue', async () => {
  const answer = await askQuote(mock.url, { Authorization: 'Bearer made-up' })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toContain('invalid_token')
})

it.each([3, 1])('the mock refuses a token %i s after it issued it', async (lifetime) => {
  const issuing = await startMock({ lifetime })
  // Just before a full second, which is all that the time in a token counts.
  const issuedAt = Date.UTC(2030, 0, 1, 0, 0, 0, 990)
  vi.useFakeTimers({ toFake: ['Date'], now: issuedAt })
  const granted = await fetch(issuing.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams(grant),
  })
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const statuses = []
  for (const age of [0, lifetime * 1_000 - 1, lifetime * 1_000]) {
    vi.setSystemTime(issuedAt + age)
    const answer = await askQuote(issuing.url, { Authorization: `Bearer ${token}` })
    statuses.push(answer.status)
  }
  await issuing.stop()
  expect(statuses).toEqual([422, 422, 401])
})

it('the mock tells of a request for a token that was late, and ends it with its connection', async () => {
  const entries: object[] = []
  const telling = await startMock({ onEnd: (entry) => entries.push(entry) })
  const ask = (milliseconds: number, signal?: AbortSignal) => {
    telling.next('token', { fault: 'slow', milliseconds })
    const body = new URLSearchParams(grant)
    return fetch(telling.tokenUrl, { method: 'POST', body, signal: signal ?? null })
  }
  expect((await ask(20)).status).toBe(200)
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  await expect(ask(200, AbortSignal.timeout(50))).rejects.toThrow('timeout')
  await expect
    .poll(() => entries)
    .toMatchObject([
      { fault: 'slow', status: 200 },
      { fault: 'slow', status: undefined },
    ])
  await sleep(300)
  // As the token server does of a request that ended before it was handled.
  expect(warned).not.toHaveBeenCalled()
  warned.mockRestore()
  await telling.stop()
})

it('the mock answers the next requests for tokens as it is told to, or all of them', async () => {
  const call = (of: Mock): Promise<unknown> =>
    clientOf({}, of)
      .createIssuerQuote(quote)
      .catch((error: unknown) => error)
  const unsent = { code: 'ERR_AUTHENTICATION', outcome: 'not_sent' }
  mock.next('token', { status: 400, body: { error: 'invalid_grant' } }, 'broken', 'cut')
  expect(await call(mock)).toMatchObject({ ...unsent, status: 400, error: 'invalid_grant' })
  expect(await call(mock)).toMatchObject({ ...unsent, cause: { code: 'ECONNRESET' } })
  const cut = await call(mock)
  expect(cut).toMatchObject(unsent)
  expect(cut).not.toHaveProperty('status')
  mock.next('token', { fault: 'slow', milliseconds: 300 })
  const startedAt = performance.now()
  expect(await call(mock)).toMatchObject({ side: quote.side })
  expect(performance.now() - startedAt).toBeGreaterThan(250)
  mock.next('token', 'no_answer')
  const late = await call(mock)
  expect(late).toMatchObject(unsent)
  expect(late).not.toHaveProperty('status')
  const faults = { token: { status: 429, headers: { 'Retry-After': '7' } } }
  const limiting = await startMock({ faults })
  for (let times = 0; times < 2; times++)
    expect(await call(limiting)).toMatchObject({ ...unsent, status: 429 })
  await limiting.stop()
})

it('the mock lets a page of another origin call and read why it was refused', async () => {
  const origin = { Origin: 'https://pages.example.com' }
  const asked = 'authorization,content-type'
  const preflight = {
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': asked,
  }
  for (const url of [`${mock.url}/v2/issuer-quote`, mock.tokenUrl]) {
    const allowed = await fetch(url, { method: 'OPTIONS', headers: { ...origin, ...preflight } })
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(allowed.headers.get('access-control-allow-headers')).toBe(asked)
    const methods = allowed.headers.get('access-control-allow-methods')?.split(', ')
    for (const { method } of Object.values(operations)) expect(methods).toContain(method)
  }
  const body = new URLSearchParams(grant)
  const granted = await fetch(mock.tokenUrl, { method: 'POST', headers: origin, body })
  expect(granted.status).toBe(200)
  const refused = await fetch(`${mock.url}/v2/issuer-quote`, { method: 'POST', headers: origin })
  expect(refused.status).toBe(401)
  for (const { headers } of [granted, refused])
    expect(['*', origin.Origin]).toContain(headers.get('access-control-allow-origin'))
  expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
})

it('the mock survives a field whose name no header can hold', async () => {
  const services = await startServices()
  const { BASE_URL = '' } = services.env
  const authorization = { Authorization: `Bearer ${await fetchToken(services.env)}` }
  const answer = await askQuote(BASE_URL, authorization, { '\u20ac\u0000': 1 })
  expect(answer.status).toBe(422)
  expect(answer.headers.get('sl-violations')).toContain('u20ac')
  await services.stop()
})

it('a reference that is carried out again is reported once for each copy, and not where the copy was refused', async () => {
  repeats.length = 0
  const client = clientOf({ timeout: 500 })
  const convert = (ref_id: string, more = {}) =>
    client.createStablecoinConversion({ ...conversion, ref_id, ...more }).catch(() => undefined)
  const repeat = { operation: 'createStablecoinConversion', field: 'ref_id', refId: 'twice' }
  mock.next('createStablecoinConversion', { status: 503 }, { status: 200, body: {} }, 'no_answer')
  for (let at = 0; at < 3; at++) await convert('twice')
  // The first two were not carried out.
  expect(repeats).toEqual([])
  await convert('other')
  mock.next('createStablecoinConversion', { status: 422 }, 'broken')
  await convert('twice')
  expect(repeats).toEqual([])
  await convert('twice', { amount: '2' })
  expect(repeats).toEqual([{ ...repeat, times: 2 }])
  await convert('twice')
  expect(repeats).toEqual([2, 3].map((times) => ({ ...repeat, times })))
})

it('a reference is none where an operation has none, or a call leaves it out', async () => {
  const client = clientOf({ generateRefId: false })
  repeats.length = 0
  for (let at = 0; at < 2; at++) {
    await client.createStablecoinConversion(unreferenced)
    await client.putCryptoDestinationAddress({ crypto_network: 'BASE', address: '0xabc' })
  }
  expect(repeats).toEqual([])
})
