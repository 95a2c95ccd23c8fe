import { inspect } from 'node:util'
import { expect, it, vi } from 'vitest'
import type { TokenError } from '../../src/auth/access-token.js'
import {
  type ClientAuthentication,
  type ClientCredentialsOptions,
  createClient,
} from '../../src/index.js'
import { useFakeClock } from '../support/clock.js'
import { quote } from '../support/examples.js'
import { all, type Answer, endpoint, granted, json, result } from '../support/token-endpoint.js'

useFakeClock()

type Options = Partial<ClientCredentialsOptions>
const at = 'the token endpoint auth.example.com/token'

it.each<[string, object, object]>([
  ['for fewer scopes', { scope: 'a b' }, { scopes: ['a', 'b'] }],
  ['with spaces between scopes', { scope: ' a  b ' }, { scopes: ['a', 'b'] }],
  ['with no scope at all', { scope: '' }, { scopes: [] }],
  ['whose scope is null', { scope: null }, { scopes: all }],
  ['whose type is written otherwise', { token_type: 'bEARER' }, { value: 'tok-1' }],
  ['of no lifetime', { expires_in: undefined }, { lifetime: undefined, scopes: all }],
  ['whose lifetime is null', { expires_in: null }, { lifetime: undefined }],
  ['of no time', { expires_in: 0 }, { lifetime: 0 }],
  ['whose lifetime is written as a text', { expires_in: '600' }, { lifetime: 600 }],
  ['whose error is null', { error: null }, { value: 'tok-1' }],
  [
    'in 64 KiB',
    { padding: 'x'.repeat(65_536 - JSON.stringify({ ...granted, padding: '' }).length) },
    { value: 'tok-1' },
  ],
])('a token %s is taken', async (_, facts, expected) => {
  expect((await result([json({ ...granted, ...facts })])).end).toMatchObject(expected)
})

it('a token of another type is taken where that is the word of the server', async () => {
  const answer = json({ ...granted, token_type: 'BearerToken' })
  expect((await result([answer], { acceptTokenType: 'bearertoken' })).end).toMatchObject({
    value: 'tok-1',
  })
})

it('a token covers what was asked for where the scopes that it was granted are ignored', async () => {
  const answer = json({ ...granted, scope: 'other' })
  const { end } = await result([answer], { ignoreGrantedScopes: true })
  expect(end).toMatchObject({ scopes: all })
})

const own = "(acceptTokenType takes the server's own word)"
it.each<[string, ...unknown[]]>([
  ['access_token is missing', '<html>', '', [], 'null', '"tok-1"', { access_token: null }],
  ['access_token is empty', { access_token: '' }],
  ['access_token is not visible ASCII', { access_token: 'a b' }],
  ['access_token is longer than 8,192 characters', { access_token: 'x'.repeat(8_193) }],
  ['access_token is missing; it says maintenance', { access_token: null, msg: 'maintenance' }],
  [`token_type DPoP is not Bearer ${own}`, { token_type: 'DPoP' }],
  // A token in the wrong member is not quoted.
  [`token_type is not Bearer ${own}`, { token_type: '' }, { token_type: 'tok-1' }],
  [
    'expires_in is no number of seconds',
    ...[-1, 'soon', '600s', {}].map((expires_in) => ({ expires_in })),
    '{"access_token":"t","token_type":"Bearer","expires_in":1e999}',
  ],
  ['scope is no string', { scope: 5 }, { scope: ['a'] }],
])('a token is not taken where its %s', async (flaw, ...bodies) => {
  const isPart = (body: unknown) => typeof body === 'object' && !Array.isArray(body)
  for (const body of bodies) {
    const { end } = await result([json(isPart(body) ? { ...granted, ...(body as object) } : body)])
    const message = `${at} gave no usable bearer token: its ${flaw}`
    const { message: words, facts } = end as TokenError
    expect([words, facts]).toEqual([message, { status: 200 }])
  }
})

const code = (error: unknown, status = 400): Answer => json({ error }, status)
const described = (error_description: unknown, error?: string): Answer =>
  json({ error, error_description }, 400)
const by = (clientAuthentication: ClientAuthentication | string, more: Options = {}): Options => ({
  clientAuthentication: clientAuthentication as ClientAuthentication,
  ...more,
})
const sends = (name: string, value: string): Options =>
  by((_server, _client, _form, headers) => headers.set(name, value))
const adds = (name: string, value: string): Options =>
  by((_server, _client, form) => form.set(name, value))
const basic = by('client_secret_basic')
const posted = 'requested by client_secret_post for'
const scopesAdvice = 'set scopes to those, and only those, that were granted to you'
const basicAdvice = 'if the secret is right, the server may want client_secret_basic'
const many = ['x'.repeat(499), 'yz']

it.each<[string, Answer, Options?]>([
  [`400 (invalid_scope); ${posted} a b; ${scopesAdvice}`, code('invalid_scope')],
  [`500; ${posted} a b`, json('oops', 500)],
  [`404; ${posted} a b`, json('x'.repeat(65_537), 404)],
  [`302; ${posted} a b`, json('', 302, { location: 'https://a.b' })],
  [`200 (slow_down); ${posted} a b`, json({ ...granted, error: 'slow_down' })],
  [`201; ${posted} a b`, json(granted, 201)],
  [`204; ${posted} a b`, () => new Response(null, { status: 204 })],
  [`400 (oops): "It is not known."; ${posted} a b`, described('It is not known.', 'oops')],
  [`400: "only words"; ${posted} a b`, described('only words')],
  [`200: "E1: busy"; ${posted} a b`, json({ error: { code: 'E1', message: 'busy' } })],
  [`400: "one\\ntwo\\"three\\u202e"; ${posted} a b`, described('one\ntwo"three\u202e')],
  [`401; ${posted} a b; ${basicAdvice}`, json('', 401)],
  [`400 (invalid_client); ${posted} a b; ${basicAdvice}`, code('invalid_client')],
  ['401; requested by client_secret_basic for a b', json('', 401), basic],
  ['401; requested by clientAuthentication for a b', json('', 401), by(() => undefined)],
  [`400; ${posted} ${'x'.repeat(499)} `, json('', 400), { scopes: many }],
  [`400; ${posted} no scope`, json('', 400), { scopes: [] }],
])(
  'a refusal of the token endpoint is told with what was requested and what may help, and is not repeated: %s',
  async (words, answer, options) => {
    const { end, seen } = await result([answer, json(granted)], { scopes: ['a', 'b'], ...options })
    expect(end).toMatchObject({ facts: { status: Number(words.slice(0, 3)) } })
    expect([(end as Error).message, (end as Error).cause, seen.length]).toEqual([
      ...[`${at} answered ${words}`, undefined, 1],
    ])
  },
)

it.each<[string, Answer, object]>([
  ['how long it asks to wait', json('', 429, { 'Retry-After': '7' }), { retryAfter: 7 }],
  ['a code with figures and dots', code('AADSTS7000215.a-b'), { error: 'AADSTS7000215.a-b' }],
  ['no longer code', code('a'.repeat(65)), { error: undefined }],
  ['no more of a code than a code', code('Not A Code'), { error: undefined }],
  [
    '500 characters of its words',
    described('x'.repeat(501)),
    { errorDescription: 'x'.repeat(500) },
  ],
  [
    'its words on one line',
    described('a\n\u001b[2Jb\u202e'),
    { errorDescription: String.raw`a\u000a\u001b[2Jb\u202e` },
  ],
  ['no words that are no text', described(['words']), { errorDescription: undefined }],
])('a refusal of the token endpoint shows %s', async (_, answer, facts) =>
  expect((await result([answer])).end).toMatchObject({ facts }),
)

const secret = 's3cret-a/b+c=d e&f'
const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJjbGllbnQtMSJ9.c2lnbmF0dXJl'

it.each<[string, string, Options?]>([
  ['the secret', secret],
  ['the secret in a form', new URLSearchParams({ a: secret }).toString().slice(2)],
  ['the header of Basic', btoa(`client-1:${encodeURIComponent(secret)}`), basic],
  ['the secret of Basic', secret, basic],
  ['a field that a function adds', 'field-1234', adds('passcode', 'field-1234')],
  ['a header that a function adds', 'header-1234', sends('x-mine', 'header-1234')],
  ['the words after its scheme', 'header-1234', sends('authorization', 'Mine header-1234')],
  ['an assertion', jwt, adds('client_assertion', jwt)],
  ['a parameter', 'resource-key-1', { parameters: { subject: 'resource-key-1' } }],
  ['one of several', 'resource-key-2', { parameters: { subject: ['a', 'resource-key-2'] } }],
  ['the query of its URL', 'tenant=tenant-4711&key=query-key-1'],
  ['a value of that', 'query-key-1'],
])('a token endpoint that sends back %s shows it in no error', async (_, echo, options) => {
  const tokenUrl = 'https://auth.example.com/token?tenant=tenant-4711&key=query-key-1'
  const all = { tokenUrl, clientId: 'client-1', clientSecret: secret, ...options }
  const words = await result([described(`you sent <${echo}>`)], all)
  expect((words.end as Error).message).toContain('you sent <[redacted]>')
  for (const answer of [code(echo), json({ ...granted, token_type: echo })]) {
    const { message, ...facts } = (await result([answer], all)).end as Error
    expect(JSON.stringify([message, facts])).not.toContain(echo)
  }
})

it('a token endpoint that sends the token back as a scope shows it in no error and no event', async () => {
  const answer = json({ ...granted, access_token: 'tok-1234567', scope: 'a tok-1234567' })
  const events: unknown[] = []
  const auth = endpoint([answer]).source
  const onEvent = (event: unknown): void => void events.push(event)
  const client = createClient({ baseUrl: 'https://api.example.com', auth, onEvent })
  const error = await client.createIssuerQuote(quote).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ outcome: 'not_sent' })
  expect(inspect([error, events], { depth: 9 }) + JSON.stringify([error, events])).not.toContain(
    'tok-1',
  )
})

it('a token endpoint that sends back what is no secret is quoted', async () => {
  const words =
    'me may send no client_credentials as application/x-www-form-urlencoded;charset=UTF-8'
  const { end } = await result([described(words)])
  expect((end as Error).message).toContain(words)
})

const failing =
  (code: string | undefined, message = 'it failed', syscall?: string): Answer =>
  () => {
    const cause = Object.assign(new Error(message), { code, syscall })
    return Promise.reject(new TypeError('fetch failed', { cause }))
  }
const reset = failing('ECONNRESET', 'it failed', 'read')
const breaking: Answer = () =>
  new Response(new ReadableStream({ pull: (body) => body.error(new Error('cut')) }))
const large = json({ ...granted, padding: 'x'.repeat(65_536) })
const silent: Answer = () => new Promise(() => undefined)
const lateFailure: Answer = () => new Promise((_, reject) => setTimeout(reject, 800))
const lost = `the connection to ${at} failed`
const refused = failing('ECONNREFUSED', 'it failed', 'connect')
const proxy = failing('UND_ERR_ABORTED', 'Proxy response (407) !== 200')
const proxyWords = `${lost} (UND_ERR_ABORTED, the proxy answered 407)`
const ca = 'UNABLE_TO_GET_ISSUER_CERT'

it.each<[string, Answer, number, string]>([
  ['was reset', reset, 3, `${lost} (ECONNRESET)`],
  ['was refused', refused, 3, `${lost} (ECONNREFUSED)`],
  ['failed without a code', failing(undefined), 3, lost],
  ['got an answer that breaks off', breaking, 3, lost],
  ['met a name that does not exist', failing('ENOTFOUND'), 1, `${lost} (ENOTFOUND)`],
  ['met a certificate', failing(ca), 1, `${lost} (${ca}; for a private CA see `],
  ['met an authority that is not known', failing('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'), 1, lost],
  ['met a proxy that asks for a password', proxy, 1, proxyWords],
  ['got an answer of more than 64 KiB', large, 1, `${at} gave no usable bearer token`],
  ['failed after its time', lateFailure, 1, `${at} did not answer within 700 ms`],
])(
  'a token request that %s is repeated where that may pass: a token too many does no harm',
  async (_, answer, requests, words) => {
    const message = expect.stringContaining(words) as string
    const { end, seen } = await result([answer], { timeout: 700 })
    expect([end, seen.length]).toMatchObject([{ message }, requests])
    const again = await result([answer, json(granted)], { timeout: 700 })
    expect(again.end).toMatchObject(requests === 1 ? { message } : { value: 'tok-1' })
    expect(again.seen.at(-1)?.form).toEqual(again.seen[0]?.form)
  },
)

it('a token request that fails shows no secret in its error or in the cause of it', async () => {
  const clientSecret = 's3cret_1'
  const { end } = await result([failing(clientSecret, 'client_secret=s3cret_1')], { clientSecret })
  expect(end).toMatchObject({ facts: { cause: { message: 'client_secret=[redacted]' } } })
  expect((end as Error).message).not.toContain(clientSecret)
})

it('a token request that failed is told to the listener, each try', async () => {
  const emit = vi.fn()
  const end = endpoint([reset, json(granted)]).source.getToken({ emit })
  await vi.runAllTimersAsync()
  await end
  const error = expect.stringContaining('ECONNRESET') as string
  expect(emit.mock.calls).toMatchObject([[{ error }], [{ expiresIn: 3_600 }]])
})

it('a token server that cannot be reached, breaks off, is silent or sends a gateway to answer is taken for away, and one that refuses is not', async () => {
  const away = [reset, refused, breaking, silent, ...[502, 503, 504].map((one) => json('', one))]
  const there = [json('', 429), json('', 500), code('invalid_client', 401), json({})]
  const taken: unknown[] = []
  for (const answer of [...away, ...there])
    taken.push(((await result([answer])).end as TokenError).facts.unreachable === true)
  expect(taken).toEqual([...away.map(() => true), ...there.map(() => false)])
})

it.each<[limits: object, tries: number, waited: number, chance?: number]>([
  [{ maxRetries: 0 }, 1, 0],
  [{ maxRetries: 6 }, 7, 15_750],
  [{ maxRetries: 6 }, 7, 7_875, 0],
  [{ maxRetries: 2, totalTimeout: 250 }, 1, 0],
  [{ maxRetries: 2, totalTimeout: 251 }, 2, 250],
])(
  'a token request is repeated as often as the limits of the call let it, after doubling waits: %j',
  async (limits, tries, waited, chance = 1) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    const { source, seen } = endpoint([reset])
    const began = performance.now()
    const end = source.getToken(limits).catch(String)
    await vi.runAllTimersAsync()
    await end
    const spent = performance.now() - began
    expect(seen.length).toBe(tries)
    // Each wait lets one turn of the loop go by.
    expect([spent >= waited, spent < waited + 100]).toEqual([true, true])
  },
)
