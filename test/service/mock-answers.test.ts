import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { scopes as ownScopes } from '../../generated/index.js'
import { startMock } from '../../scripts/mock/server.js'
import { clientCredentials, createClient } from '../../src/index.js'
import type { Repeat } from '../../src/testing/memory.js'
import { conversion, quote, unreferenced } from '../support/examples.js'
import { limits } from '../support/limits.js'
import { freePort } from '../support/listen.js'
import { bearerOf, openMock, type OperationId } from './stand-ins.js'

const repeats: Repeat[] = []
const mock = await openMock({ onRepeat: (repeat) => repeats.push(repeat) })
afterAll(() => mock.stop())
const { next, send } = mock
const quotes = '/v2/issuer-quote'

const clientOf = ({ options }: typeof mock) => createClient({ ...options(), maxRetries: 0 })

it('the mock answers a request that comes at the moment when its port opens', async () => {
  // The token server loads while the port is open.
  vi.doMock('oidc-provider', async (load) => {
    await sleep(500)
    return load<object>()
  })
  onTestFinished(() => {
    vi.doUnmock('oidc-provider')
  })
  const port = await freePort()
  const starting = startMock({ port })
  const signal = AbortSignal.timeout(limits.poll)
  const first = (): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/healthz`, { signal }).catch((error: unknown) => {
      if (signal.aborted) throw error
      return first()
    })
  expect(await first()).toMatchObject({ status: 200 })
  await (await starting).stop()
})

it('the mock refuses a token a second after it issued it for one', async () => {
  const issuing = await openMock({ lifetime: 1 })
  onTestFinished(issuing.stop)
  // Just before a full second, which is all that the time in a token counts.
  const issuedAt = Date.UTC(2030, 0, 1, 0, 0, 0, 990)
  vi.useFakeTimers({ toFake: ['Date'], now: issuedAt })
  onTestFinished(() => void vi.useRealTimers())
  const authorization = await bearerOf(issuing.options())
  const statusAt = async (age: number) => {
    vi.setSystemTime(issuedAt + age)
    return (await issuing.send('POST', quotes, quote, { authorization })).status
  }
  expect([await statusAt(0), await statusAt(999), await statusAt(1_000)]).toEqual([200, 200, 401])
})

it('the mock refuses a token without any scope as one with another scope', async () => {
  const answerTo = async (scopes: readonly string[]) => {
    const authorization = await bearerOf(mock.options(scopes))
    const { status, headers, data } = await send('POST', quotes, quote, { authorization })
    return [status, headers.get('www-authenticate'), data]
  }
  const refused = await answerTo([])
  expect(refused[0]).toBe(403)
  expect(refused).toEqual(await answerTo(['conversion:write_conversion_stablecoin']))
})

it('the mock takes a new secret without a restart, and goes on taking its tokens', async () => {
  const clients = ['one', 'two'].map((id) => ({ id, secret: `${id}-old`, scopes: ownScopes }))
  const { url, tokenUrl, stop } = await startMock({ clients })
  onTestFinished(stop)
  const rotate = async (order: object) => {
    const answer = await fetch(`${url}/mock/client`, { method: 'PUT', body: JSON.stringify(order) })
    return [answer.status, (await answer.text()).trim()]
  }
  const grant = async (clientId: string, clientSecret: string, isBasic = false) => {
    const clientAuthentication = isBasic ? 'client_secret_basic' : 'client_secret_post'
    const auth = clientCredentials({ tokenUrl, clientId, clientSecret, clientAuthentication })
    const client = createClient({ baseUrl: url, auth, maxRetries: 0 })
    const call = () => client.createIssuerQuote(quote).then(Boolean, () => false)
    return [await call(), call] as const
  }
  const [, callAgain] = await grant('one', 'one-old')
  expect(await rotate({ id: 'one', secret: 'one-new' })).toEqual([204, ''])
  for (const isBasic of [false, true]) {
    expect((await grant('one', 'one-new', isBasic))[0]).toBe(true)
    expect((await grant('one', 'one-old', isBasic))[0]).toBe(false)
    expect((await grant('two', 'two-old', isBasic))[0]).toBe(true)
  }
  expect(await callAgain()).toBe(true)
  expect(await rotate({ id: 'three', secret: 'x' })).toEqual([
    400,
    '"three" is not a client; there are one, two',
  ])
  expect(await rotate({ id: 'one' })).toEqual([
    400,
    expect.stringMatching(/^a secret must be a text/),
  ])
})

it('the mock answers the next requests for tokens as it is told to, or all of them', async () => {
  const call = (to = mock): Promise<unknown> =>
    clientOf(to)
      .createIssuerQuote(quote)
      .catch((error: unknown) => error)
  const unsent = { code: 'ERR_AUTHENTICATION', outcome: 'not_sent' }
  const token = 'token' as OperationId
  await next(token, { status: 400, body: { error: 'invalid_grant' } }, 'broken', 'cut')
  expect(await call()).toMatchObject({ ...unsent, status: 400, error: 'invalid_grant' })
  expect(await call()).toMatchObject({ ...unsent, cause: { code: 'ECONNRESET' } })
  const cut = { message: 'the response is incomplete' }
  expect(await call()).toMatchObject({ ...unsent, cause: cut })
  const faults = { token: { status: 429, headers: { 'Retry-After': '7' } } }
  const limiting = await openMock({ faults })
  onTestFinished(limiting.stop)
  for (const refused of [await call(limiting), await call(limiting)])
    expect(refused).toMatchObject({ ...unsent, status: 429 })
})

it('the mock refuses a field whose name no header can hold, and an amount of a million digits and a letter', async () => {
  const named = await send('POST', quotes, { '\u20ac\u0000': 1 })
  expect([named.status, named.headers.get('sl-violations')]).toEqual([
    422,
    expect.stringContaining('u20ac'),
  ])
  // By the documented pattern it would stand still for minutes.
  const long = { ...conversion, amount: `${'1'.repeat(1_000_000)}x` }
  expect((await send('POST', '/v2/conversion/stablecoins', long)).status).toBe(422)
})

it('a reference that is carried out again is reported once for each copy, and not where the copy was refused', async () => {
  const client = clientOf(mock)
  const convert = (ref_id: string, more = {}, options = {}) =>
    client
      .createStablecoinConversion({ ...conversion, ref_id, ...more }, options)
      .catch(() => undefined)
  const repeat = { operation: 'createStablecoinConversion', field: 'ref_id', refId: 'twice' }
  await next('createStablecoinConversion', { status: 503 }, { status: 200, body: {} }, 'no_answer')
  for (const options of [{}, {}, { timeout: 1_500 }]) await convert('twice', {}, options)
  // The first two were not carried out.
  expect(repeats).toEqual([])
  await convert('other')
  for (let copy = 0; copy < 2; copy++)
    await send('POST', '/v2/conversion/stablecoins', unreferenced)
  await next('createStablecoinConversion', { status: 422 }, 'broken')
  await convert('twice')
  expect(repeats).toEqual([])
  await convert('twice', { amount: '2' })
  await convert('twice')
  expect(repeats).toEqual([2, 3].map((times) => ({ ...repeat, times })))
})
