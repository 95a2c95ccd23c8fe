import { createServer } from 'node:http'
import { scopes } from '../../../generated/index.js'
import { readExamples } from '../../../scripts/lib/examples.js'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import { listen } from '../../support/listen.js'

/** The addresses that a program calls, as its environment has them. */
export interface Services {
  readonly env: Record<string, string>
  /** The bodies that the mock received, in their order. */
  readonly received: string[]
  stop(): Promise<void>
}

/** The mock, and beside it a service of tomorrow that answers a quote with a side that is not listed. */
export async function startServices(): Promise<Services> {
  const received: string[] = []
  const mock = await startMock({
    onRequest: (_, body) => {
      received.push(body.toString())
    },
  })
  const quote = (await readExamples()).find(({ name }) => name === 'mintForPurchase')
  const server = createServer((request, response) => {
    request.resume()
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ ...(quote?.response as object), side: 'HOLD' }))
  })
  const tomorrow = await listen(server)
  return {
    received,
    env: {
      BASE_URL: mock.url,
      TOKEN_URL: mock.tokenUrl,
      TOMORROW_URL: tomorrow.url,
      CLIENT_ID: mockClient.id,
      CLIENT_SECRET: mockClient.secret,
      SCOPE: scopes.join(' '),
    },
    stop: async () => {
      tomorrow.stop()
      await mock.stop()
    },
  }
}
