import { expect, it, vi } from 'vitest'
import { useFakeClock } from '../support/clock.js'
import { all, type Answer, endpoint, granted, json, result } from '../support/token-endpoint.js'

useFakeClock()

const at = 'the token endpoint auth.example.com/token'
const asked = `requested by client_secret_post for ${all.join(' ')}`

it.each<[string, Answer, object]>([
  [
    'its status and error code',
    json({ error: 'invalid_scope' }, 400),
    {
      status: 400,
      error: 'invalid_scope',
      message: `${at} answered 400 (invalid_scope); requested by client_secret_post for ${all.join(' ')}; set scopes to those, and only those, that were granted to you`,
    },
  ],
  [
    'its error code with space around',
    json('{ "error" :  "invalid_scope" }', 400),
    { error: 'invalid_scope' },
  ],
  [
    'its status alone',
    json('oops', 500),
    { status: 500, error: undefined, message: `${at} answered 500; ${asked}` },
  ],
  ['a status without a body', () => new Response(null, { status: 204 }), { status: 204 }],
  ['another success', json(granted, 201), { status: 201 }],
  [
    'a redirect',
    json('', 302, { location: 'https://else.example.com' }),
    { status: 302, message: `${at} answered 302; ${asked}; a redirect is never followed` },
  ],
  [
    'an error in a success',
    json({ ...granted, error: 'slow_down' }),
    { status: 200, error: 'slow_down', message: `${at} answered 200 (slow_down); ${asked}` },
  ],
  [
    'how long it asks to wait',
    json('', 429, { 'Retry-After': '7' }),
    { status: 429, facts: { retryAfter: 7 } },
  ],
  [
    'a code with figures and dots',
    json({ error: 'AADSTS7000215.a-b' }, 400),
    { error: 'AADSTS7000215.a-b' },
  ],
  ['no code that is no text', json({ error: { code: 5 } }, 400), { error: undefined }],
  ['no code of a list', json([{ error: 'invalid_client' }], 400), { error: undefined }],
  ['no more of a code than a code', json('{"error":"Not A Code"}', 400), { error: undefined }],
  ['no code that is too long', json({ error: 'a'.repeat(65) }, 400), { error: undefined }],
  [
    'a code that is as long as can be',
    json({ error: 'a'.repeat(64) }, 400),
    { error: 'a'.repeat(64) },
  ],
])('a failure of the token endpoint tells %s', async (_, answer, facts) => {
  const { end, seen } = await result([answer])
  expect(end).toMatchObject(facts)
  expect(end).toBeInstanceOf(Error)
  expect((end as Error).cause).toBeUndefined()
  expect(seen.length).toBe(1)
})

it('a failure of the token endpoint tells how long it was silent: 10 s, unless told otherwise', async () => {
  const silent: Answer = () => new Promise(() => undefined)
  for (const [options, milliseconds] of [
    [{}, 10_000],
    [{ timeout: 700 }, 700],
  ] as const) {
    const { source, seen } = endpoint([silent], options)
    let end: unknown
    source.getToken().catch((error: unknown) => (end = error))
    await vi.advanceTimersByTimeAsync(milliseconds - 1)
    expect([end, seen[0]?.signal.aborted]).toEqual([undefined, false])
    await vi.advanceTimersByTimeAsync(2)
    expect(end).toMatchObject({
      message: `${at} did not answer within ${milliseconds} ms`,
    })
    expect(seen[0]?.signal.aborted).toBe(true)
  }
})

it('a failure of the token endpoint tells the codes of a failed connection', async () => {
  const refused: Answer = () =>
    Promise.reject(
      new TypeError('fetch failed', {
        cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }),
      }),
    )
  expect((await result([refused])).end).toMatchObject({
    message: expect.stringMatching(
      /auth\.example\.com\/token could not be reached \(ECONNREFUSED\) in 3 tries within \d+ ms$/,
    ) as string,
    cause: { message: 'connect', code: 'ECONNREFUSED' },
  })
})

it('a failure of the token endpoint tells that an answer breaks off, after repeats, or is larger than 64 KiB', async () => {
  const breaking: Answer = () =>
    new Response(
      new ReadableStream({
        pull: (body) => body.error(new Error('cut')),
      }),
    )
  const cut = await result([breaking])
  expect([String(cut.end), cut.seen.length]).toEqual([
    expect.stringMatching(/sent an incomplete response in 3 tries within \d+ ms$/),
    3,
  ])
  const large = await result([json({ ...granted, padding: 'x'.repeat(64 * 1024) })])
  expect([String(large.end), large.seen.length]).toEqual([
    expect.stringMatching(/sent a response that cannot be read$/),
    1,
  ])
})

it('a failure of the token endpoint is none where an answer is as large as can be', async () => {
  const body = JSON.stringify(granted)
  const padded = body + ' '.repeat(64 * 1024 - body.length)
  expect((await result([json(padded)])).end).toMatchObject({ value: 'tok-1' })
})

const said = (error_description: unknown, more: object = {}): Answer =>
  json({ error: 'invalid_request', error_description, ...more }, 400)

it('the words of a token endpoint are in the sentence, and a property of the error', async () => {
  const words = 'The audience is not known.'
  expect((await result([said(words)])).end).toMatchObject({
    errorDescription: words,
    message: `${at} answered 400 (invalid_request): "${words}"; ${asked}`,
  })
})

it.each([
  ['what is no text', 5],
  ['null', null],
  ['a list', ['words']],
])('the words of a token endpoint are not %s', async (_, words) => {
  expect((await result([said(words)])).end).toMatchObject({
    errorDescription: undefined,
    message: `${at} answered 400 (invalid_request); ${asked}`,
  })
})

it('the words of a token endpoint are cut after 500 characters', async () => {
  const { end } = await result([said('x'.repeat(501))])
  expect(end).toMatchObject({ errorDescription: 'x'.repeat(500) })
})

it('the words of a token endpoint do not break the line', async () => {
  const { end } = await result([said('one\ntwo"three')])
  expect((end as Error).message).toContain(': "one\\ntwo\\"three";')
})

it('the words of a token endpoint are told without a code too', async () => {
  const { end } = await result([said('only words', { error: undefined })])
  expect((end as Error).message).toContain('answered 400: "only words"; requested by')
})

const basic = 'if the secret is right, the server may want client_secret_basic'

it.each<[string, Answer, object, boolean]>([
  ['401', json('', 401), {}, true],
  ['401 of another code', json({ error: 'unauthorized_client' }, 401), {}, true],
  ['400 invalid_client', json({ error: 'invalid_client' }, 400), {}, true],
  ['400', json({ error: 'invalid_request' }, 400), {}, false],
  ['401 to Basic', json('', 401), { clientAuthentication: 'client_secret_basic' }, false],
  ['401 to a function', json('', 401), { clientAuthentication: () => undefined }, false],
])(
  'the advice on a refusal names Basic after %s or does not',
  async (_, answer, options, isNamed) => {
    const { message } = (await result([answer], options)).end as Error
    expect(message.endsWith(`; ${basic}`)).toBe(isNamed)
  },
)

it.each<[string, object, string]>([
  ['Basic', { clientAuthentication: 'client_secret_basic' }, 'client_secret_basic'],
  ['a function', { clientAuthentication: () => undefined }, 'clientAuthentication'],
  [
    'an assertion',
    {
      clientAuthentication: (_server: unknown, _client: unknown, form: URLSearchParams) =>
        form.set('client_assertion', 'a'),
    },
    'a client_assertion',
  ],
])('the advice on a refusal names the method that was used: %s', async (_, options, method) => {
  const { end } = await result([json('', 400)], { scopes: ['a', 'b'], ...options })
  expect(end).toMatchObject({ message: `${at} answered 400; requested by ${method} for a b` })
})

it('the advice on a refusal names the scopes that were asked for, at most 500 characters of them', async () => {
  const scopes = ['x'.repeat(499), 'yz']
  const { end } = await result([json('', 400)], { scopes })
  expect(end).toMatchObject({
    message: `${at} answered 400; requested by client_secret_post for ${'x'.repeat(499)} `,
  })
  const none = await result([json('', 400)], { scopes: [] })
  expect((none.end as Error).message).toMatch(/ for no scope$/)
})

it('the advice on a refusal never shows the query of the token URL', async () => {
  const tokenUrl = 'https://auth.example.com:8443/a/token?key=hidden'
  const { end } = await result([json('', 400)], { tokenUrl })
  expect((end as Error).message).toMatch(
    /^the token endpoint auth\.example\.com:8443\/a\/token answered/,
  )
  expect((end as Error).message).not.toContain('hidden')
})
