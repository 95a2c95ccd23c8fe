import { describe, expect, it, vi } from 'vitest'
import { type ClientCredentialsOptions } from '../src/index.js'
import { useFakeClock } from './support/clock.js'
import { type Answer, endpoint, granted, json, result } from './support/token-endpoint.js'

useFakeClock()

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
