import { describe, expect, it, vi } from 'vitest'
import { type ClientCredentialsOptions, clientCredentials } from '../src/index.js'
import { useFakeClock } from './support/clock.js'
import { type Answer, all, endpoint, granted, json, result } from './support/token-endpoint.js'

useFakeClock()

describe('a token request', () => {
  it.each<Partial<ClientCredentialsOptions>>([{}, { clientAuthentication: 'client_secret_post' }])(
    'asks for every scope of the document, with id and secret in its form: %j',
    async (options) => {
      const { end, seen } = await result([json(granted)], options)
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
    },
  )

  it('puts both into the header by client_secret_basic', async () => {
    const { seen } = await result([json(granted)], { clientAuthentication: 'client_secret_basic' })
    expect(seen[0]?.headers.get('authorization')).toMatch(/^Basic /)
    expect(seen[0]?.form).not.toHaveProperty('client_secret')
  })

  it('is signed by a function of the caller, without a secret', async () => {
    const { source, seen } = endpoint([json(granted)], {
      clientSecret: undefined as never,
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

describe('a token request over a connection that was kept', () => {
  const failing =
    (facts: object): Answer =>
    () =>
      Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), facts) }))
  const reset = failing({ code: 'ECONNRESET', syscall: 'read' })
  const refused = Object.assign(failing({ code: 'ECONNREFUSED', syscall: 'connect' }), {
    unsent: true,
  })

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
      { message: 'the token endpoint auth.example.com/token could not be reached (ECONNRESET)' },
      2,
    ])
  })

  it('is not sent again where the endpoint is away', async () => {
    const { end, requests } = await second(refused)
    expect([end, requests]).toMatchObject([
      { message: 'the token endpoint auth.example.com/token could not be reached (ECONNREFUSED)' },
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
