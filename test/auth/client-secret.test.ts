import { expect, it, vi } from 'vitest'
import type { ClientAuthentication, ClientCredentialsOptions } from '../../src/index.js'
import { useFakeClock } from '../support/clock.js'
import { type Answer, endpoint, granted, json, result } from '../support/token-endpoint.js'

useFakeClock()

const at = 'the token endpoint auth.example.com/token'

const refusal = json({ error: 'invalid_client' }, 401)

it('a secret function is asked at each request', async () => {
  let made = 0
  const { source, seen } = endpoint([json(granted)], {
    clientSecret: () => Promise.resolve(`secret-${++made}`),
  })
  await source.getToken()
  source.dropToken('tok-1')
  await source.getToken()
  expect(seen.map(({ form }) => form['client_secret'])).toEqual(['secret-1', 'secret-2'])
})

it.each<[string, Answer, object]>([
  ['401 invalid_client', refusal, { status: 401, error: 'invalid_client' }],
  ['401 unauthorized_client', json({ error: 'unauthorized_client' }, 401), { status: 401 }],
  ['401 without a code', json('', 401), { status: 401, error: undefined }],
  ['400 invalid_client', json({ error: 'invalid_client' }, 400), { status: 400 }],
  ['400 unauthorized_client', json({ error: 'unauthorized_client' }, 400), { status: 400 }],
])('a secret function is asked once more after %s, and no third time', async (_, answer, facts) => {
  const clientSecret = vi.fn(() => 'wrong')
  const { end, seen } = await result([answer], { clientSecret })
  expect(end).toMatchObject(facts)
  expect([seen.length, clientSecret.mock.calls.length]).toEqual([2, 2])
})

it('a secret function that rotated gives the token at once', async () => {
  const secrets = ['old', 'new']
  const { end, seen } = await result([refusal, json(granted)], {
    clientSecret: () => secrets.shift() ?? 'none',
  })
  expect(end).toMatchObject({ value: 'tok-1' })
  expect(seen.map(({ form }) => form['client_secret'])).toEqual(['old', 'new'])
})

it.each<[string, Answer]>([
  ['500', json('', 500)],
  ['429', json('', 429)],
  ['another error code', json({ error: 'invalid_scope' }, 400)],
  ['an error code in another status', json({ error: 'invalid_client' }, 403)],
  ['a token that cannot be used', json({})],
])('a secret function is asked once after %s', async (_, answer) => {
  const clientSecret = vi.fn(() => 'right')
  const { seen } = await result([answer], { clientSecret })
  expect([seen.length, clientSecret.mock.calls.length]).toEqual([1, 1])
})

it('a secret function is what a second request is for: a text would be the same', async () => {
  expect((await result([refusal])).seen.length).toBe(1)
  const clientAuthentication = vi.fn<ClientAuthentication>()
  expect((await result([refusal], { clientAuthentication })).seen.length).toBe(1)
})

it.each<[string, () => string | Promise<string>, string]>([
  [
    'throws',
    () => {
      throw new RangeError('vault-detail')
    },
    ': the function failed with RangeError',
  ],
  [
    'rejects',
    () => Promise.reject(new TypeError('vault-detail')),
    ': the function failed with TypeError',
  ],
  ['gives nothing', () => '', ''],
  ['gives what is no text', () => 5 as never, ''],
  ['gives a function', () => (() => 'secret') as never, ''],
])('a secret function that %s sends nothing', async (_, clientSecret, why) => {
  const { end, seen } = await result([json(granted)], { clientSecret })
  expect(end).toMatchObject({ message: `clientSecret returned no secret${why}` })
  expect(seen).toEqual([])
})

it.each<[string, Partial<ClientCredentialsOptions>]>([
  ['clientSecret', { clientSecret: () => new Promise<string>(() => undefined) }],
  ['clientAuthentication', { clientAuthentication: () => new Promise<void>(() => undefined) }],
])(
  'a secret function that never settles ends with the time, and the next call asks again: %s',
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

it('a secret function shares its time with the request that follows', async () => {
  const clientSecret = () =>
    new Promise<string>((resolve) => {
      setTimeout(() => resolve('secret-1'), 400)
    })
  const silent: Answer = () => new Promise(() => undefined)
  const { source, seen } = endpoint([silent], { timeout: 700, clientSecret })
  let end: unknown
  source.getToken().catch((error: unknown) => (end = error))
  await vi.advanceTimersByTimeAsync(701)
  expect(seen.length).toBe(1)
  expect(end).toMatchObject({ message: `${at} did not answer within 700 ms` })
})

const refusing = (error: string): Answer => json({ error }, 400)

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
      clientAuthentication: (_server, _client, body) =>
        body.set('client_assertion', 'a_long_secret'),
    },
  ],
  [
    'as the whole header',
    'abcdefghijkl',
    {
      clientAuthentication: (_server, _client, _body, headers) =>
        headers.set('authorization', 'Custom abcdefghijkl'),
    },
  ],
  [
    'as no base64',
    'a_long_secret',
    {
      clientAuthentication: (_server, _client, _body, headers) =>
        headers.set('authorization', 'Custom a_long_secret'),
    },
  ],
])('the secret in an answer is not told as an error code: %s', async (_, secret, options) => {
  expect((await result([refusing(secret)], options)).end).toMatchObject({
    error: undefined,
    message: expect.stringMatching(/answered 400; requested by/) as string,
  })
  const typed = json({ ...granted, token_type: secret })
  expect((await result([typed], options)).end).toMatchObject({
    message: expect.stringMatching(/token_type is (\[redacted\]|not Bearer)$/) as string,
  })
})

it.each([
  ['as it is decoded', 'long-secret.x', 'long-secret.x'],
  ['as it is written', 'alongsecrets', btoa('me:alongsecrets')],
])(
  'the secret in an answer is not told as a type, from Basic %s',
  async (_, clientSecret, token_type) => {
    const { end } = await result([json({ ...granted, token_type })], {
      clientSecret,
      clientAuthentication: 'client_secret_basic',
    })
    expect(end).toMatchObject({
      message: `${at} gave no usable bearer token: token_type is [redacted]`,
    })
  },
)

it.each<[string, Partial<ClientCredentialsOptions>]>([
  ['the form', {}],
  ['the header', { clientAuthentication: 'client_secret_basic' }],
  [
    'a header where a plus is a space',
    {
      clientAuthentication: (_server, _client, _body, headers) =>
        headers.set('authorization', `Basic ${btoa('me:a+%22long%22+secret%2B%2F%3D')}`),
    },
  ],
])('the secret in an answer is not told in words, from %s', async (_, options) => {
  const clientSecret = 'a "long" secret+/='
  const words = [clientSecret, encodeURIComponent(clientSecret), JSON.stringify(clientSecret)]
  const answer = json({ error: 'x', error_description: words.join(' or ') }, 400)
  const { end } = await result([answer], { clientSecret, ...options })
  expect(end).toMatchObject({ errorDescription: '[redacted] or [redacted] or "[redacted]"' })
  expect((end as Error).message).not.toMatch(/long|secret\+/)
})
