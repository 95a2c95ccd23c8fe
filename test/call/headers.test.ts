import { expect, it } from 'vitest'
import { type ClientError, type ClientOptions, createClient } from '../../src/index.js'
import { heldQuote, quote } from '../support/examples.js'
import { answer, scripted } from '../support/scripted.js'

const ok = answer(200, heldQuote)
const base = { baseUrl: 'https://api.example.com', auth: 'tok-1234567' }

it('the headers of a request are those of the client, and in their place those of the call', async () => {
  const headers = { 'X-Tenant': 'a', 'X-Left-Out': undefined, 'user-agent': 'treasury/1.0' }
  const { client, sent } = scripted([ok], { headers })
  await client.createIssuerQuote(quote, { headers: new Headers({ 'x-tenant': 'b', 'X-Job': '7' }) })
  await client.createIssuerQuote(quote)
  expect(sent[0]?.headers).toMatchObject({
    'x-tenant': 'b',
    'x-job': '7',
    'user-agent': 'treasury/1.0',
    authorization: 'Bearer tok-1234567',
  })
  expect(sent[0]?.headers).not.toHaveProperty('x-left-out')
  expect(sent[1]?.headers).toMatchObject({ 'x-tenant': 'a' })
  expect(sent[1]?.headers).not.toHaveProperty('x-job')
})

it.each<[string, unknown, RegExp]>([
  ['Authorization', { Authorization: 'x' }, /the header authorization is written by the client/],
  ['Content-Type', { 'Content-Type': 'x' }, /the header content-type is written by/],
  ['Host', { Host: 'x' }, /the header host is written by/],
  ['a line break', { 'x-a': 'hidden\r\nx-b: 1' }, /headers must be valid names and values/],
  ['a name with a space', { 'x a': 'hidden' }, /headers must be valid names and values/],
  [
    'null, of which Headers makes a text',
    { 'x-a': null },
    /headers must be valid names and values/,
  ],
  ['a text', 'x-a: hidden', /headers must be valid names and values/],
])('the headers of a request are refused: %s', async (_, headers, sentence) => {
  const options = { ...base, headers } as ClientOptions
  expect(() => createClient(options)).toThrow(TypeError)
  expect(() => createClient(options)).toThrow(sentence)
  const { client, sent } = scripted([ok])
  const error: unknown = await client
    .createIssuerQuote(quote, { headers: headers as never })
    .catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'ERR_INVALID_REQUEST', outcome: 'not_sent' })
  expect(String(error)).toMatch(sentence)
  expect(String(error)).not.toMatch(/hidd/)
  expect(sent).toEqual([])
})

it('the headers of a request show in no error, whatever they are called, but those that name the request', async () => {
  const [session, tenant, trace] = ['0123456789abcdef', 'tenant-number-1', 'request-number-1']
  const cookie = 'sid="fedcba9876543210"; b=2'
  const headers = { 'X-Session': `Session ${session}`, 'X-Tenant': tenant, Cookie: cookie }
  const { client } = scripted([answer(409, { session, tenant, cookie, trace })], {
    headers: { ...headers, 'X-Request-Id': trace },
  })
  const gone = '[redacted]'
  const hidden = { body: { session: gone, tenant: gone, cookie: gone, trace } }
  await expect(client.createIssuerQuote(quote)).rejects.toMatchObject(hidden)
  // As of the client, so of the call.
  const { client: plain } = scripted([answer(409, { session, tenant, cookie, trace })])
  await expect(plain.createIssuerQuote(quote, { headers })).rejects.toMatchObject(hidden)
})

it('a cookie or a token that the service sends stands in no error and no event', async () => {
  const cookie = { 'Set-Cookie': 'sid=0123456789abcdef', 'X-Other': 'for tok-1234567' }
  const { client, events } = scripted([answer(409, {}, cookie)], { requestIdHeader: 'Set-Cookie' })
  const thrown = await client.createIssuerQuote(quote).catch((reason: unknown) => reason)
  const { headers, requestId } = thrown as ClientError
  expect([headers?.get('x-other'), headers?.get('set-cookie'), requestId]).toEqual([
    ...['for [redacted]', null, undefined],
  ])
  expect(events.length).toBeGreaterThan(0)
  expect(JSON.stringify(events)).not.toMatch(/0123456789abcdef|tok-1/)
})
