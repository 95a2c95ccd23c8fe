import { expect, it } from 'vitest'
import { ClientError, type ClientEvent, InvalidRequestError } from '../../src/index.js'
import {
  baseUrl,
  failureOf,
  fetchOf,
  made,
  post,
  postageUrl,
  serviceOf,
  token,
} from '../support/fake-service.js'
import { type ClientOptions, createFetch } from '../support/parcels/client.js'

const init = { ...post, headers: { 'X-Trace': 't' } }
const stream = (): ReadableStream => new Blob([post.body]).stream()
it.each<[string, () => Parameters<typeof fetch>]>([
  ['an address', () => [postageUrl, init]],
  ['a URL', () => [new URL(postageUrl), init]],
  ['a path below the base address', () => ['/v1/postage', init]],
  ['a Request', () => [new Request(postageUrl, init)]],
  ['a Blob', () => [postageUrl, { ...init, body: new Blob([post.body]) }]],
  ['bytes', () => [postageUrl, { ...init, body: new TextEncoder().encode(post.body) }]],
  ['a stream', () => [postageUrl, { ...init, body: stream(), duplex: 'half' } as RequestInit]],
  ['what is not ours', () => [postageUrl, { ...init, redirect: 'follow', keepalive: true }]],
])('what is given to fetch is read, be it %s', async (_, call) => {
  const service = serviceOf()
  const response = await fetchOf(service)(...call())
  expect(await response.json()).toEqual(made)
  const [sent] = service.sent
  expect(service.sent).toHaveLength(1)
  expect([sent?.method, sent?.url, sent?.body]).toEqual(['POST', postageUrl, post.body])
  expect(sent?.headers.get('x-trace')).toBe('t')
  expect(sent?.headers.get('authorization')).toBe(`Bearer ${token}`)
})

it.each<[string, string, RequestInit, RegExp]>([
  ['another host', 'https://evil.example/gateway/v1/postage', post, /not on https:\/\/api/],
  ['another scheme', 'http://api.example.com/gateway/v1/postage', post, /not on/],
  ['credentials', 'https://a:b@api.example.com/gateway/v1/postage', post, /not on/],
  ['a password', 'https://:b@api.example.com/gateway/v1/postage', post, /not on/],
  ['another base path', 'https://api.example.com/v1/postage', post, /not below the base/],
  ['a longer base path', 'https://api.example.com/gateway2/v1/postage', post, /not below/],
  ['a way out', `${baseUrl}/../v1/postage`, post, /not below/],
  ['two slashes', '//evil.example/v1/postage', post, /no operation at this path/],
  ['no address', 'v1/postage', post, /must be absolute, or a path/],
  ['another path', `${baseUrl}/v1/other`, post, /no operation at this path/],
  ['another method', postageUrl, { method: 'DELETE' }, /no such method .*\bPOST\b/],
  ['a query', `${postageUrl}?dry_run=1`, post, /parameter that is not documented/],
  ['no body', postageUrl, { method: 'POST' }, /the body is missing/],
  ['an empty body', postageUrl, { method: 'POST', body: '' }, /the body is missing/],
  ['text', postageUrl, { method: 'POST', body: 'depot_id=p' }, /the body is not JSON/],
  ['null', postageUrl, { method: 'POST', body: 'null' }, /must be a JSON object/],
  ['a form', postageUrl, { method: 'POST', body: new FormData() }, /the body is not JSON/],
  ['no UTF-8', postageUrl, { method: 'POST', body: Uint8Array.of(0x22, 0xff, 0x22) }, /be read/],
  [
    'a bad header',
    postageUrl,
    { ...post, headers: { 'a b': 'c' } },
    /the headers .* cannot be read/,
  ],
  ['a bad value', postageUrl, { ...post, body: '{"depot_id":1}' }, /depot_id must be a string/],
  [
    'a number that would be changed',
    `${baseUrl}/v1/parcels`,
    {
      ...post,
      body: '{"depot_id":"p","weight":"1","from_town":"A","to_town":"B","metadata":{"n":12345678901234567890}}',
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

const unreadable = 'POST URL that cannot be read'
it.each([
  [`${baseUrl}/v3/other?secret=1#2`, 'POST', 'POST /gateway/v3/other'],
  ['/v3/other?secret=1', 'POST', 'POST /v3/other'],
  [`${baseUrl}/${'a'.repeat(300)}`, 'POST', `POST /gateway/${'a'.repeat(191)}`],
  [postageUrl, 'M'.repeat(30), `${'M'.repeat(20)} /gateway/v1/postage`],
  [`${baseUrl}/a\u202e\u0085`, 'POST', 'POST /gateway/a%E2%80%AE%C2%85'],
  [postageUrl, 'a\n\u001b[2J\u202e\u0085', 'A\\u000a\\u001b[2J\\u202e\\u0085 /gateway/v1/postage'],
  // A URL without a host may have a password anywhere.
  ['v1/other?secret=1', 'POST', unreadable],
  ['https://user:hidden@[api/v1/postage', 'POST', unreadable],
  ['user:hidden@api.example.com/v1/postage', 'POST', unreadable],
  ['//user:hidden@api.example.com/v1/postage', 'POST', 'POST /v1/postage'],
])('what is given to fetch is shown in the message alone: %s by %s', async (url, method, shown) => {
  const operations: unknown[] = []
  const onEvent = (event: ClientEvent): void =>
    void operations.push('operation' in event && event.operation)
  const call = fetchOf(serviceOf(), { onEvent })(url, { ...post, method })
  const { operation, message } = await failureOf(call, InvalidRequestError)
  expect([operation, operations]).toEqual(['unknown', ['unknown']])
  expect(message.startsWith(`${shown}: invalid request: `)).toBe(true)
})

it('what is given to fetch is refused when it was read before, and is no promise broken otherwise', async () => {
  const request = new Request(postageUrl, post)
  await request.text()
  const error = await failureOf(fetchOf(serviceOf())(request), InvalidRequestError)
  expect(error.message).toMatch(/quotePostage|the body cannot be read/)
  for (const nothing of [undefined, null, 7, {}])
    await failureOf(fetchOf(serviceOf())(nothing as never), InvalidRequestError)
})

it('what is given to fetch keeps digits and strings as they are', async () => {
  const service = serviceOf()
  const body = `{"depot_id":"p","weight":"12345678901234567890.5","from_town":"A","to_town":"B","ref_id":"r","metadata":{"n":0.1234567890123456,"__proto__":1}}`
  await fetchOf(service)(`${baseUrl}/v1/parcels`, { method: 'POST', body })
  expect(service.sent[0]?.body).toBe(body)
})

it('the headers of the caller go along, but those of the connection, of the body, of the sender and of this client', async () => {
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
    Cookie: 'a=b',
    Referer: 'https://app.example/user/7',
    Origin: 'https://app.example',
    Via: '1.1 app',
    Forwarded: 'for=192.0.2.1',
    'X-Forwarded-For': '192.0.2.1',
    'X-Forwarded-Host': 'evil.example',
    'X-Real-IP': '192.0.2.1',
    'X-HTTP-Method-Override': 'DELETE',
    'X-HTTP-Method': 'DELETE',
    'X-Method-Override': 'DELETE',
    'X-Method': 'DELETE',
    'X-Original-Method': 'DELETE',
    'X-Original-URL': '/v2/all',
    'X-Rewrite-URL': '/v2/all',
    'X-Override-URL': '/v2/all',
    'X-HTTP-Path-Override': '/v2/all',
    'X-HTTP-DestinationURL': '/v2/all',
    'X-WAWS-Unencoded-URL': '/v2/all',
    'X-MS-Original-URL': '/v2/all',
    'X-Real-URL': '/v2/all',
    'X-Request-URI': '/v2/all',
    'X-Replaced-Path': '/v2/all',
    'X-Host': 'evil.example',
    'X-Envoy-Original-Path': '/v2/all',
    'X-Envoy-Retry-On': '5xx',
    'X-Envoy-Max-Retries': '3',
    'X-Envoy-Upstream-RQ-Timeout-MS': '1',
    'l5d-retry-http': '5xx',
    'l5d-timeout': '1s',
  }
  const kept = { 'X-Trace': 't', 'X-Hostname': 'h', 'X-Paths': 'p', Prefer: 'code=200' }
  await fetchOf(service)(postageUrl, { ...post, headers: { ...dropped, ...kept } })
  expect(Object.fromEntries(service.sent[0]?.headers ?? [])).toEqual({
    'x-trace': 't',
    'x-hostname': 'h',
    'x-paths': 'p',
    prefer: 'code=200',
    'user-agent': expect.stringMatching(/^stablecoin-issuer-api/) as string,
    accept: 'application/json',
    'content-type': 'application/json',
    'content-length': String(post.body.length),
    authorization: `Bearer ${token}`,
  })
})

/** A stream of small pieces without an end, that counts what it gave. */
function endless() {
  const given = { pieces: 0, cancelled: false }
  const stream = new ReadableStream({
    pull: (controller) => {
      given.pieces++
      controller.enqueue(new Uint8Array(2 ** 16).fill(0x20))
    },
    cancel: () => void (given.cancelled = true),
  })
  return { given, stream }
}

const spaces = ' '.repeat(2 ** 20)
it.each<[string, (body: ReadableStream) => Parameters<typeof fetch>]>([
  ['a text', () => [postageUrl, { ...post, body: spaces + post.body }]],
  ['a Blob', () => [postageUrl, { ...post, body: new Blob([spaces, post.body]) }]],
  ['a stream', (body) => [postageUrl, { ...post, body, duplex: 'half' } as RequestInit]],
  [
    'a Request',
    (body) => [new Request(postageUrl, { ...post, body, duplex: 'half' } as RequestInit)],
  ],
  // Firefox's Request has no member `body`.
  [
    'a Request without a stream',
    () =>
      [
        {
          url: postageUrl,
          method: 'POST',
          arrayBuffer: () => new Blob([spaces, '{}']).arrayBuffer(),
        },
      ] as never,
  ],
])('a body of more than 1 MiB is read no further: %s', async (name, of) => {
  const { given, stream } = endless()
  const service = serviceOf()
  const error = await failureOf(fetchOf(service)(...of(stream)), InvalidRequestError)
  const message = 'the body is more than 1 MiB of JSON'
  expect(error.issues).toEqual([{ path: [], jsonPath: '$', message }])
  expect([error.outcome, service.sent]).toEqual(['not_sent', []])
  if (['a stream', 'a Request'].includes(name)) expect(given.cancelled).toBe(true)
  expect(given.pieces).toBeLessThan(20)
})

it.each(['a stream', 'a Request'])(
  'a body is cancelled when the call ends before it: %s',
  async (name) => {
    for (const signal of [undefined, AbortSignal.abort(), AbortSignal.timeout(20)]) {
      const silent = { cancelled: false }
      const cancel = (): void => void (silent.cancelled = true)
      const body = new ReadableStream({ pull: () => new Promise(() => undefined), cancel })
      const init = { ...post, body, duplex: 'half', ...(signal && { signal }) } as RequestInit
      const call = name === 'a stream' ? [postageUrl, init] : [new Request(postageUrl, init)]
      const fetch = fetchOf(serviceOf(), { totalTimeout: signal ? 1_000 : 20 })
      const { code } = await failureOf(fetch(...(call as [string])), ClientError)
      expect([code, silent.cancelled]).toEqual([signal ? 'ERR_ABORTED' : 'ERR_TIMEOUT', true])
    }
  },
)

it('a body that is a stream of texts, and no bytes, is refused', async () => {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(post.body)
      controller.close()
    },
  })
  const call = fetchOf(serviceOf())(postageUrl, { ...post, body, duplex: 'half' } as RequestInit)
  expect((await failureOf(call, InvalidRequestError)).message).toMatch(/the body is not JSON/)
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
  const response = await fetch(postageUrl, post).finally(() => {
    globalThis.fetch = before
  })
  expect([response.status, service.sent.length]).toEqual([200, 1])
})
