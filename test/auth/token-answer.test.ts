import { expect, it, vi } from 'vitest'
import type { ClientAuthentication, ClientCredentialsOptions } from '../../src/index.js'
import { useFakeClock } from '../support/clock.js'
import { all, type Answer, endpoint, granted, json, result } from '../support/token-endpoint.js'

useFakeClock()

type Options = Partial<ClientCredentialsOptions>
const at = 'the token endpoint auth.example.com/token'
const requested = `requested by client_secret_post for ${all.join(' ')}`
const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string

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
  ['beside what nobody reads', { refresh_token: 5, id_token: 'not.a.jwt' }, { value: 'tok-1' }],
  [
    'in 64 KiB',
    { padding: 'x'.repeat(65_536 - JSON.stringify({ ...granted, padding: '' }).length) },
    { value: 'tok-1' },
  ],
])('a token %s is taken', async (_, facts, expected) => {
  expect((await result([json({ ...granted, ...facts })])).end).toMatchObject(expected)
})

it('a token covers what was requested where the scope of the answer is to be ignored', async () => {
  const scope = 'api://x/a,api://x/b'
  for (const [ignoreGrantedScopes, scopes] of [
    [false, [scope]],
    [true, ['a', 'b']],
  ] as const)
    expect(
      (await result([json({ ...granted, scope })], { scopes: ['a', 'b'], ignoreGrantedScopes }))
        .end,
    ).toMatchObject({ scopes })
})

it.each<[string, ...unknown[]]>([
  [
    'its access_token is missing, or is empty, too long or not visible ASCII',
    ...['<html>', '', [], 'null', '"tok-1"', { access_token: undefined }],
    ...[null, ['tok-1'], {}, 5, 'a b', ''].map((token) => ({ access_token: token })),
  ],
  // A token in the wrong member is not quoted.
  [
    'its token_type is not Bearer',
    { token_type: undefined },
    ...[null, 5, 'DPoP', 'no type', 'tok-1'].map((token_type) => ({ token_type })),
  ],
  [
    'its expires_in is no number of seconds',
    ...[-1, 'soon', '-1', '600s', '', {}].map((expires_in) => ({ expires_in })),
    '{"access_token":"t","token_type":"Bearer","expires_in":1e999}',
  ],
  ['its scope is not a string', { scope: 5 }, { scope: ['a'] }],
])('a token is not taken where %s', async (flaw, ...bodies) => {
  const isPart = (body: unknown) => typeof body === 'object' && !Array.isArray(body)
  for (const body of bodies) {
    const { end } = await result([json(isPart(body) ? { ...granted, ...(body as object) } : body)])
    const message = `${at} gave no usable bearer token: ${flaw}`
    expect(end).toMatchObject({ status: 200, error: undefined, message })
  }
})

const code = (error: unknown, status = 400): Answer => json({ error }, status)
const described = (error_description: unknown, more: object = {}): Answer =>
  json({ error: 'invalid_request', error_description, ...more }, 400)
const scopesAdvice = 'set scopes to those, and only those, that were granted to you'

it.each<[string, Answer, object]>([
  [
    'its status and code',
    code('invalid_scope'),
    {
      status: 400,
      error: 'invalid_scope',
      message: `${at} answered 400 (invalid_scope); ${requested}; ${scopesAdvice}`,
    },
  ],
  [
    'its status alone',
    json('oops', 500),
    { status: 500, error: undefined, message: `${at} answered 500; ${requested}` },
  ],
  ['a status without a body', () => new Response(null, { status: 204 }), { status: 204 }],
  ['another success', json(granted, 201), { status: 201 }],
  [
    'a redirect',
    json('', 302, { location: 'https://else.example.com' }),
    { status: 302, message: `${at} answered 302; ${requested}; a redirect is never followed` },
  ],
  [
    'an error in a success',
    json({ ...granted, error: 'slow_down' }),
    { status: 200, error: 'slow_down', message: `${at} answered 200 (slow_down); ${requested}` },
  ],
  [
    'how long it asks to wait',
    json('', 429, { 'Retry-After': '7' }),
    { status: 429, facts: { retryAfter: 7 } },
  ],
  ['a code with figures and dots', code('AADSTS7000215.a-b'), { error: 'AADSTS7000215.a-b' }],
  ['a code of 64 characters', code('a'.repeat(64)), { error: 'a'.repeat(64) }],
  ['no longer code', code('a'.repeat(65)), { error: undefined }],
  ['no code that is no text', code({ code: 5 }), { error: undefined }],
  ['no code of a list', json([{ error: 'invalid_client' }], 400), { error: undefined }],
  ['no more of a code than a code', code('Not A Code'), { error: undefined }],
  [
    'its words',
    described('It is not known.'),
    {
      errorDescription: 'It is not known.',
      message: `${at} answered 400 (invalid_request): "It is not known."; ${requested}`,
    },
  ],
  [
    'its words without a code',
    described('only words', { error: undefined }),
    { message: `${at} answered 400: "only words"; ${requested}` },
  ],
  [
    'its words in one line',
    described('one\ntwo"three'),
    { message: matching(/: "one\\ntwo\\"three";/) },
  ],
  [
    '500 characters of its words',
    described('x'.repeat(501)),
    { errorDescription: 'x'.repeat(500) },
  ],
  [
    'no words that are no text',
    described(['words']),
    { errorDescription: undefined, message: `${at} answered 400 (invalid_request); ${requested}` },
  ],
])('a refusal of the token endpoint shows %s, and is not repeated', async (_, answer, facts) => {
  const { end, seen } = await result([answer, json(granted)])
  expect(end).toMatchObject(facts)
  expect([(end as Error).cause, seen.length]).toEqual([undefined, 1])
})

const basicAdvice = '; if the secret is right, the server may want client_secret_basic'
const assertion: ClientAuthentication = (_server, _client, form) =>
  form.set('client_assertion', 'a')
const two = { scopes: ['a', 'b'] }
const by = (
  clientAuthentication: Options['clientAuthentication'] = 'client_secret_post',
): Options => ({ ...two, clientAuthentication })

it.each<[string, Answer, Options, string]>([
  ['401', json('', 401), two, `401; requested by client_secret_post for a b${basicAdvice}`],
  [
    '400 invalid_client',
    code('invalid_client'),
    two,
    `400 (invalid_client); requested by client_secret_post for a b${basicAdvice}`,
  ],
  ['400', json('', 400), two, '400; requested by client_secret_post for a b'],
  [
    '401 to Basic',
    json('', 401),
    by('client_secret_basic'),
    '401; requested by client_secret_basic for a b',
  ],
  [
    '401 to a function',
    json('', 401),
    by(() => undefined),
    '401; requested by clientAuthentication for a b',
  ],
  [
    '400 to an assertion',
    json('', 400),
    by(assertion),
    '400; requested by a client_assertion for a b',
  ],
  [
    'more than 500 characters of scopes',
    json('', 400),
    { scopes: ['x'.repeat(499), 'yz'] },
    `400; requested by client_secret_post for ${'x'.repeat(499)} `,
  ],
  ['no scope', json('', 400), { scopes: [] }, '400; requested by client_secret_post for no scope'],
])(
  'the advice on a refusal names method and scopes, and Basic where that may help: %s',
  async (_, answer, options, words) =>
    expect((await result([answer], options)).end).toMatchObject({
      message: `${at} answered ${words}`,
    }),
)

const secret = 's3cret-a/b+c=d e&f'
const sends =
  (name: string, value: string): ClientAuthentication =>
  (_server, _client, _form, headers) =>
    headers.set(name, value)
const adds =
  (name: string, value: string): ClientAuthentication =>
  (_server, _client, form) =>
    form.set(name, value)
const rawBasic = sends('authorization', `Basic ${btoa(`client-1:${secret}`)}`)
const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJjbGllbnQtMSJ9.c2lnbmF0dXJl'

it.each<[string, string, Options]>([
  ['the secret', secret, {}],
  ['the secret in a form', new URLSearchParams({ a: secret }).toString().slice(2), {}],
  ['id and secret in base64, though sent by the form', btoa(`client-1:${secret}`), {}],
  [
    'the header of Basic',
    btoa(`client-1:${encodeURIComponent(secret)}`),
    { clientAuthentication: 'client_secret_basic' },
  ],
  ['the secret of Basic', secret, { clientAuthentication: 'client_secret_basic' }],
  ['the secret that a function sends raw', secret, { clientAuthentication: rawBasic }],
  [
    'id and secret that a function sends raw',
    `client-1:${secret}`,
    { clientAuthentication: rawBasic },
  ],
  [
    'the secret of a header where a plus is a space',
    'a long/secret',
    { clientAuthentication: sends('authorization', `Basic ${btoa('me:a+long%2Fsecret')}`) },
  ],
  [
    'a field that a function adds',
    'field-1234',
    { clientAuthentication: adds('passcode', 'field-1234') },
  ],
  [
    'a header that a function adds',
    'header-1234',
    { clientAuthentication: sends('x-mine', 'header-1234') },
  ],
  [
    'the words after its scheme',
    'header-1234',
    { clientAuthentication: sends('authorization', 'Mine header-1234') },
  ],
  ['an assertion', jwt, { clientAuthentication: adds('client_assertion', jwt) }],
  ['a parameter', 'resource-key-1', { parameters: { subject: 'resource-key-1' } }],
  ['one of several', 'resource-key-2', { parameters: { subject: ['a', 'resource-key-2'] } }],
  ['the query of its URL', 'tenant=tenant-4711&key=query-key-1', {}],
  ['a value of that', 'query-key-1', {}],
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

it('a token endpoint that sends back what is no secret is quoted', async () => {
  const { end } = await result([described('me may not use client_credentials')])
  expect((end as Error).message).toContain('me may not use client_credentials')
})

const failing =
  (facts: object, message = 'it failed'): Answer =>
  () =>
    Promise.reject(
      new TypeError('fetch failed', { cause: Object.assign(new Error(message), facts) }),
    )
const reset = failing({ code: 'ECONNRESET', syscall: 'read' })
const breaking: Answer = () =>
  new Response(new ReadableStream({ pull: (body) => body.error(new Error('cut')) }))
const large = json({ ...granted, padding: 'x'.repeat(65_536) })
const lateFailure: Answer = () => new Promise((_, reject) => setTimeout(reject, 800))
const unreachable = (codes: string) => matching(new RegExp(`could not be reached \\(${codes}\\)$`))
const ca = 'UNABLE_TO_GET_ISSUER_CERT; for a private CA see .*'

it.each<[string, Answer, number, object]>([
  [
    'was reset',
    reset,
    3,
    {
      message: matching(/could not be reached \(ECONNRESET\)$/),
      cause: { code: 'ECONNRESET' },
    },
  ],
  ['was refused', failing({ code: 'ECONNREFUSED', syscall: 'connect' }), 3, {}],
  ['found no answer to a name yet', failing({ code: 'EAI_AGAIN', syscall: 'getaddrinfo' }), 3, {}],
  ['failed without a code', failing({}), 3, {}],
  ['failed with a code that only begins as another', failing({ code: 'ENOTFOUND_YET' }), 3, {}],
  ['failed with a code that only ends as another', failing({ code: 'CACHE_ENOTFOUND' }), 3, {}],
  [
    'got an answer that breaks off',
    breaking,
    3,
    { message: matching(/sent an incomplete response$/) },
  ],
  [
    'met a name that does not exist',
    failing({ code: 'ENOTFOUND' }, 'no such name'),
    1,
    { message: unreachable('ENOTFOUND'), cause: { message: 'no such name' } },
  ],
  [
    'met a certificate',
    failing({ code: 'UNABLE_TO_GET_ISSUER_CERT' }),
    1,
    { message: unreachable(ca) },
  ],
  [
    'met an authority that is not known',
    failing({ code: 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA' }),
    1,
    {},
  ],
  [
    'met a proxy that asks for a password',
    failing({ code: 'UND_ERR_ABORTED' }, 'Proxy response (407) !== 200'),
    1,
    { message: unreachable('UND_ERR_ABORTED, the proxy answered 407') },
  ],
  [
    'got an answer of more than 64 KiB',
    large,
    1,
    { message: matching(/sent a response that cannot be read$/) },
  ],
  ['failed after its time', lateFailure, 1, { message: `${at} did not answer within 700 ms` }],
  [
    'held a secret in its failure',
    failing({ code: 's3cret-1' }, 'sent client_secret=s3cret-1'),
    3,
    {
      cause: { message: 'sent client_secret=[redacted]' },
      message: expect.not.stringContaining('s3cret-1') as string,
    },
  ],
])(
  'a token request that %s is repeated where that may pass: a token too many does no harm',
  async (_, answer, requests, facts) => {
    const { end, seen } = await result([answer], { timeout: 700 })
    expect([end, seen.length]).toMatchObject([facts, requests])
    const again = await result([answer, json(granted)], { timeout: 700 })
    expect(again.end).toMatchObject(requests === 1 ? facts : { value: 'tok-1' })
    expect(again.seen.at(-1)?.form).toEqual(again.seen[0]?.form)
  },
)

it.each([
  [{ maxRetries: 0 }, 1, 0],
  [{ maxRetries: 1 }, 2, 250],
  [{ maxRetries: 6 }, 7, 15_750],
  [{ maxRetries: 2, totalTimeout: 250 }, 1, 0],
  [{ maxRetries: 2, totalTimeout: 251 }, 2, 250],
  [{ maxRetries: 2, totalTimeout: 750 }, 2, 250],
  [{ maxRetries: 2, totalTimeout: 760 }, 3, 750],
])(
  'a token request is repeated as often as the limits of the call let it, after doubling waits: %j',
  async (limits, tries, waited) => {
    for (const [chance, share] of [
      [1, 1],
      [0, 0.5],
    ] as const) {
      vi.spyOn(Math, 'random').mockReturnValue(chance)
      const { source, seen } = endpoint([reset])
      const began = performance.now()
      const end = source.getToken(chance === 1 ? limits : { maxRetries: tries - 1 }).catch(String)
      await vi.runAllTimersAsync()
      await end
      const spent = performance.now() - began
      // Each wait lets one turn of the loop go by.
      expect(spent - waited * share).toBeLessThan(10)
      expect([spent >= Math.floor(waited * share), seen.length]).toEqual([true, tries])
    }
  },
)

it('a token endpoint may be silent for 10 s, unless timeout says otherwise', async () => {
  for (const [options, milliseconds] of [
    [{}, 10_000],
    [{ timeout: 700 }, 700],
  ] as const) {
    const { source, seen } = endpoint([() => new Promise(() => undefined)], options)
    let end: unknown
    source.getToken().catch((error: unknown) => (end = error))
    await vi.advanceTimersByTimeAsync(milliseconds - 1)
    expect([end, seen[0]?.signal.aborted]).toEqual([undefined, false])
    await vi.advanceTimersByTimeAsync(2)
    expect(end).toMatchObject({ message: `${at} did not answer within ${milliseconds} ms` })
    expect(seen[0]?.signal.aborted).toBe(true)
  }
})
