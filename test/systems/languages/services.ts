import { scopes } from '../../../generated/index.js'
import { type Mock, startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'

/** What a program calls. */
export interface Services {
  readonly mock: Mock
  /** The addresses and a token, as the environment of a program has them. */
  readonly env: Record<string, string>
  /** The bodies that the mock received, in their order. */
  readonly received: string[]
  readonly stop: () => Promise<void>
}

export async function startServices(): Promise<Services> {
  const received: string[] = []
  const mock = await startMock({ onRequest: (_, body) => received.push(body.toString()) })
  const env = {
    BASE_URL: mock.url,
    TOKEN_URL: mock.tokenUrl,
    CLIENT_ID: mockClient.id,
    CLIENT_SECRET: mockClient.secret,
    SCOPE: scopes.join(' '),
  }
  return { mock, received, env: { ...env, TOKEN: await fetchToken(env) }, stop: mock.stop }
}

/** A token of the mock, obtained as the programs obtain theirs. */
async function fetchToken(env: Record<string, string>): Promise<string> {
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
