import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import nock from 'nock'
import { MockAgent } from 'undici'
import { createClient } from 'stablecoin-issuer-api'
import { undiciTransport } from 'stablecoin-issuer-api/undici'

/** MSW: requests over fetch alone. */
export const byMsw = (baseUrl: string, quote: object) =>
  setupServer(http.post(`${baseUrl}/v2/issuer-quote`, () => HttpResponse.json(quote)))

/** nock: requests over fetch alone. */
export const byNock = (baseUrl: string, quote: object) =>
  nock(baseUrl).post('/v2/issuer-quote').reply(200, quote)

/** A connection that breaks, for MSW: `http.post(url, breakConnection)`. */
export const breakConnection = async ({ request }: { request: Request }) => {
  await request.text() // as a server does; without it, the outcome would be not_sent
  return HttpResponse.error()
}

/** The same for a stub of fetch. */
export const brokenFetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
  await new Response(init?.body).text()
  throw new TypeError('fetch failed')
}

/** undici's MockAgent: requests over a dispatcher of it. */
export const overAgent = (baseUrl: string, quote: object) => {
  const dispatcher = new MockAgent()
  dispatcher.disableNetConnect()
  const headers = { 'content-type': 'application/json' }
  const path = '/v2/issuer-quote'
  dispatcher.get(baseUrl).intercept({ path, method: 'POST' }).reply(200, quote, { headers })
  return createClient({ baseUrl, auth: 'token', transport: undiciTransport({ dispatcher }) })
}
