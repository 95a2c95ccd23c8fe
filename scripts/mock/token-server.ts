import { randomBytes } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { isText } from '../../src/shared/json.js'

export interface MockClient {
  readonly id: string
  readonly secret: string
  readonly scopes: readonly string[]
}

/** The one client of `npm run mock`. Its secret is public. */
export const mockClient = { id: 'mock-client', secret: 'mock-secret' }

/** Makes a token server (oidc-provider) for the client credentials grant (RFC 6749, section 4.4). */
export async function createTokenServer(
  issuer: string,
  clients: readonly MockClient[],
  lifetime = 3600,
) {
  const path = '/oauth2/token'
  const secrets = new Map(clients.map(({ id, secret }) => [id, secret]))
  const scopes = [...new Set(clients.flatMap(({ scopes }) => scopes))]
  const make = async (way: 'client_secret_post' | 'client_secret_basic'): Promise<Provider> => {
    const { errors, Provider } = await import('oidc-provider')
    const provider = new Provider(issuer, {
      clients: clients.map(({ id, secret, scopes }) => ({
        client_id: id,
        client_secret: secret,
        scope: scopes.join(' '),
        token_endpoint_auth_method: way,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      })),
      scopes,
      features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      ttl: { ClientCredentials: lifetime },
      // Oidc-provider counts whole seconds, so `end` has the exact time.
      clockTolerance: 1,
      extraTokenClaims: ({ oidc }) => {
        // Oidc-provider drops an unknown scope; other servers refuse it.
        const { scope = '' } = oidc.body as { readonly scope?: string }
        const unknown = scope.split(' ').find((one) => one !== '' && !scopes.includes(one))
        if (unknown !== undefined) throw new errors.InvalidScope('there is no such scope', unknown)
        return { end: Date.now() + lifetime * 1_000 }
      },
      routes: { token: path },
      clientBasedCORS: () => true,
    })
    // Oidc-provider reads its clients once, but compares their secrets for each request.
    provider.Client.prototype.compareClientSecret = function (actual) {
      return secrets.get(this.clientId) === actual
    }
    return provider
  }
  // In oidc-provider a client has one method of authentication, so each method gets a provider of its own.
  const [byPost, byBasic] = await quietly(() =>
    Promise.all([make('client_secret_post'), make('client_secret_basic')]),
  )
  // Errors of a request are answered already; without this listener Koa prints them too. Koa's types lack the event.
  const koas: readonly EventEmitter[] = [byPost, byBasic] as never
  for (const koa of koas) koa.on('error', () => undefined)
  const handlers = { post: byPost.callback(), basic: byBasic.callback() }
  const find = async (value: string) => {
    const token =
      (await byPost.ClientCredentials.find(value)) ?? (await byBasic.ClientCredentials.find(value))
    return Date.now() < Number(token?.extra?.['end']) ? token : undefined
  }
  return {
    path,
    handle: (request: IncomingMessage, response: ServerResponse): void => {
      const isBasic = /^Basic /i.test(request.headers.authorization ?? '')
      void handlers[isBasic ? 'basic' : 'post'](request, response)
    },
    /** Replaces the secret of a client, whose tokens stay valid. @throws TypeError in one sentence */
    rotate: (id: unknown, secret: unknown): void => {
      if (!isText(id) || !secrets.has(id))
        throw new TypeError(
          `${JSON.stringify(id)} is not a client; there are ${[...secrets.keys()].join(', ')}`,
        )
      if (typeof secret !== 'string' || !/^[ -~]+$/.test(secret))
        throw new TypeError('a secret must be a text of printable ASCII that is not empty')
      secrets.set(id, secret)
    },
    /** The scopes of a token that this server issued and that is still valid. */
    scopesOf: async (value: string) => {
      const token = await find(value)
      return token && (token.scope ?? '').split(' ')
    },
  }
}

/** Runs a function with console output switched off: oidc-provider prints advice for production servers. */
async function quietly<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  const { warn, info } = console
  console.warn = console.info = () => undefined
  try {
    return await run()
  } finally {
    console.warn = warn
    console.info = info
  }
}
