import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClientCredentialsOptions, clientCredentials } from '../src/index.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const all = [
  'transfer:write_crypto_destination_address',
  'conversion:write_conversion_stablecoin',
  'exchange:write_issuer_quote',
]
const granted = { access_token: 'tok-1', token_type: 'Bearer', expires_in: 3_600 }
type Answer = () => Response | Promise<Response>
const json =
  (body: unknown, status = 200, headers = {}): Answer =>
  () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

interface Seen {
  readonly url: string
  readonly headers: Headers
  readonly form: Record<string, string>
  readonly signal: AbortSignal
}

/** A source of tokens whose endpoint gives one answer after the other, the last one again and again. */
function endpoint(answers: readonly Answer[], options: Partial<ClientCredentialsOptions> = {}) {
  const seen: Seen[] = []
  const source = clientCredentials({
    tokenUrl: 'https://auth.example.com/token',
    clientId: 'me',
    clientSecret: 's3cret-1',
    fetch: (url, init) => {
      // Node sends a stream, which is read as a text here.
      const form = Object.fromEntries(new URLSearchParams(String(init?.body as unknown)))
      const headers = new Headers(init?.headers)
      seen.push({ url: url as string, headers, form, signal: init?.signal as AbortSignal })
      const answer = answers[Math.min(seen.length, answers.length) - 1] as Answer
      return Promise.resolve().then(answer)
    },
    ...options,
  })
  return { source, seen }
}

/** The token, or what went wrong. */
async function result(answers: readonly Answer[], options: Partial<ClientCredentialsOptions> = {}) {
  const { source, seen } = endpoint(answers, options)
  const end = source.getToken().catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return { end: await end, seen }
}

describe('a token request', () => {
  it('asks for every scope of the document, with id and secret in its form', async () => {
    const { end, seen } = await result([json(granted)])
    expect(end).toEqual({ value: 'tok-1', lifetime: 3_600, scopes: all })
    expect(seen.length).toBe(1)
    expect(seen[0]?.url).toBe('https://auth.example.com/token')
    expect(seen[0]?.headers.has('authorization')).toBe(false)
    expect(seen[0]?.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/)
    expect(seen[0]?.form).toEqual({
      grant_type: 'client_credentials',
      client_id: 'me',
      client_secret: 's3cret-1',
      scope: all.join(' '),
    })
  })

  it('puts both into the header by client_secret_basic', async () => {
    const { seen } = await result([json(granted)], { clientAuthentication: 'client_secret_basic' })
    expect(seen[0]?.headers.get('authorization')).toMatch(/^Basic /)
    expect(seen[0]?.form).not.toHaveProperty('client_secret')
  })

  it('is signed by a function of the caller, without a secret', async () => {
    const { source, seen } = endpoint([json(granted)], {
      clientAuthentication: (_server, _client, body) => {
        body.set('signed', 'yes')
      },
    })
    await source.getToken()
    expect(seen[0]?.form).toEqual({
      grant_type: 'client_credentials',
      scope: all.join(' '),
      signed: 'yes',
    })
  })

  it('asks for the scopes of the caller, which cannot be changed afterwards', async () => {
    const scopes = ['a', 'b']
    const { source, seen } = endpoint([json(granted)], { scopes })
    scopes.push('c')
    expect(await source.getToken()).toMatchObject({ scopes: ['a', 'b'] })
    expect(seen[0]?.form['scope']).toBe('a b')
    expect([Object.isFrozen(source), Object.isFrozen(source.scopes)]).toEqual([true, true])
  })

  it.each(['http://localhost:1/token', 'http://127.0.0.1:1/token', 'http://[::1]:1/token'])(
    'goes over plain http to loopback: %s',
    async (tokenUrl) => {
      const { end, seen } = await result([json(granted)], { tokenUrl })
      expect([end, seen[0]?.url]).toMatchObject([{ value: 'tok-1' }, tokenUrl])
    },
  )

  it('uses the global fetch as it is then', async () => {
    const source = clientCredentials({
      tokenUrl: 'https://auth.example.com/token',
      clientId: 'me',
      clientSecret: 's3cret-1',
    })
    vi.stubGlobal('fetch', () => Promise.resolve(json(granted)()))
    expect(await source.getToken()).toMatchObject({ value: 'tok-1' })
    vi.unstubAllGlobals()
  })
})

describe('a token', () => {
  it.each<[string, object, object]>([
    ['for fewer scopes', { scope: 'a b' }, { scopes: ['a', 'b'] }],
    ['whose type is written otherwise', { token_type: 'bEARER' }, { value: 'tok-1' }],
    ['of no lifetime', { expires_in: undefined }, { lifetime: undefined, scopes: all }],
  ])('%s is taken', async (_, facts, expected) => {
    const { end } = await result([json({ ...granted, ...facts })])
    expect(end).toMatchObject(expected)
  })

  it.each<[string, unknown]>([
    ['its body is not JSON', '<html>'],
    ['its body is not JSON', ''],
    ['its body is not a JSON object', []],
    ['its body is not a JSON object', 'null'],
    ['its body is not a JSON object', '"tok-1"'],
    ['access_token is missing', { token_type: 'Bearer' }],
    ['access_token is null', { ...granted, access_token: null }],
    ['access_token is a list', { ...granted, access_token: ['tok-1'] }],
    ['access_token is an object', { ...granted, access_token: {} }],
    ['access_token is a number', { ...granted, access_token: 5 }],
    ['access_token is empty, too long or not visible ASCII', { ...granted, access_token: 'a b' }],
    ['access_token is empty, too long or not visible ASCII', { ...granted, access_token: '' }],
    ['token_type is missing', { ...granted, token_type: undefined }],
    ['token_type is null', { ...granted, token_type: null }],
    ['token_type is a number', { ...granted, token_type: 5 }],
    ['token_type is DPoP', { ...granted, token_type: 'DPoP' }],
    [`token_type is ${'x'.repeat(40)}`, { ...granted, token_type: 'x'.repeat(40) }],
    ['token_type is not Bearer', { ...granted, token_type: 'x'.repeat(41) }],
    ['token_type is not Bearer', { ...granted, token_type: 'no type' }],
    ['token_type is not Bearer', { ...granted, token_type: 'type!' }],
    ['token_type is not Bearer', { ...granted, token_type: '!type' }],
    // The token in the wrong place is not told.
    ['token_type is not Bearer', { ...granted, token_type: 'tok-1' }],
    ['expires_in is -1', { ...granted, expires_in: -1 }],
    ['expires_in is a string', { ...granted, expires_in: 'soon' }],
    ['expires_in is null', { ...granted, expires_in: null }],
    ['expires_in is an object', { ...granted, expires_in: {} }],
    ['scope is a number', { ...granted, scope: 5 }],
    ['scope is a list', { ...granted, scope: ['a'] }],
    ['a member that is optional cannot be used', { ...granted, refresh_token: 5 }],
    ['a member that is optional cannot be used', { ...granted, expires_in: 0, refresh_token: 5 }],
    ['a member that is optional cannot be used', { ...granted, scope: 'a', refresh_token: 5 }],
    [
      'a member that is optional cannot be used',
      { ...granted, expires_in: undefined, refresh_token: 5 },
    ],
  ])('is not taken where %s: %j', async (flaw, body) => {
    const { end } = await result([json(body)])
    expect(end).toMatchObject({
      status: 200,
      error: undefined,
      message: `the token endpoint gave no usable bearer token: ${flaw}`,
    })
  })

  it('is asked for again after it was refused', async () => {
    const { source, seen } = endpoint([json(granted)])
    await source.getToken()
    expect(source.heldToken?.()).toMatchObject({ value: 'tok-1' })
    source.dropToken('tok-1')
    await source.getToken()
    expect(seen.length).toBe(2)
  })
})

describe('a failure of the token endpoint', () => {
  it.each<[string, Answer, object]>([
    [
      'its status and error code',
      json({ error: 'invalid_scope' }, 400),
      {
        status: 400,
        error: 'invalid_scope',
        message: 'the token endpoint answered 400 (invalid_scope)',
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
      { status: 500, error: undefined, message: 'the token endpoint answered 500' },
    ],
    ['a status without a body', () => new Response(null, { status: 204 }), { status: 204 }],
    ['another success', json(granted, 201), { status: 201 }],
    ['a redirect', json('', 302, { location: 'https://else.example.com' }), { status: 302 }],
    [
      'how long it asks to wait',
      json('', 429, { 'Retry-After': '7' }),
      { status: 429, retryAfter: 7 },
    ],
    ['no more of a code than a code', json('{"error":"Not A Code"}', 400), { error: undefined }],
    ['no code that is too long', json({ error: 'a'.repeat(65) }, 400), { error: undefined }],
    [
      'a code that is as long as can be',
      json({ error: 'a'.repeat(64) }, 400),
      { error: 'a'.repeat(64) },
    ],
  ])('tells %s', async (_, answer, facts) => {
    const { end, seen } = await result([answer])
    expect(end).toMatchObject(facts)
    expect(end).toBeInstanceOf(Error)
    expect((end as Error).cause).toBeUndefined()
    expect(seen.length).toBe(1)
  })

  it('tells how long it was silent: 10 s, unless told otherwise', async () => {
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
        message: `the token endpoint did not answer within ${milliseconds} ms`,
      })
      expect(seen[0]?.signal.aborted).toBe(true)
    }
  })

  it('tells the codes of a failed connection', async () => {
    const refused: Answer = () =>
      Promise.reject(
        new TypeError('fetch failed', {
          cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }),
        }),
      )
    expect((await result([refused])).end).toMatchObject({
      message: 'the token endpoint could not be reached (ECONNREFUSED)',
    })
  })

  it.each<[string, Answer]>([
    [
      'breaks off',
      () =>
        new Response(
          new ReadableStream({
            pull: (body) => {
              body.error(new Error('cut'))
            },
          }),
        ),
    ],
    ['is larger than 64 KiB', json({ ...granted, padding: 'x'.repeat(64 * 1024) })],
  ])('tells that an answer %s', async (_, answer) => {
    expect((await result([answer])).end).toMatchObject({
      message: expect.stringContaining('an answer that cannot be read') as string,
    })
  })

  it('is none where an answer is as large as can be', async () => {
    const body = JSON.stringify(granted)
    const padded = body + ' '.repeat(64 * 1024 - body.length)
    expect((await result([json(padded)])).end).toMatchObject({ value: 'tok-1' })
  })
})

describe('a secret function', () => {
  const refusal = json({ error: 'invalid_client' }, 401)

  it('is asked at each request', async () => {
    let made = 0
    const { source, seen } = endpoint([json(granted)], {
      clientSecret: () => Promise.resolve(`secret-${++made}`),
    })
    await source.getToken()
    source.dropToken('tok-1')
    await source.getToken()
    expect(seen.map(({ form }) => form['client_secret'])).toEqual(['secret-1', 'secret-2'])
  })

  it('is asked once more after invalid_client, and no third time', async () => {
    const clientSecret = vi.fn(() => 'wrong')
    const { end, seen } = await result([refusal], { clientSecret })
    expect(end).toMatchObject({ status: 401, error: 'invalid_client' })
    expect([seen.length, clientSecret.mock.calls.length]).toEqual([2, 2])
  })

  it.each<[string, Answer]>([
    ['500', json('', 500)],
    ['429', json('', 429)],
    ['another error code', json({ error: 'unauthorized_client' }, 401)],
    ['a token that cannot be used', json({})],
  ])('is asked once after %s', async (_, answer) => {
    const clientSecret = vi.fn(() => 'right')
    const { seen } = await result([answer], { clientSecret })
    expect([seen.length, clientSecret.mock.calls.length]).toEqual([1, 1])
  })

  it('is what a second request is for: a text would be the same', async () => {
    expect((await result([refusal])).seen.length).toBe(1)
    const clientAuthentication = vi.fn()
    expect((await result([refusal], { clientAuthentication })).seen.length).toBe(1)
  })

  it.each<[string, () => string | Promise<string>, string]>([
    [
      'throws',
      () => {
        throw new RangeError('vault-detail')
      },
      ': it failed with RangeError',
    ],
    ['rejects', () => Promise.reject(new TypeError('vault-detail')), ': it failed with TypeError'],
    ['gives nothing', () => '', ''],
    ['gives what is no text', () => 5 as never, ''],
    ['gives a function', () => (() => 'secret') as never, ''],
  ])('that %s sends nothing', async (_, clientSecret, why) => {
    const { end, seen } = await result([json(granted)], { clientSecret })
    expect(end).toMatchObject({ message: `clientSecret gave no secret${why}` })
    expect(seen).toEqual([])
  })

  it.each<[string, Partial<ClientCredentialsOptions>]>([
    ['clientSecret', { clientSecret: () => new Promise<string>(() => undefined) }],
    ['clientAuthentication', { clientAuthentication: () => new Promise<void>(() => undefined) }],
  ])(
    'that never settles ends with the time, and the next call asks again: %s',
    async (name, options) => {
      const { source, seen } = endpoint([json(granted)], { timeout: 700, ...options })
      for (let call = 0; call < 2; call++) {
        let end: unknown
        source.getToken().catch((error: unknown) => (end = error))
        await vi.advanceTimersByTimeAsync(699)
        expect(end).toBeUndefined()
        await vi.advanceTimersByTimeAsync(2)
        expect(end).toMatchObject({ message: `${name} did not answer within 700 ms` })
        await vi.advanceTimersByTimeAsync(500)
      }
      expect(seen).toEqual([])
    },
  )

  it('shares its time with the request that follows', async () => {
    const clientSecret = () =>
      new Promise<string>((resolve) => {
        setTimeout(() => {
          resolve('secret-1')
        }, 400)
      })
    const silent: Answer = () => new Promise(() => undefined)
    const { source, seen } = endpoint([silent], { timeout: 700, clientSecret })
    let end: unknown
    source.getToken().catch((error: unknown) => (end = error))
    await vi.advanceTimersByTimeAsync(701)
    expect(seen.length).toBe(1)
    expect(end).toMatchObject({ message: 'the token endpoint did not answer within 700 ms' })
  })
})

describe('a token request over a connection that was kept', () => {
  const failing =
    (facts: object): Answer =>
    () =>
      Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), facts) }))
  const reset = failing({ code: 'ECONNRESET', syscall: 'read' })
  const refused = failing({ code: 'ECONNREFUSED', syscall: 'connect' })

  /** How often the endpoint is asked for a second token. */
  async function second(...answers: Answer[]) {
    const { source, seen } = endpoint([json(granted), ...answers], { timeout: 700 })
    await source.getToken()
    source.dropToken('tok-1')
    const end = source.getToken().catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    return { end: await end, requests: seen.length - 1, forms: seen.map(({ form }) => form) }
  }

  it('is sent again once when it breaks', async () => {
    const { end, requests, forms } = await second(reset, json(granted))
    expect([end, requests]).toMatchObject([{ value: 'tok-1' }, 2])
    expect(forms[2]).toEqual(forms[1])
  })

  it('is not sent a third time', async () => {
    const { end, requests } = await second(reset)
    expect([end, requests]).toMatchObject([
      { message: 'the token endpoint could not be reached (ECONNRESET)' },
      2,
    ])
  })

  it('is not sent again where the endpoint is away', async () => {
    const { end, requests } = await second(refused)
    expect([end, requests]).toMatchObject([
      { message: 'the token endpoint could not be reached (ECONNREFUSED)' },
      1,
    ])
  })

  it('is not sent again after an answer, or its time', async () => {
    expect((await second(json('', 500))).requests).toBe(1)
    const late: Answer = () =>
      new Promise((_, reject) => {
        setTimeout(reject, 800)
      })
    expect((await second(late)).requests).toBe(1)
  })

  it('is not assumed before the first answer', async () => {
    expect((await result([reset, json(granted)])).seen.length).toBe(1)
  })
})

describe('the secret in an answer', () => {
  const refusal = (error: string): Answer => json({ error }, 400)

  it.each<[string, string, Partial<ClientCredentialsOptions>]>([
    ['in the form', 'a_long_secret', { clientSecret: 'a_long_secret' }],
    [
      'in the header',
      'a_long_secret',
      { clientSecret: 'a_long_secret', clientAuthentication: 'client_secret_basic' },
    ],
    [
      'as an assertion',
      'a_long_secret',
      {
        clientAuthentication: (_server, _client, body) => {
          body.set('client_assertion', 'a_long_secret')
        },
      },
    ],
    [
      'as the whole header',
      'abcdefghijkl',
      {
        clientAuthentication: (_server, _client, _body, headers) => {
          headers.set('authorization', 'Custom abcdefghijkl')
        },
      },
    ],
    [
      'as no base64',
      'a_long_secret',
      {
        clientAuthentication: (_server, _client, _body, headers) => {
          headers.set('authorization', 'Custom a_long_secret')
        },
      },
    ],
  ])('is not told as an error code: %s', async (_, secret, options) => {
    expect((await result([refusal(secret)], options)).end).toMatchObject({
      error: undefined,
      message: 'the token endpoint answered 400',
    })
    const typed = json({ ...granted, token_type: secret })
    expect((await result([typed], options)).end).toMatchObject({
      message: expect.stringMatching(/token_type is (\[redacted\]|not Bearer)$/) as string,
    })
  })

  it.each([
    ['as it is decoded', 'long-secret.x', 'long-secret.x'],
    ['as it is written', 'alongsecrets', btoa('me:alongsecrets')],
  ])('is not told as a type, from Basic %s', async (_, clientSecret, token_type) => {
    const { end } = await result([json({ ...granted, token_type })], {
      clientSecret,
      clientAuthentication: 'client_secret_basic',
    })
    expect(end).toMatchObject({
      message: 'the token endpoint gave no usable bearer token: token_type is [redacted]',
    })
  })
})
