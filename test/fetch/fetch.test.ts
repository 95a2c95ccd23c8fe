import { expect, it } from 'vitest'
import { type ClientOptions, createFetch, InvalidRequestError } from '../../src/index.js'
import {
  baseUrl,
  failureOf,
  fetchOf,
  post,
  quotes,
  serviceOf,
  token,
} from '../support/fake-service.js'

const init = { ...post, headers: { 'X-Trace': 't' } }
const stream = (): ReadableStream => new Blob([post.body]).stream()
it.each<[string, () => Parameters<typeof fetch>]>([
  ['an address', () => [quotes, init]],
  ['a URL', () => [new URL(quotes), init]],
  ['a path below the base address', () => ['/v2/issuer-quote', init]],
  ['a Request', () => [new Request(quotes, init)]],
  ['a Blob', () => [quotes, { ...init, body: new Blob([post.body]) }]],
  ['bytes', () => [quotes, { ...init, body: new TextEncoder().encode(post.body) }]],
  ['a stream', () => [quotes, { ...init, body: stream(), duplex: 'half' } as RequestInit]],
  ['what is not ours', () => [quotes, { ...init, redirect: 'follow', keepalive: true }]],
])('what is given to fetch is read, be it %s', async (_, call) => {
  const service = serviceOf()
  const response = await fetchOf(service)(...call())
  expect(await response.json()).toEqual({ quote_id: 'q' })
  const [sent] = service.sent
  expect(service.sent).toHaveLength(1)
  expect([sent?.method, sent?.url, sent?.body]).toEqual(['POST', quotes, post.body])
  expect(sent?.headers.get('x-trace')).toBe('t')
  expect(sent?.headers.get('authorization')).toBe(`Bearer ${token}`)
})

it.each<[string, string, RequestInit, RegExp]>([
  ['another host', 'https://evil.example/gateway/v2/issuer-quote', post, /not on https:\/\/api/],
  ['another scheme', 'http://api.example.com/gateway/v2/issuer-quote', post, /not on/],
  ['credentials', 'https://a:b@api.example.com/gateway/v2/issuer-quote', post, /not on/],
  ['a password', 'https://:b@api.example.com/gateway/v2/issuer-quote', post, /not on/],
  ['another base path', 'https://api.example.com/v2/issuer-quote', post, /not below the base/],
  ['a longer base path', 'https://api.example.com/gateway2/v2/issuer-quote', post, /not below/],
  ['a way out', `${baseUrl}/../v2/issuer-quote`, post, /not below/],
  ['two slashes', '//evil.example/v2/issuer-quote', post, /no operation at this path/],
  ['no address', 'v2/issuer-quote', post, /must be absolute, or a path/],
  ['another path', `${baseUrl}/v2/quotes`, post, /no operation at this path/],
  ['another method', quotes, { method: 'DELETE' }, /no such method .*\bPOST\b/],
  ['a query', `${quotes}?dry_run=1`, post, /parameter that is not documented/],
  ['no body', quotes, { method: 'POST' }, /the body is missing/],
  ['an empty body', quotes, { method: 'POST', body: '' }, /the body is missing/],
  ['text', quotes, { method: 'POST', body: 'profile_id=p' }, /the body is not JSON/],
  ['null', quotes, { method: 'POST', body: 'null' }, /must be a JSON object/],
  ['a form', quotes, { method: 'POST', body: new FormData() }, /the body is not JSON/],
  ['no UTF-8', quotes, { method: 'POST', body: Uint8Array.of(0x22, 0xff, 0x22) }, /be read/],
  ['a bad header', quotes, { ...post, headers: { 'a b': 'c' } }, /the headers .* cannot be read/],
  ['a bad value', quotes, { ...post, body: '{"profile_id":1}' }, /profile_id must be a string/],
  [
    'a number that would be changed',
    `${baseUrl}/v2/conversion/stablecoins`,
    {
      ...post,
      body: '{"profile_id":"p","amount":"1","source_asset":"A","target_asset":"B","metadata":{"n":12345678901234567890}}',
    },
    /more digits than can be kept/,
  ],
])(
  'what is given to fetch is refused before anything is sent: %s',
  async (_, address, init, sentence) => {
    const service = serviceOf()
    const error = await failureOf(fetchOf(service)(address, init), InvalidRequestError)
    expect(error.message).toMatch(sentence)
    expect([error.outcome, error.attempts, service.sent]).toEqual(['not_sent', 0, []])
  },
)

it('what is given to fetch is named by the error, without its query, where the document has no operation', async () => {
  const call = fetchOf(serviceOf())(`${baseUrl}/v3/quotes?secret=1`, post)
  const { operation, message, issues } = await failureOf(call, InvalidRequestError)
  expect(operation).toBe('POST /gateway/v3/quotes')
  expect(message).toMatch(/^POST \/gateway\/v3\/quotes: invalid request: the document has no/)
  expect(issues).toEqual([{ path: '$', message: 'the document has no operation at this path' }])
})

it.each([
  ['v2/quotes?secret=1#2', 'POST', 'POST v2/quotes'],
  [`${baseUrl}/${'a'.repeat(300)}`, 'POST', `POST /gateway/${'a'.repeat(191)}`],
  [quotes, 'M'.repeat(30), `${'M'.repeat(20)} /gateway/v2/issuer-quote`],
])('what is given to fetch is named by the error in short: %s by %s', async (url, method, name) => {
  const call = fetchOf(serviceOf())(url, { ...post, method })
  expect((await failureOf(call, InvalidRequestError)).operation).toBe(name)
})

it('what is given to fetch is refused when it was read before, and is no promise broken otherwise', async () => {
  const request = new Request(quotes, post)
  await request.text()
  const error = await failureOf(fetchOf(serviceOf())(request), InvalidRequestError)
  expect(error.message).toMatch(/createIssuerQuote|the body cannot be read/)
  for (const nothing of [undefined, null, 7, {}])
    await failureOf(fetchOf(serviceOf())(nothing as never), InvalidRequestError)
})

it('what is given to fetch keeps digits and strings as they are', async () => {
  const service = serviceOf()
  const body = `{"profile_id":"p","amount":"12345678901234567890.5","source_asset":"A","target_asset":"B","ref_id":"r","metadata":{"n":0.1234567890123456,"__proto__":1}}`
  await fetchOf(service)(`${baseUrl}/v2/conversion/stablecoins`, { method: 'POST', body })
  expect(service.sent[0]?.body).toBe(body)
})

it('the headers of the caller go along, but what is the connection’s, the body’s or ours', async () => {
  const service = serviceOf()
  const dropped = {
    Authorization: 'Bearer theirs',
    'Content-Type': 'text/plain',
    'Content-Length': '3',
    'Content-Encoding': 'gzip',
    'Accept-Encoding': 'zstd',
    Host: 'evil.example',
    Connection: 'close',
    'Keep-Alive': 'timeout=1',
    'Proxy-Authorization': 'Basic eDp5',
    TE: 'trailers',
    Upgrade: 'h2c',
    Expect: '100-continue',
  }
  const kept = { 'X-Trace': 't', Prefer: 'code=200', Cookie: 'a=b' }
  await fetchOf(service)(quotes, { ...post, headers: { ...dropped, ...kept } })
  expect(Object.fromEntries(service.sent[0]?.headers ?? [])).toEqual({
    ...{ 'x-trace': 't', prefer: 'code=200', cookie: 'a=b' },
    'user-agent': expect.stringMatching(/^stablecoin-issuer-api/) as string,
    ...{ accept: 'application/json', 'content-type': 'application/json' },
    ...{ 'content-length': String(post.body.length), authorization: `Bearer ${token}` },
  })
})

it('createFetch refuses wrong options as createClient does, in its own name', () => {
  const make = (options: object) => () => createFetch(options as ClientOptions)
  expect(make({ auth: token })).toThrow(/^createFetch: baseUrl must be an https URL/)
  const both = { baseUrl, auth: token, fetch, transport: () => undefined }
  expect(make(both)).toThrow(/^createFetch: give fetch or transport, not both$/)
})

it('createFetch can be the global fetch, and still sends what it is given once', async () => {
  const service = serviceOf()
  const { fetch: before } = globalThis
  globalThis.fetch = service.fetch
  const ours = createFetch({ baseUrl, auth: token })
  globalThis.fetch = (...call) => ours(...call)
  const response = await fetch(quotes, post).finally(() => {
    globalThis.fetch = before
  })
  expect([response.status, service.sent.length]).toEqual([200, 1])
})
