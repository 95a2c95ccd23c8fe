import { scopes } from '../../../generated/index.js'
import { startMock } from '../../../scripts/mock/server.js'
import { mockClient } from '../../../scripts/mock/token-server.js'
import { clientCredentials } from '../../../src/index.js'

/** What a program calls. */
export type Services = Awaited<ReturnType<typeof startServices>>

export async function startServices() {
  /** The bodies that the mock received, in their order. */
  const received: string[] = []
  const mock = await startMock({ onRequest: (_, body) => received.push(body.toString()) })
  const { url, tokenUrl, stop } = mock
  const { id: clientId, secret: clientSecret } = mockClient
  const token = await clientCredentials({ tokenUrl, clientId, clientSecret, scopes }).getToken()
  return { mock, received, env: { BASE_URL: url, TOKEN_URL: tokenUrl, TOKEN: token.value }, stop }
}
