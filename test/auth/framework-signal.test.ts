import { inspect } from 'node:util'
import { expect, it, vi } from 'vitest'
import { type ClientCredentialsOptions, ClientError, type FetchLike } from '../../src/index.js'
import { postage, scripted } from '../support/parcels/calls.js'
import {
  clientCredentials,
  type ClientOptions,
  createClient,
  createFetch,
} from '../support/parcels/client.js'
import { answer as answerOf, broken } from '../support/scripted.js'

const tokenUrl = 'https://auth.example.com/token'

let isAhead = true
const steering = Object.assign(new Error('Dynamic server usage'), {
  digest: 'DYNAMIC_SERVER_USAGE',
})
/** As Next.js throws it while it makes a page ahead that needs a request. */
function signal(): void {
  if (isAhead) throw steering
}
const answer: FetchLike = (url) =>
  Promise.resolve(
    Response.json(
      url === tokenUrl ? { access_token: 'token', token_type: 'bearer' } : { postage_id: 'q' },
    ),
  )
const granting = (more: Partial<ClientCredentialsOptions>) =>
  clientCredentials({ tokenUrl, clientId: 'me', clientSecret: 'a-secret', ...more })
const throwing = (isStopped: (url: string) => boolean): FetchLike =>
  vi.fn<FetchLike>(async (url, init) => {
    if (isStopped(url)) signal()
    return answer(url, init)
  })
const thenGive =
  <Value>(value: Value) =>
  (): Value => {
    signal()
    return value
  }

it.each<[string, Partial<ClientOptions>]>([
  ['auth', { auth: thenGive('token') }],
  ['clientSecret', { auth: granting({ clientSecret: thenGive('secret') }) }],
  [
    'clientAuthentication',
    { auth: granting({ clientSecret: undefined, clientAuthentication: signal }) },
  ],
  ['the fetch of a token', { auth: granting({}), fetch: throwing((url) => url === tokenUrl) }],
  ['the fetch of a call', { fetch: throwing(() => true) }],
  ['beforeSend', { beforeSend: signal }],
])(
  'what Next.js throws to steer an app in %s ends that call alone as it is, and the call is not repeated',
  async (_, options) => {
    const fetch = options.fetch ?? vi.fn(answer)
    const events: string[] = []
    const client = createClient({
      baseUrl: 'https://api.example.com',
      auth: 'token',
      ...options,
      fetch,
      onEvent: ({ type }) => events.push(type),
    })
    isAhead = true
    const end: unknown = await client.quotePostage(postage).catch((error: unknown) => error)
    expect(end).not.toBeInstanceOf(ClientError)
    expect(end).toMatchObject({ digest: steering.digest, message: steering.message })
    // What a fetch threw may hold the request: the caller gets a copy.
    expect(end === steering).toBe(options.fetch === undefined)
    expect(vi.mocked(fetch).mock.calls.length).toBe(options.fetch ? 1 : 0)
    expect(events.at(-1)).toBe('end')
    isAhead = false
    expect(await client.quotePostage(postage)).toEqual({ postage_id: 'q' })
  },
)

/** As a function around fetch throws it, with all that it has. */
const redirect = (digest: string, ...all: unknown[]) =>
  Object.assign(new Error(`redirected with ${inspect(all)}`), { digest, all })
/** A fetch that throws it before it sends anything, or after the body was read, as a connection that takes it does. */
const before =
  (digest: string): FetchLike =>
  (url, init) =>
    Promise.reject(redirect(digest, url, init))
const afterReading =
  (digest: string): FetchLike =>
  (url, init) => {
    throw redirect(digest, url, { ...init, body: String(init.body as unknown) })
  }
const toLogin = 'NEXT_REDIRECT;tok-1234567;/login;307;'
const ahead = ['DYNAMIC_SERVER_USAGE', 'HANGING_PROMISE_REJECTION']
const auth = 'tok-1234567'
const secrets = /tok-1234567|a-secret/
const redirected = { digest: expect.stringMatching(/^NEXT_REDIRECT/) as string }
const unknown = { code: 'ERR_CONNECTION', outcome: 'unknown', attempts: 1 }

it.each<[string, Partial<ClientOptions>, object, 'read'?]>([
  ['the fetch of a call passes', { auth, fetch: before(toLogin) }, redirected],
  ['the fetch of a token passes', { auth: granting({}), fetch: before(toLogin) }, redirected],
  [
    'the fetch of a call, which may have sent it, is its outcome',
    { auth, fetch: afterReading(toLogin) },
    unknown,
  ],
  [
    'the fetch of a token, which may have sent it, is an error',
    { auth: granting({}), fetch: afterReading(toLogin) },
    { code: 'ERR_AUTHENTICATION', outcome: 'not_sent' },
  ],
  ...ahead.map((digest): [string, Partial<ClientOptions>, object, 'read'] => [
    `the fetch of a read, in the place of sending by ${digest}, passes`,
    { auth, fetch: before(digest) },
    { digest },
    'read',
  ]),
  [
    'the fetch of a read, which may have sent it, is its outcome',
    { auth, maxRetries: 0, fetch: before(toLogin) },
    unknown,
    'read',
  ],
])('what steers Next.js in %s, without a secret', async (_, options, expected, read) => {
  const send = createFetch({ auth, ...options, baseUrl: 'https://api.example.com' })
  const call = read
    ? send('/v1/boxes')
    : send('/v1/postage', { method: 'POST', body: JSON.stringify(postage) })
  const end: unknown = await call.catch((error: unknown) => error)
  expect(end instanceof ClientError).toBe('code' in expected)
  expect(end).toMatchObject(expected)
  // A token that was not yet granted is known to nobody.
  const known = options.auth === auth || 'code' in expected ? secrets : /a-secret/
  expect(inspect(end, { depth: 9, showHidden: true })).not.toMatch(known)
})

/** Passes the first time, and then throws what it is to throw. */
const later =
  <Value>(value: Value, thrown: unknown) =>
  ({ attempt = 1 }: { attempt?: number } = {}): Value => {
    if (attempt > 1) throw thrown
    return value
  }
let asked = 0
const reactDigests = [7, '2338262591', '1234@E12']

it.each<[string, Partial<ClientOptions>, object]>([
  [
    'in beforeSend does not hide the outcome of an attempt before',
    { beforeSend: later(undefined, steering) },
    { code: 'ERR_BEFORE_SEND', outcome: 'unknown', attempts: 1 },
  ],
  [
    'in auth does not hide that the service refused the token before',
    { auth: () => later('tok-1234567', steering)({ attempt: ++asked }) },
    { code: 'ERR_AUTHENTICATION', outcome: 'rejected' },
  ],
  ...reactDigests.map((digest): [string, Partial<ClientOptions>, object] => [
    `is nothing whose digest is ${JSON.stringify(digest)}, as React numbers errors that it reports`,
    {
      beforeSend: () => later(undefined, Object.assign(new Error('x'), { digest }))({ attempt: 2 }),
    },
    { code: 'ERR_BEFORE_SEND' },
  ]),
])('what steers Next.js %s', async (_, options, expected) => {
  const step = options.auth ? answerOf(401) : broken({ code: 'ECONNRESET' })
  const { client } = scripted([step], options)
  const call = client.putShelf({ id: 'a', label: 'n' })
  const end: unknown = await call.catch((error: unknown) => error)
  expect(end).toBeInstanceOf(ClientError)
  expect(end).toMatchObject(expected)
})
