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
/** As Next.js throws it while it makes a page ahead that needs a request; `words` may be the caller's. */
function signal(): void {
  const words = new Error('hunter2-hunter2')
  if (isAhead) throw Object.assign(words, { digest: 'DYNAMIC_SERVER_USAGE' })
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

it.each<[string, string, Partial<ClientOptions>]>([
  ['auth', 'ERR_AUTHENTICATION', { auth: thenGive('token') }],
  ['clientSecret', 'ERR_AUTHENTICATION', { auth: granting({ clientSecret: thenGive('secret') }) }],
  [
    'clientAuthentication',
    'ERR_AUTHENTICATION',
    { auth: granting({ clientSecret: undefined, clientAuthentication: signal }) },
  ],
  [
    'the fetch of a token',
    'ERR_AUTHENTICATION',
    { auth: granting({}), fetch: throwing((url) => url === tokenUrl) },
  ],
  ['the fetch of a call', 'ERR_CONNECTION', { fetch: throwing(() => true) }],
  ['beforeSend', 'ERR_BEFORE_SEND', { beforeSend: signal }],
])(
  'the digest by which Next.js knows its signal stays on what %s threw, for that call alone, which is not repeated',
  async (_, code, options) => {
    const fetch = options.fetch ?? vi.fn(answer)
    const baseUrl = 'https://api.example.com'
    const client = createClient({ baseUrl, auth: 'token', ...options, fetch })
    isAhead = true
    const failure = await client.createIssuerQuote(quote).catch((error: unknown) => error)
    const digest = 'DYNAMIC_SERVER_USAGE'
    expect(failure).toMatchObject({ code, outcome: 'not_sent', digest, cause: { digest } })
    expect(vi.mocked(fetch).mock.calls.length).toBe(options.fetch ? 1 : 0)
    isAhead = false
    expect(await client.createIssuerQuote(quote)).toEqual({ quote_id: 'q' })
  },
)

it('of a signal that a function of the caller threw, an error has the digest and no words', async () => {
  isAhead = true
  const client = createClient({ baseUrl: 'https://api.example.com', auth: thenGive('token') })
  const failure = await client.createIssuerQuote(quote).catch((error: unknown) => error)
  const { message, cause } = failure as Error
  expect(`${message} ${String(cause)}`).not.toContain('hunter2')
})

it('a digest that is no text is none', async () => {
  const beforeSend = (): never => {
    throw Object.assign(new Error('x'), { digest: 7 })
  }
  const client = createClient({ baseUrl: 'https://api.example.com', auth: 'token', beforeSend })
  const failure = await client.createIssuerQuote(quote).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'ERR_BEFORE_SEND', digest: undefined })
})
