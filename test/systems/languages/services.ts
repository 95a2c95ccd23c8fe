import { scopes } from '../../../generated/index.js'
import { clientCredentials } from '../../../src/index.js'
import { type Mock, startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'

/** What a program calls. */
export interface Services {
  readonly mock: Mock
  /** The addresses and a token, as the environment of a program has them. */
  readonly env: Record<'BASE_URL' | 'TOKEN_URL' | 'TOKEN', string>
  /** The bodies that the mock received, in their order. */
  readonly received: string[]
  readonly stop: () => Promise<void>
}

export async function startServices(): Promise<Services> {
  const received: string[] = []
  const mock = await startMock({ onRequest: (_, body) => received.push(body.toString()) })
  const { url, tokenUrl, stop } = mock
  const { id: clientId, secret: clientSecret } = mockClient
  const token = await clientCredentials({ tokenUrl, clientId, clientSecret, scopes }).getToken()
  return { mock, received, env: { BASE_URL: url, TOKEN_URL: tokenUrl, TOKEN: token.value }, stop }
}
