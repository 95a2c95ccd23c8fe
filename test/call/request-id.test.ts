import { expect, it } from 'vitest'
import type { ClientError, ClientEvent } from '../../src/index.js'
import { useFakeClock } from '../support/clock.js'
import { address, answer, broken, ended, quote, reading, scripted } from '../support/scripted.js'

useFakeClock()
const named = { 'x-request-id': 'req-7', 'x-shown': 'yes' }
const about = ({ type }: ClientEvent): boolean => type === 'response' || type === 'end'

it.each([
  ['a refusal', answer(409, {}, named)],
  ['a failure of the service', answer(500, {}, named)],
  ['a refused token', answer(401, {}, named)],
  ['a redirect', answer(302, {}, named)],
  ['what is no JSON', answer(200, '<html>', named)],
  ['a body that broke off', () => reading(200, { bytes: new Uint8Array(), cut: 'broken' }, named)],
  [
    'a body that never ends',
    () =>
      Promise.resolve({
        status: 200,
        headers: new Headers(named),
        read: () => new Promise<never>(() => undefined),
      }),
  ],
])('what the service’s support asks for is on the error and the events of %s', async (_, step) => {
  const { client, events } = scripted([step])
  const error = (await ended(client.createIssuerQuote(quote))) as ClientError
  expect([error.requestId, error.headers?.get('x-shown')]).toEqual(['req-7', 'yes'])
  for (const event of events.filter(about)) {
    expect(event).toMatchObject({ requestId: 'req-7', call: error.call })
    expect('headers' in event && event.headers?.get('x-shown')).toBe('yes')
  }
})

it('what the service’s support asks for comes with the data', async () => {
  const { client, events } = scripted([answer(200, {}, named)])
  const { requestId, headers } = await client.createIssuerQuote(quote).withResponse()
  expect([requestId, headers.get('x-shown')]).toEqual(['req-7', 'yes'])
  expect(events.at(-1)).toMatchObject({ type: 'end', requestId: 'req-7' })
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
  expect(error).toMatchObject({ requestId: undefined, headers: undefined, attempts: 2 })
  const answers = events.filter(({ type }) => type === 'response')
  expect(answers).toMatchObject([{ requestId: 'req-7' }, { requestId: undefined }])
})

it('what the service’s support asks for shows no secret, and is bounded', async () => {
  const echoed = { 'x-request-id': 'Bearer tok-1234567', 'x-echo': 'Bearer tok-1234567' }
  const { client } = scripted([answer(409, {}, echoed)])
  const error = (await ended(client.createIssuerQuote(quote))) as ClientError
  expect(error.requestId).toBe('Bearer [redacted]')
  expect(error.headers?.get('x-echo')).toBe('Bearer [redacted]')
  const long = scripted([answer(409, {}, { 'x-request-id': 'r'.repeat(5_000) })])
  const other = (await ended(long.client.createIssuerQuote(quote))) as ClientError
  expect(other.requestId).toHaveLength(200)
})

it.each<[string, number, object]>([
  ['a success', 200, { outcome: 'succeeded', attempts: 1 }],
  ['a refusal', 422, { outcome: 'rejected', code: 'ERR_API', attempts: 1 }],
  ['a failure', 500, { outcome: 'unknown', code: 'ERR_API', attempts: 1 }],
])('the end of a call is told once: %s', async (_, status, facts) => {
  const { client, events } = scripted([answer(status)])
  await ended(client.createIssuerQuote(quote))
  const ends = events.filter(({ type }) => type === 'end')
  expect(ends).toMatchObject([
    { operation: 'createIssuerQuote', call: events[0]?.call, milliseconds: 0, ...facts },
  ])
})

it('the end of a call is told of a call that was never sent', async () => {
  const { client, events } = scripted([answer(200)])
  const error = (await ended(client.createIssuerQuote({} as typeof quote))) as ClientError
  expect(events).toMatchObject([
    { type: 'end', call: error.call, outcome: 'not_sent', code: 'ERR_INVALID_REQUEST' },
  ])
  expect(events.filter(about).map((event) => 'headers' in event && event.headers)).toEqual([
    undefined,
  ])
})

it('the headers of an event show no token, and its members are those that there are', async () => {
  const { client, events } = scripted([answer(200, {}, { 'x-echo': 'tok-1234567' })])
  await ended(client.createIssuerQuote(quote))
  const shown = events.map((event) => 'headers' in event && event.headers?.get('x-echo'))
  expect(shown.filter(Boolean)).toEqual(['[redacted]', '[redacted]'])
  const [response] = events.filter(({ type }) => type === 'response')
  expect(Object.keys(response ?? {})).not.toContain('error')
  const failed = scripted([broken({})])
  await ended(failed.client.createIssuerQuote(quote))
  const [attempt] = failed.events.filter(({ type }) => type === 'response')
  expect(Object.keys(attempt ?? {})).not.toContain('status')
})
