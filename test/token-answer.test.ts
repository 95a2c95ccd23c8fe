import { describe, expect, it, vi } from 'vitest'
import { useFakeClock } from './support/clock.js'
import { type Answer, all, endpoint, granted, json, result } from './support/token-endpoint.js'

useFakeClock()

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
        message:
          'the token endpoint answered 400 (invalid_scope); set scopes to those, and only those, that were granted to you',
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
