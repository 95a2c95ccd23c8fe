import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  clientCredentials,
  type ClientCredentialsOptions,
  type ClientEvent,
  type ClientOptions,
  createClient,
  type Transport,
  type TransportRequest,
} from '../../src/index.js'
import { conversion, madeConversion } from '../support/examples.js'
import { answer, ended, silence, type Step } from '../support/scripted.js'
import { granted } from '../support/token-endpoint.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tokenUrl = 'https://auth.example.com/token'
const conversionsUrl = 'https://api.example.com/v2/conversion/stablecoins'
const isToken = (url: string): boolean => url.endsWith('/token')

interface Setup {
  readonly client?: Partial<ClientOptions>
  readonly credentials?: Partial<ClientCredentialsOptions>
  /** What becomes of requests for a token. */
  readonly tokens?: Step
}

/** The requests of one call for its token and to the service, and how long it took. */
async function see({ client, credentials, tokens = answer(200, granted) }: Setup) {
  const sent: TransportRequest[] = []
  const transport: Transport = (request) => {
    sent.push(request)
    return (isToken(request.url) ? tokens : answer(200, madeConversion))(request)
  }
  const from = Date.now()
  const known = { tokenUrl, clientId: 'me', clientSecret: 's3cret-1' }
  const auth = clientCredentials({ ...known, ...credentials })
  const by = client?.fetch ? {} : { transport }
  const options = { baseUrl: 'https://api.example.com', auth, ...by, ...client } as ClientOptions
  let milliseconds = 0
  const call = createClient(options).createStablecoinConversion(conversion)
  await ended(call.finally(() => (milliseconds = Date.now() - from)))
  return { sent, milliseconds }
}

it.each<[string, number, Setup]>([
  ['ten seconds', 10_000, {}],
  ['that, whatever the timeout of an attempt is', 10_000, { client: { timeout: 50 } }],
  ['its own timeout', 50, { credentials: { timeout: 50 } }],
  ['the totalTimeout of its call', 50, { client: { totalTimeout: 50 } }],
])('a token request may take %s', async (_, most, setup) => {
  const { milliseconds } = await see({ tokens: silence, ...setup })
  // The clock reads in whole milliseconds, and so may be one ahead.
  expect(milliseconds - (milliseconds % 10)).toBe(most)
})

const urls: string[] = []
const answered = (url: string) => {
  urls.push(url)
  return isToken(url) ? granted : madeConversion
}
it.each<[string, Pick<ClientOptions, 'fetch' | 'transport'>]>([
  ['fetch', { fetch: (url) => Promise.resolve(Response.json(answered(url))) }],
  ['transport', { transport: (request) => answer(200, answered(request.url))(request) }],
])(
  'the %s of a client carries its token requests too, and that of clientCredentials these alone',
  async (_, own) => {
    await see({ client: own })
    await see({ credentials: own })
    expect(urls.splice(0)).toEqual([tokenUrl, conversionsUrl, tokenUrl])
  },
)

it('a token request has no header of the client, which may be secret, and is told to its listener', async () => {
  const events: ClientEvent[] = []
  const headers = { 'X-Tenant': 'a', 'User-Agent': 'treasury/1.0' }
  const onEvent = (event: ClientEvent): void => void events.push(event)
  const { sent } = await see({ client: { headers, onEvent } })
  expect(sent.map(({ headers }) => [headers['x-tenant'], headers['user-agent']])).toEqual([
    [undefined, expect.stringMatching(/^stablecoin-issuer-api/)],
    ['a', 'treasury/1.0'],
  ])
  expect(events[0]).toMatchObject({ type: 'token', expiresIn: 3_600 })
})
