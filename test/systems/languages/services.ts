import { createServer } from 'node:http'
import { scopes } from '../../../generated/index.js'
import { readExamples } from '../../../scripts/lib/examples.js'
import { type Mock, type MockOptions, startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import { listen } from '../../support/listen.js'

/** What a program calls. */
export interface Services {
  readonly mock: Mock
  /** The addresses and a token, as the environment of a program has them. */
  readonly env: Record<string, string>
  /** The bodies that the mock received, in their order. */
  readonly received: string[]
  readonly stop: () => Promise<void>
}

/** The mock, and beside it a service of tomorrow that answers a quote with a side that is not listed. */
export async function startServices(
  options: Pick<MockOptions, 'provider' | 'document'> = {},
): Promise<Services> {
  const received: string[] = []
  const mock = await startMock({
    ...options,
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
  const env = {
    BASE_URL: mock.url,
    TOKEN_URL: mock.tokenUrl,
    TOMORROW_URL: tomorrow.url,
    CLIENT_ID: mockClient.id,
    CLIENT_SECRET: mockClient.secret,
    SCOPE: (options.provider?.scopes ?? scopes).join(' '),
  }
  return {
    mock,
    received,
    env: { ...env, TOKEN: await fetchToken(env) },
    stop: async () => {
      tomorrow.stop()
      await mock.stop()
    },
  }
}

/** A token of the mock, obtained as the programs obtain theirs. */
export async function fetchToken(env: Record<string, string>): Promise<string> {
  const answer = await fetch(env['TOKEN_URL'] ?? '', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: env['CLIENT_ID'] ?? '',
      client_secret: env['CLIENT_SECRET'] ?? '',
      scope: env['SCOPE'] ?? '',
    }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
