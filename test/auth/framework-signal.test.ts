import { inspect } from 'node:util'
import { expect, it, vi } from 'vitest'
import { type ClientCredentialsOptions, ClientError, type FetchLike } from '../../src/index.js'
import { postage, scripted } from '../support/parcels/calls.js'
import { clientCredentials, type ClientOptions, createClient } from '../support/parcels/client.js'
import { acme } from '../support/provider/acme.js'
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

const secrets = /tok-1234567|a-secret/
/** As a function around fetch throws it, with all that it has. */
const redirect = (digest: string, ...all: unknown[]) =>
  Object.assign(new Error(`redirected with ${inspect(all)}`), { digest, all })

/** Reads the body, as a connection that takes it does, and then throws. */
const sendingFirst =
  (digest: string): FetchLike =>
  (url, init) => {
    throw redirect(digest, url, { ...init, body: String(init.body as unknown) })
  }

it.each<[string, Partial<ClientOptions>, object]>([
  [
    'a call',
    { auth: 'tok-1234567', fetch: sendingFirst('NEXT_REDIRECT;replace;/login;307;') },
    { code: 'ERR_CONNECTION', outcome: 'unknown', attempts: 1 },
  ],
  [
    'a token',
    { auth: granting({}), fetch: sendingFirst('NEXT_REDIRECT;replace;/login;307;') },
    { code: 'ERR_AUTHENTICATION', outcome: 'not_sent' },
  ],
])(
  'what steers Next.js does not hide the outcome once the fetch of %s may have sent it',
  async (_, options, failure) => {
    const end = await failureOf(options)
    expect(end).toBeInstanceOf(ClientError)
    expect(end).toMatchObject(failure)
    expect(inspect(end, { depth: 9, showHidden: true })).not.toMatch(secrets)
  },
)

it('what steers Next.js before a fetch sends passes without the token that the fetch put into it', async () => {
  for (const auth of ['tok-1234567', granting({})]) {
    const end = await failureOf({
      auth,
      fetch: (url, init) => Promise.reject(redirect('NEXT_REDIRECT;tok-1234567', url, init)),
    })
    expect(end).not.toBeInstanceOf(ClientError)
    expect(end).toMatchObject({ digest: expect.stringMatching(/^NEXT_REDIRECT/) as string })
    expect(inspect(end, { depth: 9, showHidden: true })).not.toMatch(
      typeof auth === 'string' ? secrets : /a-secret/,
    )
  }
})

it('what the fetch of Next.js throws in the place of a read passes, and nothing else that a fetch of a read throws', async () => {
  const provider = await acme()
  const read = (digest: string) => {
    const options = { baseUrl: 'https://api.example.com', auth: 'tok-1234567', maxRetries: 0 }
    const fetch: FetchLike = (url, init) => Promise.reject(redirect(digest, url, init))
    const client = createClient({ ...options, fetch, provider })
    return client.getParcel({ id: 'c' }).catch((error: unknown) => error)
  }
  for (const digest of ['DYNAMIC_SERVER_USAGE', 'HANGING_PROMISE_REJECTION'])
    expect(await read(digest)).toMatchObject({ digest })
  const end = await read('NEXT_REDIRECT;replace;/login;307;')
  expect(end).toMatchObject({ code: 'ERR_CONNECTION', outcome: 'unknown' })
  for (const error of [await read('DYNAMIC_SERVER_USAGE'), end])
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(secrets)
})

it('what steers Next.js in beforeSend does not hide the outcome of an attempt before', async () => {
  isAhead = true
  const beforeSend: ClientOptions['beforeSend'] = ({ attempt }) =>
    attempt > 1 ? signal() : undefined
  const { client } = scripted([broken({ code: 'ECONNRESET' })], { beforeSend })
  const end: unknown = await client
    .putShelf({ id: 'a', label: 'n' })
    .catch((error: unknown) => error)
  expect(end).toMatchObject({ code: 'ERR_BEFORE_SEND', outcome: 'unknown', attempts: 1 })
})

it('what steers Next.js in auth does not hide that the service refused the token before', async () => {
  let asked = 0
  isAhead = true
  const auth = () => {
    if (asked++ > 0) signal()
    return 'tok-1234567'
  }
  const { client } = scripted([answerOf(401)], { auth })
  const end: unknown = await client.quotePostage(postage).catch((error: unknown) => error)
  expect(end).toMatchObject({ code: 'ERR_AUTHENTICATION', outcome: 'rejected' })
})

it.each([[7], ['2338262591'], ['1234@E12']])(
  'an error steers nothing whose digest is %j, as React numbers errors that it reports',
  async (digest) => {
    const end = await failureOf({
      beforeSend: () => {
        throw Object.assign(new Error('x'), { digest })
      },
    })
    expect(end).toMatchObject({ code: 'ERR_BEFORE_SEND' })
  },
)

/** What a call ends with. */
async function failureOf(options: Partial<ClientOptions>): Promise<unknown> {
  const client = createClient({ baseUrl: 'https://api.example.com', auth: 'token', ...options })
  return client.quotePostage(postage).catch((error: unknown) => error)
}
