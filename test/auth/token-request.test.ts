import { expect, it, vi } from 'vitest'
import { clientCredentials, type ClientCredentialsOptions } from '../../src/index.js'
import { useFakeClock } from '../support/clock.js'
import { all, type Answer, endpoint, granted, json, result } from '../support/token-endpoint.js'

useFakeClock()

it.each<Partial<ClientCredentialsOptions>>([{}, { clientAuthentication: 'client_secret_post' }])(
  'a token request asks for every scope of the document, with id and secret in its form: %j',
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

it('a token request is signed by a function of the caller, without a secret', async () => {
  const { source, seen } = endpoint([json(granted)], {
    clientSecret: undefined as never,
    clientAuthentication: (_server, _client, body) => body.set('signed', 'yes'),
  })
  await source.getToken()
  expect(seen[0]?.form).toEqual({
    grant_type: 'client_credentials',
    scope: all.join(' '),
    signed: 'yes',
  })
})

it('a token request asks for the scopes of the caller, which cannot be changed afterwards', async () => {
  const scopes = ['a', 'b']
  const { source, seen } = endpoint([json(granted)], { scopes })
  scopes.push('c')
  expect(await source.getToken()).toMatchObject({ scopes: ['a', 'b'] })
  expect(seen[0]?.form['scope']).toBe('a b')
  expect([Object.isFrozen(source), Object.isFrozen(source.scopes)]).toEqual([true, true])
})

it.each(['http://localhost:1/token', 'http://127.0.0.1:1/token', 'http://[::1]:1/token'])(
  'a token request goes over plain http to loopback: %s',
  async (tokenUrl) => {
    const { end, seen } = await result([json(granted)], { tokenUrl })
    expect([end, seen[0]?.url]).toMatchObject([{ value: 'tok-1' }, tokenUrl])
  },
)

it('a token request uses the global fetch as it is then', async () => {
  const source = clientCredentials({
    tokenUrl: 'https://auth.example.com/token',
    clientId: 'me',
    clientSecret: 's3cret-1',
  })
  vi.stubGlobal('fetch', () => Promise.resolve(json(granted)()))
  expect(await source.getToken()).toMatchObject({ value: 'tok-1' })
  vi.unstubAllGlobals()
})

const failing =
  (facts: object, message = 'it failed'): Answer =>
  () =>
    Promise.reject(
      new TypeError('fetch failed', { cause: Object.assign(new Error(message), facts) }),
    )
const reset = failing({ code: 'ECONNRESET', syscall: 'read' })
const at = 'the token endpoint auth.example.com/token'

it.each<[string, Answer]>([
  ['was reset', reset],
  ['was refused', failing({ code: 'ECONNREFUSED', syscall: 'connect' })],
  ['found no answer to a name yet', failing({ code: 'EAI_AGAIN', syscall: 'getaddrinfo' })],
  ['failed without a code', failing({})],
  ['failed with a code that only begins as another', failing({ code: 'ENOTFOUND_YET' })],
  ['failed with a code that only ends as another', failing({ code: 'CACHE_ENOTFOUND' })],
])(
  'a token request that the network fails is repeated as it was where it %s: a token too many does no harm',
  async (_, answer) => {
    const { end, seen } = await result([answer, answer, json(granted)])
    expect([end, seen.length]).toMatchObject([{ value: 'tok-1' }, 3])
    expect(seen[2]?.form).toEqual(seen[0]?.form)
  },
)

it.each<[string, Answer, string]>([
  [
    'a name that does not exist',
    failing({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'getaddrinfo ENOTFOUND x'),
    'getaddrinfo ENOTFOUND x',
  ],
  [
    'a certificate',
    failing({ code: 'CERT_HAS_EXPIRED' }, 'certificate has expired'),
    'certificate has expired',
  ],
  [
    'a certificate of an authority that is not known',
    failing({ code: 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA' }, 'tlsv1 alert unknown ca'),
    'tlsv1 alert unknown ca',
  ],
  [
    'a proxy that asks for a password',
    failing({ code: 'UND_ERR_ABORTED' }, 'Proxy response (407) !== 200 when HTTP Tunneling'),
    'Proxy response (407) !== 200 when HTTP Tunneling',
  ],
])(
  'a token request that the network fails is not repeated for %s, which is the cause',
  async (_, answer, cause) => {
    const { end, seen } = await result([answer, json(granted)])
    expect(end).toMatchObject({
      message: expect.stringMatching(
        /could not be reached \(\w+(?:, the proxy answered 407|; for a private CA see .*)?\) in 1 try within 0 ms$/,
      ) as string,
      cause: { message: cause },
    })
    expect(seen.length).toBe(1)
  },
)

it.each([
  [0, '1 try', 0],
  [1, '2 tries', 250],
  [5, '6 tries', 7_750],
  [6, '7 tries', 15_750],
])(
  'a token request that the network fails is repeated %i times at most, as maxRetries says: %s',
  async (maxRetries, tries, waited) => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const { source, seen } = endpoint([reset])
    const end = source.getToken({ maxRetries }).catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    const [told = '', spent] = String(await end).split(/ within (\d+) ms$/)
    expect(told).toBe(`Error: ${at} could not be reached (ECONNRESET) in ${tries}`)
    // Each wait lets one turn of the loop go by.
    expect(Math.floor(Number(spent) / 10) * 10).toBe(waited)
    expect(seen.length).toBe(maxRetries + 1)
  },
)

it.each([
  [250, 1],
  [251, 2],
  [750, 2],
  [760, 3],
])(
  'a token request that the network fails is not repeated where the call has no time left: %i ms',
  async (totalTimeout, requests) => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const { source, seen } = endpoint([reset])
    const end = source.getToken({ totalTimeout }).catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    expect([await end, seen.length]).toMatchObject([{ facts: { network: 'passing' } }, requests])
  },
)

it('a token request that the network fails waits for half of its window at least', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { end } = await result([reset])
  expect(String(end)).toMatch(/in 3 tries within 37\d ms$/)
})

it('a token request that the network fails is not repeated after an answer, or its time', async () => {
  expect((await result([json('', 500), json(granted)])).seen.length).toBe(1)
  const late: Answer = () =>
    new Promise((_, reject) => {
      setTimeout(reject, 800)
    })
  expect((await result([late, json(granted)], { timeout: 700 })).seen.length).toBe(1)
})

it('a token request that the network fails keeps no secret in its cause', async () => {
  const telling = failing({ code: 's3cret-1' }, 'sent client_secret=s3cret-1')
  const { end } = await result([telling])
  expect(end).toMatchObject({
    cause: { message: 'sent client_secret=[redacted]' },
    message: expect.not.stringContaining('s3cret-1') as string,
  })
})
