import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { scopes } from '../../../generated/operations.js'
import { readExamples } from '../../../scripts/lib/examples.js'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'

/** What a program talks to, told by its environment, and how to stop it. */
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
  const tomorrow = createServer((request, response) => {
    request.resume()
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ ...quote?.response, side: 'HOLD' }))
  })
  tomorrow.listen(0, '127.0.0.1')
  await once(tomorrow, 'listening')
  return {
    received,
    env: {
      BASE_URL: mock.url,
      TOKEN_URL: mock.tokenUrl,
      TOMORROW_URL: `http://127.0.0.1:${(tomorrow.address() as AddressInfo).port}`,
      CLIENT_ID: mockClient.id,
      CLIENT_SECRET: mockClient.secret,
      SCOPE: scopes.join(' '),
    },
    stop: async () => {
      tomorrow.closeAllConnections()
      tomorrow.close()
      await mock.stop()
    },
  }
}
