import { expect, it } from 'vitest'
import { ClientError, type ClientEvent, type ClientOptions, createFetch } from '../../src/index.js'
import { heldQuote, madeConversion, quote } from '../support/examples.js'
import { answer, scripted, silence, type Step } from '../support/scripted.js'

const baseUrl = 'https://api.example.com/gateway'
const quoteUrl = `${baseUrl}/v2/issuer-quote`
const post = { method: 'POST', body: JSON.stringify(quote) }
const token = 'token-8a6b3e5d71'
/** A success of either POST. */
const made = { ...heldQuote, ...madeConversion }

/** A fetch, and what it sent. */
const fetching = (options: Partial<ClientOptions> = {}, step: Step = answer(200, made)) =>
  scripted([step], { baseUrl, auth: token, ...options })

/** The error that a call ends with, and what was sent by then. */
async function failing(call: Parameters<typeof fetch>, options = {}, step?: Step) {
  const { fetch, sent } = fetching(options, step)
  const error: unknown = await fetch(...call).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ClientError)
  return { error: error as ClientError, sent: sent.length }
}
const refused = { code: 'ERR_INVALID_REQUEST', outcome: 'not_sent', attempts: 0 }

const init = { ...post, headers: { 'X-Trace': 't' } }
const stream = (): ReadableStream => new Blob([post.body]).stream()
it.each<[string, () => Parameters<typeof fetch>]>([
  ['an address', () => [quoteUrl, init]],
  ['a URL', () => [new URL(quoteUrl), init]],
  ['a path below the base address', () => ['/v2/issuer-quote', init]],
  ['a Request', () => [new Request(quoteUrl, init)]],
  ['a Blob', () => [quoteUrl, { ...init, body: new Blob([post.body]) }]],
  ['bytes', () => [quoteUrl, { ...init, body: new TextEncoder().encode(post.body) }]],
  ['a stream', () => [quoteUrl, { ...init, body: stream(), duplex: 'half' } as RequestInit]],
  ['what is not ours', () => [quoteUrl, { ...init, redirect: 'follow', keepalive: true }]],
])('what is given to fetch is read, be it %s', async (_, call) => {
  const { fetch, sent } = fetching()
  const response = await fetch(...call())
  expect(await response.json()).toEqual(made)
  const headers = { 'x-trace': 't', authorization: `Bearer ${token}` }
  expect(sent).toMatchObject([{ method: 'POST', url: quoteUrl, body: post.body, headers }])
})

const below = /must be below https:\/\/api\.example\.com\/gateway, or a path/
it.each<[string, string, RequestInit, RegExp]>([
  ['another host', 'https://evil.example/gateway/v2/issuer-quote', post, below],
  ['another scheme', 'http://api.example.com/gateway/v2/issuer-quote', post, below],
  ['another base path', 'https://api.example.com/v2/issuer-quote', post, below],
  ['a longer base path', 'https://api.example.com/gateway2/v2/issuer-quote', post, below],
  ['a way out', `${baseUrl}/../v2/issuer-quote`, post, below],
  ['two slashes', '//evil.example/v2/issuer-quote', post, /no operation at this path/],
  ['no address', 'v2/issuer-quote', post, below],
  ['another path', `${baseUrl}/v2/other`, post, /no operation at this path/],
  ['another method', quoteUrl, { method: 'DELETE' }, /no such method .*\bPOST\b/],
  ['a query', `${quoteUrl}?dry_run=1`, post, /parameter that is not documented/],
  ['no body', quoteUrl, { method: 'POST' }, /the body is missing/],
  ['an empty body', quoteUrl, { method: 'POST', body: '' }, /the body is missing/],
  ['text', quoteUrl, { method: 'POST', body: 'profile_id=p' }, /the body is not JSON/],
  ['null', quoteUrl, { method: 'POST', body: 'null' }, /must be a JSON object/],
  ['a form', quoteUrl, { method: 'POST', body: new FormData() }, /the body is not JSON/],
  ['no UTF-8', quoteUrl, { method: 'POST', body: Uint8Array.of(0x22, 0xff, 0x22) }, /be read/],
  ['a bad header', quoteUrl, { ...post, headers: { 'a b': 'c' } }, /the headers .* cannot be read/],
  ['a bad value', quoteUrl, { ...post, body: '{"profile_id":1}' }, /profile_id must be a string/],
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
    const { error, sent } = await failing([address, init])
    expect(error).toMatchObject(refused)
    expect([error.message, sent]).toEqual([expect.stringMatching(sentence), 0])
  },
)

const unreadable = 'POST URL that cannot be read'
it.each([
  [`${baseUrl}/v3/other?secret=1#2`, 'POST', 'POST /gateway/v3/other'],
  [`${baseUrl}/${'a'.repeat(300)}`, 'POST', `POST /gateway/${'a'.repeat(191)}`],
  [quoteUrl, 'M'.repeat(30), `${'M'.repeat(20)} /gateway/v2/issuer-quote`],
  [`${baseUrl}/a\u202e\u0085`, 'POST', 'POST /gateway/a%E2%80%AE%C2%85'],
  [quoteUrl, 'a\n\u001b[2J\u202e', 'A\\u000a\\u001b[2J\\u202e /gateway/v2/issuer-quote'],
  // A URL without a host may have a password anywhere.
  ['v2/other?secret=1', 'POST', unreadable],
  ['https://user:hidden@[api/v2/issuer-quote', 'POST', unreadable],
  ['//user:hidden@api.example.com/v2/issuer-quote', 'POST', 'POST /v2/issuer-quote'],
])('what is given to fetch is shown in the message alone: %s by %s', async (url, method, shown) => {
  const operations: unknown[] = []
  const onEvent = (event: ClientEvent): void =>
    void operations.push('operation' in event && event.operation)
  const { error } = await failing([url, { ...post, method }], { onEvent })
  const { operation, message } = error
  expect([operation, operations]).toEqual(['unknown', ['unknown']])
  expect(message.startsWith(`${shown}: invalid request: `)).toBe(true)
})

it('what is given to fetch is refused when it was read before, or is nothing that fetch takes', async () => {
  const request = new Request(quoteUrl, post)
  await request.text()
  for (const input of [request, undefined, null, 7, {}]) {
    const { error, sent } = await failing([input as never])
    expect([error, sent]).toMatchObject([refused, 0])
  }
})

it('what is given to fetch keeps digits and strings as they are', async () => {
  const { fetch, sent } = fetching({}, answer(200, { id: 'c-1' }))
  const body = `{"profile_id":"p","amount":"12345678901234567890.5","source_asset":"A","target_asset":"B","ref_id":"r","metadata":{"n":0.1234567890123456,"__proto__":1}}`
  await fetch(`${baseUrl}/v2/conversion/stablecoins`, { method: 'POST', body })
  expect(sent[0]?.body).toBe(body)
})

it('the headers of the caller go along, but those of the connection, of the body, of the sender and of this client', async () => {
  const dropped = [
    ...['Authorization', 'Content-Type', 'Content-Length', 'Content-Encoding', 'Accept-Encoding'],
    ...['Host', 'Connection', 'Keep-Alive', 'Proxy-Authorization', 'TE', 'Upgrade', 'Expect'],
    ...['Cookie', 'Referer', 'Origin', 'Via', 'Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host'],
    ...['X-Real-IP', 'X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', 'X-Method'],
    ...['X-Original-Method', 'X-Original-URL', 'X-Rewrite-URL', 'X-Override-URL', 'X-Host'],
    ...['X-HTTP-Path-Override', 'X-WAWS-Unencoded-URL', 'X-Real-URL'],
    ...['X-MS-Original-URL', 'X-Request-URI', 'X-Replaced-Path', 'X-Envoy-Original-Path'],
    ...['X-Envoy-Retry-On', 'X-Envoy-Max-Retries', 'X-Envoy-Upstream-RQ-Timeout-MS'],
    ...['l5d-retry-http', 'l5d-timeout'],
  ].map((name): [string, string] => [name, '1'])
  const kept = {
    'Idempotency-Key': 'k',
    'X-Trace': 't',
    'X-Hostname': 'h',
    'X-Paths': 'p',
    Prefer: 'code=200',
  }
  const { fetch, sent } = fetching()
  await fetch(quoteUrl, { ...post, headers: [...dropped, ...Object.entries(kept)] })
  expect(sent[0]?.headers).toEqual({
    'idempotency-key': 'k',
    'x-trace': 't',
    'x-hostname': 'h',
    'x-paths': 'p',
    prefer: 'code=200',
    'user-agent': expect.stringMatching(/^stablecoin-issuer-api/) as string,
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
  })
})

const withBody = (body: BodyInit, more: RequestInit = {}) =>
  ({ ...post, body, duplex: 'half', ...more }) as RequestInit
const large = ' '.repeat(2 ** 20) + post.body
it.each<[string, () => Parameters<typeof fetch>]>([
  ['a text', () => [quoteUrl, withBody(large)]],
  ['a Blob', () => [quoteUrl, withBody(new Blob([large]))]],
  // Firefox's Request has no member `body`.
  [
    'a Request without a stream',
    () => {
      const arrayBuffer = () => new Blob([large]).arrayBuffer()
      return [{ url: quoteUrl, method: 'POST', arrayBuffer } as Request]
    },
  ],
])('a body of more than 1 MiB is refused: %s', async (_, of) => {
  const { error, sent } = await failing(of())
  const message = 'the body is more than 1 MiB of JSON'
  expect(error).toMatchObject({ ...refused, issues: [{ path: [], message }] })
  expect(sent).toBe(0)
})

it('a body that does not come is awaited as long as the call may take', async () => {
  for (const signal of [undefined, AbortSignal.abort(), AbortSignal.timeout(20)]) {
    const body = new ReadableStream({ pull: () => new Promise(() => undefined) })
    const options = { totalTimeout: signal ? 1_000 : 20 }
    const init = withBody(body, signal && { signal })
    const { error, sent } = await failing([quoteUrl, init], options)
    const code = signal ? 'ERR_ABORTED' : 'ERR_TIMEOUT'
    expect(error).toMatchObject({ code, outcome: 'not_sent' })
    expect(sent).toBe(0)
  }
})

const whole = new TextEncoder().encode(post.body)
it.each<[string, RegExp, unknown, (body: ReadableStreamDefaultController) => void]>([
  ['of texts, and no bytes', /cannot be read/, post.body, (body) => body.close()],
  ['that breaks off after all of it', /cannot be read/, whole, (body) => body.error()],
])('a body that is a stream %s is refused', async (_, sentence, piece, end) => {
  const pieces = [piece]
  const pull = (body: ReadableStreamDefaultController): void =>
    pieces.length > 0 ? body.enqueue(pieces.pop()) : end(body)
  const { error } = await failing([quoteUrl, withBody(new ReadableStream({ pull }))])
  expect(error.message).toMatch(sentence)
})

it.each<[string, (init: RequestInit) => Parameters<typeof fetch>]>([
  ['init', (init) => [quoteUrl, init]],
  ['a Request', (init) => [new Request(quoteUrl, init)]],
  [
    'an overriding init',
    ({ signal, ...init }) => [new Request(quoteUrl, init), { signal: signal ?? null }],
  ],
])('a call ends by the signal of %s', async (_, of) => {
  const stop = new AbortController()
  const aborting: Step = (request) => {
    stop.abort()
    return silence(request)
  }
  for (const [outcome, count] of [
    ['unknown', 1],
    ['not_sent', 0],
  ]) {
    const { error, sent } = await failing(of({ ...post, signal: stop.signal }), {}, aborting)
    expect([error, sent]).toMatchObject([{ name: 'AbortError', outcome }, count])
  }
})

it('createFetch refuses wrong options as createClient does, in its own name', () => {
  const make = (options: object) => () => createFetch(options as ClientOptions)
  expect(make({ auth: token })).toThrow(/^createFetch: baseUrl must be an https URL/)
  const both = { baseUrl, auth: token, fetch, transport: () => undefined }
  expect(make(both)).toThrow(/^createFetch: give fetch or transport, not both$/)
})
