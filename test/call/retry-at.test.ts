// The time from which the same call, made again, can come out differently without a person.

import { expect, it, vi } from 'vitest'
import { clientCredentials, type ClientOptions } from '../../src/index.js'
import { acme, acmeWith, conversion } from '../support/acme.js'
import { useFakeClock } from '../support/clock.js'
import { address, quote } from '../support/examples.js'
import { answer, broken, ended, scripted, silence, type Step } from '../support/scripted.js'

useFakeClock()

const refused = broken({ code: 'ECONNREFUSED', syscall: 'connect' })
const lost = broken({ code: 'ECONNRESET', syscall: 'read' })
const certificate = broken({ code: 'CERT_HAS_EXPIRED' })
const busy = answer(429, {}, { 'Retry-After': '90' })
const busyForDays = answer(429, {}, { 'Retry-After': '999999' })
const html = answer(200, '<html>')
const expired = answer(401)
const failing = () => Promise.reject(new Error('down'))
const tokens = (
  status: number,
  headers: HeadersInit = {},
  options: Partial<Parameters<typeof clientCredentials>[0]> = {},
): Partial<ClientOptions> => ({
  auth: clientCredentials({
    tokenUrl: 'https://auth.example.com/token',
    clientId: 'me',
    clientSecret: 'a-secret',
    ...options,
    scopes: acme.scopes,
    fetch: () => Promise.resolve(Response.json({ error: 'no' }, { status, headers })),
  }),
})
const never = undefined
const soon = [1, 9] as const

type Client = ReturnType<typeof scripted<typeof acme>>['client']
const convert = (client: Client) =>
  client.createStablecoinConversion({ ...conversion, ref_id: 'r-1' })
const put = (client: Client) => client.putCryptoDestinationAddress(address)
const ask = (client: Client) => client.createIssuerQuote(quote)
const read = (client: Client) => client.listConversions({ ref_id: 'r-1' })

/** The seconds until then, at least and at most. */
type Wait = readonly [least: number, most: number] | undefined
type Row = [string, Step, (client: Client) => Promise<unknown>, Wait, Partial<ClientOptions>?]
const referenced = acmeWith('putCryptoDestinationAddress', { referenceField: 'id' })
const keyed = acmeWith('createStablecoinConversion', { lookUp: undefined })

it.each<Row>([
  // It may have taken effect.
  ['a POST that was lost', lost, ask, never],
  ['a POST that was answered 503', answer(503), ask, never],
  ['a POST that was lost, with a key and without a journal', lost, convert, never],
  ['a POST that was redirected', answer(307), ask, never],
  ['a PUT that was lost', lost, put, soon],
  ['a PUT that was answered 503', answer(503), put, soon],
  ['a PUT without an answer in time', silence, put, soon],
  ['a PUT with an unreadable answer', html, put, soon],
  ['a PUT that was lost, under a reference', lost, put, never, { provider: referenced }],
  ['a PUT that was redirected', answer(307), put, never],
  // A read has no effect.
  ['a GET that was lost', lost, read, soon],
  ['a GET that was answered 408', answer(408), read, soon],
  ['a GET that was answered 503', answer(503), read, soon],
  ['a GET that was answered 404', answer(404), read, never],
  // The service refused it.
  ['a POST that was answered 422', answer(422), ask, never],
  ['a POST that was answered 401', expired, ask, never],
  [
    'a POST whose token expired, which is sent once',
    expired,
    ask,
    soon,
    { maxRetries: 0, auth: () => 'token' },
  ],
  ['a POST that was answered 429', answer(429), ask, soon],
  ['a POST that was answered 429, and has to wait', busy, ask, [90, 99]],
  ['a POST that was answered 429, and has to wait for days', busyForDays, ask, [86_400, 86_400]],
  // Nothing was sent.
  ['a POST that was refused by the connection', refused, ask, soon],
  ['a POST with an expired certificate', certificate, ask, soon],
  ['a POST whose token fails', refused, ask, soon, { auth: failing }],
  ['a POST whose token endpoint is down', refused, ask, soon, tokens(503)],
  [
    'a POST whose token endpoint is busy',
    refused,
    ask,
    [90, 99],
    tokens(429, { 'Retry-After': '90' }),
  ],
  ['a POST whose credentials are refused', refused, ask, never, tokens(401)],
  [
    'a POST whose secret is refused, where a function may give another',
    refused,
    ask,
    soon,
    tokens(401, {}, { clientSecret: () => 'a-secret' }),
  ],
  [
    'a POST whose key is refused, where a function may sign with another',
    refused,
    ask,
    soon,
    tokens(401, {}, { clientAuthentication: () => undefined }),
  ],
  ['a POST whose beforeSend fails', refused, ask, soon, { beforeSend: failing }],
  ['a POST that is invalid', refused, (client) => client.createIssuerQuote({} as never), never],
])('the error of %s says when it is made again', async (_, step, call, wait, options) => {
  const { client } = scripted([step], { provider: keyed, ...options })
  const error = (await ended(call(client as object as Client))) as { readonly retryAt?: Date }
  expect(error).not.toHaveProperty('mayRotate')
  if (wait === never) expect(error).not.toHaveProperty('retryAt')
  else {
    const seconds = (Number(error.retryAt) - Date.now()) / 1_000
    expect(seconds).toBeGreaterThanOrEqual(wait[0])
    expect(seconds).toBeLessThanOrEqual(wait[1])
  }
})

it('a call while the token endpoint is not asked again says the rest of that time', async () => {
  const busy = tokens(429, { 'Retry-After': '90' })
  const { client } = scripted([refused], { provider: keyed, ...busy })
  await ended(ask(client as object as Client))
  await vi.advanceTimersByTimeAsync(60_000)
  const { retryAt } = (await ended(ask(client as object as Client))) as { readonly retryAt?: Date }
  const seconds = (Number(retryAt) - Date.now()) / 1_000
  expect([seconds > 20, seconds < 40]).toEqual([true, true])
})
