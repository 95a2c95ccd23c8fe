import { expect, it, vi } from 'vitest'
import {
  clientCredentials,
  type ClientCredentialsOptions,
  type ClientOptions,
  createClient,
  type FetchLike,
} from '../../src/index.js'

const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' } as const
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
      url === tokenUrl ? { access_token: 'token', token_type: 'bearer' } : { quote_id: 'q' },
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
      ...{ baseUrl: 'https://api.example.com', auth: 'token', ...options, fetch },
      onEvent: ({ type }) => events.push(type),
    })
    isAhead = true
    await expect(client.createIssuerQuote(quote)).rejects.toBe(steering)
    expect(vi.mocked(fetch).mock.calls.length).toBe(options.fetch ? 1 : 0)
    expect(events.at(-1)).toBe('end')
    isAhead = false
    expect(await client.createIssuerQuote(quote)).toEqual({ quote_id: 'q' })
  },
)

it('an error whose digest is no text steers nothing', async () => {
  const beforeSend = (): never => {
    throw Object.assign(new Error('x'), { digest: 7 })
  }
  const client = createClient({ baseUrl: 'https://api.example.com', auth: 'token', beforeSend })
  const failure = await client.createIssuerQuote(quote).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'ERR_BEFORE_SEND' })
})
