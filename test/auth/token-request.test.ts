import { afterEach, expect, it, vi } from 'vitest'
import {
  type ClientAuthentication,
  clientCredentials,
  type ClientCredentialsOptions,
  createClient,
  createFetch,
  VERSION,
} from '../../src/index.js'
import { useFakeClock } from '../support/clock.js'
import { heldQuote, quote } from '../support/examples.js'
import { all, type Answer, endpoint, granted, json, result } from '../support/token-endpoint.js'

useFakeClock()
afterEach(() => {
  vi.unstubAllGlobals()
})

const tokenUrl = 'https://auth.example.com/token'
const sender = `stablecoin-issuer-api/${VERSION}`
type Options = Partial<ClientCredentialsOptions>

/** The first request that is made with these options. */
async function request(options: Options) {
  const { source, seen } = endpoint([json(granted)], options)
  await source.getToken()
  return seen[0]
}

const grant = { grant_type: 'client_credentials', scope: all.join(' ') }
const posted = { ...grant, client_id: 'me', client_secret: 's3cret-1' }
const basic = (clientId: string, clientSecret: string): Options => ({
  clientId,
  clientSecret,
  clientAuthentication: 'client_secret_basic',
})
const raw: ClientAuthentication = (_server, { client_id }, _form, headers) =>
  headers.set('authorization', `Basic ${btoa(`${client_id}:a b`)}`)
const signed: ClientAuthentication = (_server, _client, form) => form.set('signed', 'yes')

it.each<[string, Options, object, string?]>([
  ['id and secret in its form', {}, posted],
  ['the scopes of the caller', { scopes: ['a', 'b'] }, { ...posted, scope: 'a b' }],
  ['no scope', { scopes: [] }, { ...posted, scope: undefined }],
  [
    'the secret of a function',
    { clientSecret: () => Promise.resolve('new') },
    { ...posted, client_secret: 'new' },
  ],
  [
    'what a function adds, without a secret',
    { clientSecret: undefined, clientAuthentication: signed },
    { ...grant, signed: 'yes' },
  ],
  // Servers that do not decode have to find these as they are.
  [
    'Basic without escapes',
    basic('3f2b-0d4a.x_y~z', 'a-b_c.d~e'),
    grant,
    '3f2b-0d4a.x_y~z:a-b_c.d~e',
  ],
  [
    'Basic with every escape',
    basic('a:b', 'a:b%c+d e&é"\\'),
    grant,
    'a%3Ab:a%3Ab%25c%2Bd%20e%26%C3%A9%22%5C',
  ],
  ['Basic as a function writes it', { clientAuthentication: raw }, grant, 'me:a b'],
])('a token request has %s', async (_, options, form, pair) => {
  const sent = await request(options)
  expect([sent?.url, sent?.form]).toEqual([tokenUrl, form])
  const authorization = pair === undefined ? undefined : `Basic ${btoa(pair)}`
  const headers = Object.fromEntries(sent?.headers ?? [])
  expect(headers['authorization']).toBe(authorization)
  expect(headers).toMatchObject({
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    'user-agent': expect.stringContaining(sender) as string,
  })
})

it('a token request has a parameter as often as its list has members', async () => {
  const resource = ['https://a.example/x?y=1', 'https://b.example']
  const sent = await request({ parameters: { resource } })
  expect(new URLSearchParams(sent?.body).getAll('resource')).toEqual(resource)
})

it('a function that authenticates gets the server, the client, and what is sent', async () => {
  const seen: unknown[] = []
  const issuer = 'https://auth.example.com/realms/a'
  await request({
    issuer,
    parameters: { audience: 'a' },
    clientAuthentication: (server, client, form, headers) => {
      seen.push(server, client, Object.fromEntries(form), headers.get('accept'))
    },
  })
  const server = { issuer, token_endpoint: tokenUrl }
  expect(seen).toEqual([
    server,
    { client_id: 'me' },
    { ...grant, audience: 'a' },
    'application/json',
  ])
})

const throws = (): never => {
  throw Object.assign(new RangeError('vault-detail'), { code: 'EACCES' })
}
const rejects = () => Promise.reject(new TypeError('vault-detail'))

const noSecret =
  'clientSecret must return a string without control characters (a file may end with a line feed)'

it.each<[string, Options]>([
  ['clientSecret failed with RangeError (EACCES)', { clientSecret: throws }],
  ['clientSecret failed with TypeError', { clientSecret: rejects }],
  [noSecret, { clientSecret: () => '' }],
  [noSecret, { clientSecret: () => 5 as never }],
  [noSecret, { clientSecret: () => 's3cret-1\n' }],
  ['clientAuthentication failed with RangeError (EACCES)', { clientAuthentication: throws }],
  ['clientAuthentication failed with TypeError', { clientAuthentication: rejects }],
])(
  'nothing is requested where a function fails or gives nothing, and its words are not shown: %s',
  async (message, options) => {
    const { end, seen } = await result([json(granted)], options)
    expect([(end as Error).message, seen]).toEqual([message, []])
  },
)

const never = (): Promise<never> => new Promise(() => undefined)
const late = () => new Promise<string>((resolve) => setTimeout(resolve, 400, 'secret-1'))

it.each<[string, number, Options]>([
  ['clientSecret', 0, { clientSecret: never }],
  ['clientAuthentication', 0, { clientAuthentication: never }],
  ['the token endpoint auth.example.com/token', 1, { clientSecret: late }],
])(
  'the time of a token request is that of its functions too, and the next call asks again: %s',
  async (name, requests, options) => {
    const { source, seen } = endpoint([never], { timeout: 700, ...options })
    for (const round of [1, 2]) {
      let end: unknown
      source.getToken().catch((error: unknown) => (end = error))
      await vi.advanceTimersByTimeAsync(699)
      expect(end).toBeUndefined()
      await vi.advanceTimersByTimeAsync(2)
      expect(end).toMatchObject({ message: `${name} did not answer within 700 ms` })
      expect(seen.length).toBe(round * requests)
      await vi.advanceTimersByTimeAsync(1_000)
    }
  },
)

it.each<[string, Answer, number]>([
  ['401 invalid_client', json({ error: 'invalid_client' }, 401), 2],
  ['401 without a code', json('', 401), 2],
  ['400 invalid_client', json({ error: 'invalid_client' }, 400), 2],
  ['400 unauthorized_client', json({ error: 'unauthorized_client' }, 400), 2],
  ['400 invalid_scope', json({ error: 'invalid_scope' }, 400), 1],
  ['429', json('', 429), 1],
  ['500', json('', 500), 1],
  ['a token that cannot be used', json({}), 1],
])(
  'after %s a secret function is asked again where the secret may have rotated, and no third time',
  async (_, answer, times) => {
    const clientSecret = vi.fn(() => 'wrong')
    const { seen } = await result([answer], { clientSecret })
    expect([seen.length, clientSecret.mock.calls.length]).toEqual([times, times])
    // A text, or what a function signs, would be the same.
    for (const options of [{}, { clientAuthentication: signed }])
      expect((await result([answer], options)).seen.length).toBe(1)
  },
)

const credentials = (options: Options = {}) =>
  clientCredentials({ tokenUrl, clientId: 'me', clientSecret: 's3cret-1', ...options })
const baseUrl = 'https://api.example.com'
const quoteUrl = `${baseUrl}/v2/issuer-quote`
const answerOf = (url: string): object => (url === quoteUrl ? heldQuote : granted)

it('a token request goes to the global fetch as it is then, or to the one that createFetch replaced', async () => {
  const client = createClient({ baseUrl, auth: credentials() })
  const urls: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    urls.push(url)
    return Promise.resolve(Response.json(answerOf(url)))
  })
  await client.createIssuerQuote(quote)
  vi.stubGlobal('fetch', createFetch({ baseUrl, auth: credentials() }))
  const answer = await fetch(quoteUrl, { method: 'POST', body: JSON.stringify(quote) })
  expect([answer.status, urls]).toEqual([200, [tokenUrl, quoteUrl, tokenUrl, quoteUrl]])
})
