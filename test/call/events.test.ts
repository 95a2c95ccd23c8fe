import { expect, it, vi } from 'vitest'
import type { ClientError, ClientEvent, TransportRequest } from '../../src/index.js'
import { useFakeClock } from '../support/clock.js'
import { address, conversion, quote } from '../support/examples.js'
import { answer, broken, ended, reading, scripted, type Step } from '../support/scripted.js'

useFakeClock()

const stored = {
  id: 'a',
  crypto_network: 'BASE',
  address: '0x1',
  nickname: 'n',
  status: 's',
  created_at: '2026-01-01T00:00:00Z',
  bookmarked: true,
}
const ok = answer(200, { address: stored })
const later =
  (step: Step): Step =>
  async (request: TransportRequest) => {
    await new Promise((resolve) => setTimeout(resolve, 250))
    return step(request)
  }

it('onEvent tells each attempt, answer and retry of a call, and how long each took', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { client, events } = scripted([later(answer(503)), later(ok)])
  await ended(client.putCryptoDestinationAddress(address))
  const [{ call } = {}] = events
  const subject = { operation: 'putCryptoDestinationAddress', call, refId: undefined }
  const took = { requestId: undefined, milliseconds: 250 }
  expect(call).toMatch(/^[0-9a-f-]{36}$/)
  // How long that is, retry.test.ts says.
  const { delay } = events.find(({ type }) => type === 'retry') as { delay: number }
  expect(delay).toBeGreaterThan(0)
  expect(events).toEqual([
    { type: 'attempt', ...subject, attempt: 1 },
    { type: 'response', ...subject, ...took, attempt: 1, status: 503, error: 'ERR_API' },
    { type: 'retry', ...subject, attempt: 1, reason: '503', delay },
    { type: 'attempt', ...subject, attempt: 2 },
    { type: 'response', ...subject, ...took, attempt: 2, status: 200 },
    {
      type: 'end',
      ...subject,
      ...took,
      milliseconds: expect.closeTo(500 + delay, -1) as number,
      attempts: 2,
      status: 200,
      outcome: 'succeeded',
    },
  ])
})

it.each<[string, Step, object]>([
  ['a failure', broken({}), { error: 'ERR_CONNECTION' }],
  [
    'a body that broke off',
    () => reading(200, { bytes: new Uint8Array(), cut: 'broken' }),
    { status: 200, error: 'ERR_CONNECTION' },
  ],
])('onEvent tells of %s what is known, and no more', async (_, step, facts) => {
  const { client, events } = scripted([step], { maxRetries: 0 })
  await ended(client.createStablecoinConversion(conversion))
  const [{ call } = {}, response] = events
  expect(response).toEqual({
    type: 'response',
    operation: 'createStablecoinConversion',
    refId: 'r-1',
    call,
    attempt: 1,
    requestId: undefined,
    milliseconds: 0,
    ...facts,
  })
})

it.each<[string, object, string]>([
  ['an unknown enum value', { ...stored, crypto_network: 'NEWCHAIN' }, 'crypto_network'],
  ['a new field', { ...stored, risk: 'low' }, 'risk'],
  ['a missing field', { ...stored, status: undefined }, 'status'],
])('onEvent reports drift and gives the data all the same: %s', async (_name, body, field) => {
  const { client, events } = scripted([answer(200, { address: body })])
  const data = await ended(client.putCryptoDestinationAddress(address))
  expect(data).toEqual({ address: JSON.parse(JSON.stringify(body)) as object })
  const drift = events.filter((event) => event.type === 'drift')
  expect(drift).toMatchObject([{ issues: [{ path: ['address', field] }] }])
  // Nothing of the body is told.
  expect(JSON.stringify(drift)).not.toMatch(/NEWCHAIN|low/)
})

it('onEvent reports drift without the token, as long as the name of a field may be', async () => {
  const token = `tok.en-${'1'.repeat(40)}`
  const { client, events } = scripted([answer(200, { address: { ...stored, [token]: 1 } })], {
    auth: token,
  })
  await ended(client.putCryptoDestinationAddress(address))
  expect(events.map(({ type }) => type)).toContain('drift')
  expect(JSON.stringify(events)).not.toContain('tok.en')
})

it('onEvent never breaks a call by what it throws', async () => {
  const fails = (): never => {
    throw new Error('the log is full')
  }
  for (const onEvent of [fails, () => Promise.reject(new Error('the log is full'))]) {
    const { client } = scripted([ok], { onEvent })
    const data = await ended(client.putCryptoDestinationAddress(address))
    expect(data).toEqual({ address: stored })
  }
})

const named = { 'x-request-id': 'req-7', 'x-shown': 'yes' }
type Answered = Extract<ClientEvent, { type: 'response' | 'end' }>
const about = (event: ClientEvent): event is Answered =>
  event.type === 'response' || event.type === 'end'

const endless: Step = async () => ({
  ...(await reading(200, { bytes: new Uint8Array() }, named)),
  read: () => new Promise<never>(() => undefined),
})

it.each([
  ['a refusal', answer(409, {}, named)],
  ['a refused token', answer(401, {}, named)],
  ['what is no JSON', answer(200, '<html>', named)],
  ['a body that never ends', endless],
])('what the service’s support asks for is on the error and the events of %s', async (_, step) => {
  const { client, events } = scripted([step])
  const error = (await ended(client.createIssuerQuote(quote))) as ClientError
  expect([error.requestId, error.headers?.get('x-shown')]).toEqual(['req-7', 'yes'])
  for (const event of events.filter(about))
    expect(event).toMatchObject({ requestId: 'req-7', call: error.call })
})

it('what the service’s support asks for is found in the header that requestIdHeader names', async () => {
  const step = answer(409, {}, { 'x-correlation-id': 'c-1', ...named })
  const { client } = scripted([step], { requestIdHeader: 'X-Correlation-Id' })
  expect(await ended(client.createIssuerQuote(quote))).toMatchObject({ requestId: 'c-1' })
  // As over undici, whose headers have names in lower case.
  const header = (name: string) => (name === 'x-correlation-id' ? 'c-2' : undefined)
  const quick = async () => ({ ...(await reading(409, { bytes: new Uint8Array() })), header })
  const other = scripted([quick], { requestIdHeader: 'X-Correlation-Id' }).client
  expect(await ended(other.createIssuerQuote(quote))).toMatchObject({ requestId: 'c-2' })
})

it('what the service’s support asks for is that of the last attempt, and of none that was not answered', async () => {
  const { client, events } = scripted([answer(503, {}, named), broken({})], { maxRetries: 1 })
  const error = await ended(client.putCryptoDestinationAddress(address))
  expect(error).toMatchObject({ attempts: 2 })
  expect(error).not.toHaveProperty('requestId')
  expect(error).not.toHaveProperty('headers')
  const answers = events.filter(({ type }) => type === 'response')
  expect(answers).toMatchObject([{ requestId: 'req-7' }, { requestId: undefined }])
})

it.each([
  ['without a secret', 'Bearer tok-1234567', 'Bearer [redacted]'],
  ['up to 200 characters', 'r'.repeat(5_000), 'r'.repeat(200)],
  ['so that it can be printed', 'a\u009b2Jb', String.raw`a\u009b2Jb`],
])('what the service’s support asks for is told %s', async (_, id, told) => {
  const { client, events } = scripted([answer(409, {}, { 'x-request-id': id })])
  const error = (await ended(client.createIssuerQuote(quote))) as ClientError
  for (const { requestId } of [error, ...events.filter(about)]) expect(requestId).toBe(told)
})
