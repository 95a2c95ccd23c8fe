import { afterEach, expect, it, vi } from 'vitest'
import {
  clientCredentials,
  type ClientCredentialsOptions,
  createClient,
  createFetch,
  type Transport,
  type TransportRequest,
} from '../../src/index.js'
import { quote, reading } from '../support/scripted.js'
import { granted } from '../support/token-endpoint.js'

const tokenUrl = 'https://auth.example.com/token'
const baseUrl = 'https://api.example.com'
const quotes = `${baseUrl}/v2/issuer-quote`

afterEach(() => {
  vi.unstubAllGlobals()
})

function credentials(options: Partial<ClientCredentialsOptions> = {}) {
  return clientCredentials({ tokenUrl, clientId: 'me', clientSecret: 's3cret-1', ...options })
}

const answerOf = (url: string): object => (url === quotes ? { quote_id: 'q' } : granted)

/** A transport that answers the token endpoint and the service, and keeps what it was asked for. */
function way() {
  const requests: TransportRequest[] = []
  const transport: Transport = (request) => {
    requests.push(request)
    return reading(200, { bytes: new TextEncoder().encode(JSON.stringify(answerOf(request.url))) })
  }
  return { transport, requests, urls: () => requests.map(({ url }) => url) }
}

/** The same as a fetch. */
function fetchWay() {
  const asked: string[] = []
  const fetch = (url: string | URL | Request): Promise<Response> => {
    asked.push(url as string)
    return Promise.resolve(Response.json(answerOf(url as string)))
  }
  return { fetch, asked }
}

/** Whoever is asked for the global fetch. */
function globalWay() {
  const way = fetchWay()
  vi.stubGlobal('fetch', way.fetch)
  return way.asked
}

it('a token request goes through the transport of the client that asks', async () => {
  const past = globalWay()
  const { transport, urls } = way()
  await createClient({ baseUrl, auth: credentials(), transport }).createIssuerQuote(quote)
  expect([urls(), past]).toEqual([[tokenUrl, quotes], []])
})

it('a token request goes through the fetch of the client that asks', async () => {
  const past = globalWay()
  const { fetch, asked } = fetchWay()
  await createClient({ baseUrl, auth: credentials(), fetch }).createIssuerQuote(quote)
  expect([asked, past]).toEqual([[tokenUrl, quotes], []])
})

it('a token request goes through the global fetch, where a client has nothing of its own', async () => {
  const client = createClient({ baseUrl, auth: credentials() })
  const asked = globalWay()
  await client.createIssuerQuote(quote)
  expect(asked).toEqual([tokenUrl, quotes])
})

it('a token request goes past the client, where clientCredentials has a transport or a fetch of its own', async () => {
  const client = way()
  const own = way()
  const ownFetch = fetchWay()
  for (const options of [{ transport: own.transport }, { fetch: ownFetch.fetch }]) {
    const auth = credentials(options)
    const { transport } = client
    await createClient({ baseUrl, auth, transport }).createIssuerQuote(quote)
  }
  expect([client.urls(), own.urls(), ownFetch.asked]).toEqual([
    [quotes, quotes],
    [tokenUrl],
    [tokenUrl],
  ])
})

it('a token request goes to the fetch that createFetch replaced, also as the global fetch', async () => {
  const asked = globalWay()
  vi.stubGlobal('fetch', createFetch({ baseUrl, auth: credentials() }))
  const body = JSON.stringify(quote)
  const answer = await fetch(quotes, { method: 'POST', body })
  expect([answer.status, asked]).toEqual([200, [tokenUrl, quotes]])
})

it('a token request goes through whichever client asks, where several share the tokens', async () => {
  const auth = credentials()
  const [first, second] = [way(), way()]
  for (const { transport } of [first, second])
    await createClient({ baseUrl, auth, transport }).createIssuerQuote(quote)
  expect([first.urls(), second.urls()]).toEqual([[tokenUrl, quotes], [quotes]])
  auth.dropToken('tok-1')
  await createClient({ baseUrl, auth, transport: second.transport }).createIssuerQuote(quote)
  expect(second.urls()).toEqual([quotes, tokenUrl, quotes])
})

it('a token request goes again after a break, through the same', async () => {
  const auth = credentials()
  const first = way()
  await auth.getToken({ transport: first.transport })
  auth.dropToken('tok-1')
  const broken = vi.fn<Transport>(() =>
    Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
  )
  const asked = auth.getToken({ transport: broken, maxRetries: 1 })
  await expect(asked).rejects.toThrow('ECONNRESET')
  expect([broken.mock.calls.length, first.requests.length]).toEqual([2, 1])
})

it('a token URL may have a query, which goes along', async () => {
  const { transport, urls } = way()
  const url = `${tokenUrl}?tenant=t%201&kind=a`
  await credentials({ tokenUrl: url, transport }).getToken()
  expect(urls()).toEqual([url])
})

it.each(['#part', '?tenant=a#part', '?a b', '?a\nb', '?a\\b'])(
  'a token URL is refused with what it may not have: %j',
  (rest) =>
    expect(() => credentials({ tokenUrl: tokenUrl + rest })).toThrow(
      'clientCredentials: tokenUrl must be an https URL (plain http for loopback, or with dangerouslyAllowPlainHttp) without credentials or fragment',
    ),
)

it('a token URL is sent as URLs are written', async () => {
  const { transport, urls } = way()
  await credentials({ tokenUrl: 'HTTPS://Auth.Example.com', transport }).getToken()
  expect(urls()).toEqual(['https://auth.example.com/'])
})

it('a transport and a fetch at once are refused', () => {
  const { transport } = way()
  expect(() => credentials({ transport, fetch })).toThrow(
    'clientCredentials: give fetch or transport, not both',
  )
})

it('a transport that is no function is refused', () =>
  expect(() => credentials({ transport: 5 as never })).toThrow('transport must be a function'))
