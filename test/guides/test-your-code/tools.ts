import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import nock from 'nock'
import { createClient } from 'stablecoin-issuer-api'
import { undiciTransport } from 'stablecoin-issuer-api/undici'
import { MockAgent } from 'undici'

// #region fetch
/** MSW: requests over fetch alone. */
export const byMsw = (baseUrl: string, quote: object) =>
  setupServer(http.post(`${baseUrl}/v2/issuer-quote`, () => HttpResponse.json(quote)))

/** nock: requests over fetch alone. */
export const byNock = (baseUrl: string, quote: object) =>
  nock(baseUrl).post('/v2/issuer-quote').reply(200, quote)
// #endregion

// #region agent
/** undici's MockAgent, given to the transport: nothing else sees these requests. */
export const overAgent = (baseUrl: string, quote: object) => {
  const dispatcher = new MockAgent()
  dispatcher.disableNetConnect()
  const headers = { 'content-type': 'application/json' }
  const path = '/v2/issuer-quote'
  dispatcher.get(baseUrl).intercept({ path, method: 'POST' }).reply(200, quote, { headers })
  return createClient({ baseUrl, auth: 'token', transport: undiciTransport({ dispatcher }) })
}
// #endregion
