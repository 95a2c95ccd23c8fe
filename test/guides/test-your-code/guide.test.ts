import { http } from 'msw'
import { setupServer } from 'msw/node'
import nock from 'nock'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type ClientOptions, createClient } from 'stablecoin-issuer-api'
import { undiciTransport } from 'stablecoin-issuer-api/undici'
import {
  breakConnection,
  brokenFetch,
  byMsw,
  byNock,
  overAgent,
} from '../../../openapi/guides/examples/test-your-code/tools.js'
import { quote } from '../../support/examples.js'
import { type Listening, serve } from '../../support/listen.js'

const fromTool = { quote_id: 'from the tool' }
const fromNetwork = { quote_id: 'from the network' }

/** The network that a test must not reach. */
let network: Listening
beforeAll(async () => {
  network = await serve(() => fromNetwork)
})
afterAll(() => network.stop())

function call(options: Partial<ClientOptions> = {}): Promise<unknown> {
  const client = createClient({ baseUrl: network.url, auth: 'token', maxRetries: 0, ...options })
  return client.createIssuerQuote(quote).catch((error: unknown) => error)
}

function useMsw(server: ReturnType<typeof setupServer>): void {
  server.listen({ onUnhandledRequest: 'bypass' })
  onTestFinished(() => server.close())
}

function useNock(): void {
  byNock(network.url, fromTool)
  if (!nock.isActive()) nock.activate()
  onTestFinished(() => nock.restore())
}

it.each([
  ['MSW', () => useMsw(byMsw(network.url, fromTool))],
  ['nock', useNock],
])('%s answers what goes over fetch, and does not see what goes over undici', async (_, start) => {
  start()
  const transport = undiciTransport()
  onTestFinished(() => transport.close())
  expect(await call({ transport })).toEqual(fromNetwork)
  expect(await call()).toEqual(fromTool)
})

it('an agent of undici answers what goes over undici', async () => {
  expect(await overAgent(network.url, fromTool).createIssuerQuote(quote)).toEqual(fromTool)
})

it('a connection that breaks once the body was read is unknown, and met once', async () => {
  const unknown = { attempts: 1, outcome: 'unknown' }
  expect(await call({ fetch: brokenFetch, maxRetries: 2 })).toMatchObject(unknown)
  useMsw(setupServer(http.post(`${network.url}/v2/issuer-quote`, breakConnection)))
  expect(await call({ maxRetries: 2 })).toMatchObject(unknown)
})
