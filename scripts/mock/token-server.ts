import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { quietly } from './quietly.js'

/** Who may obtain tokens, and for which scopes. */
export interface MockClient {
  readonly id: string
  readonly secret: string
  readonly scopes: readonly string[]
  /** @default 'client_secret_post' */
  readonly authentication?: 'client_secret_post' | 'client_secret_basic'
}

/** An OAuth 2.0 token server (oidc-provider) to be mounted in an HTTP server. */
export interface TokenServer {
  readonly path: string
  handle(request: IncomingMessage, response: ServerResponse): void
  /** The scopes of a token that this server issued and that is still valid. */
  scopesOf(token: string): Promise<readonly string[] | undefined>
  revoke(token: string): Promise<void>
}

/** The one client of `npm run mock`. It guards nothing. */
export const mockClient = { id: 'mock-client', secret: 'mock-secret' }

/** Makes a token server for the client credentials grant (RFC 6749, section 4.4). */
export async function createTokenServer(
  issuer: string,
  clients: readonly MockClient[],
  lifetime = 3600,
): Promise<TokenServer> {
  const path = '/oauth2/token'
  const provider = await quietly(async (): Promise<Provider> => {
    const { Provider } = await import('oidc-provider')
    return new Provider(issuer, {
      clients: clients.map(({ id, secret, scopes, authentication = 'client_secret_post' }) => ({
        client_id: id,
        client_secret: secret,
        scope: scopes.join(' '),
        token_endpoint_auth_method: authentication,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      })),
      scopes: [...new Set(clients.flatMap(({ scopes }) => scopes))],
      features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      ttl: { ClientCredentials: lifetime },
      routes: { token: path },
      clientBasedCORS: () => true,
    })
  })
  const callback = provider.callback()
  return {
    path,
    handle: (request, response) => void callback(request, response),
    scopesOf: async (token) => {
      const found = await provider.ClientCredentials.find(token)
      return found?.scope?.split(' ')
    },
    revoke: async (token) => {
      await (await provider.ClientCredentials.find(token))?.destroy()
    },
  }
}
