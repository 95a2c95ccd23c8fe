import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Adapter, AdapterPayload, ClientMetadata } from 'oidc-provider'
import { scopes } from '../../../generated/index.js'
import { quietly } from '../../../src/mock/quietly.js'
import type { RegisteredClient, Running, TokenServer } from './server.js'

const manifest = new URL('../../../node_modules/oidc-provider/package.json', import.meta.url)
const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }

function metadataOf(client: RegisteredClient): ClientMetadata {
  return {
    client_id: client.id,
    ...(client.secret !== undefined && { client_secret: client.secret }),
    ...(client.jwk && { jwks: { keys: [client.jwk] } }),
    scope: client.scopes.join(' '),
    token_endpoint_auth_method: client.method,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  }
}

export const oidcProvider: TokenServer = {
  name: 'oidc-provider',
  version,
  tools: [],
  takesAsciiAlone: true,
  start: async ({ poster, special, signer, brief }, port): Promise<Running> => {
    const known = new Map([poster, special, signer, brief].map((each) => [each.id, each]))
    const stored = new Map<string, AdapterPayload>()
    // Clients that are looked up each time, so that a secret can be changed.
    const adapterOf = (model: string): Adapter => ({
      find: (id) => {
        const client = model === 'Client' ? known.get(id) : undefined
        return Promise.resolve(client ? metadataOf(client) : stored.get(`${model} ${id}`))
      },
      upsert: (id, payload) => Promise.resolve(void stored.set(`${model} ${id}`, payload)),
      destroy: (id) => Promise.resolve(void stored.delete(`${model} ${id}`)),
      consume: () => Promise.resolve(),
      findByUid: () => Promise.resolve(undefined),
      findByUserCode: () => Promise.resolve(undefined),
      revokeByGrantId: () => Promise.resolve(),
    })
    const url = `http://127.0.0.1:${port}`
    const provider = await quietly(async () => {
      const { Provider } = await import('oidc-provider')
      return new Provider(url, {
        adapter: adapterOf,
        scopes: [...scopes],
        features: {
          clientCredentials: { enabled: true },
          devInteractions: { enabled: false },
          resourceIndicators: {
            enabled: true,
            getResourceServerInfo: () => ({ scope: scopes.join(' ') }),
          },
        },
        ttl: {
          ClientCredentials: (_context, _token, client) =>
            known.get(client.clientId)?.lifetime ?? 60,
        },
      })
    })
    provider.use(async (context, next) => {
      await next()
      if (context.path === '/token' && context.status === 200)
        Object.assign(context.body as object, { id_token: 'not.a.token', more: { a: 1 } })
    })
    const server = createServer((request, response) => void provider.callback()(request, response))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const find = (token: string) => provider.ClientCredentials.find(token)
    return {
      tokenUrl: `${url}/token`,
      scopesOf: async (token) => {
        const found = await find(token)
        return found?.isValid === true ? found.scope?.split(' ') : undefined
      },
      revoke: async (token) => (await find(token))?.destroy(),
      rotate: (id, secret) => {
        const client = known.get(id)
        if (client) known.set(id, { ...client, secret })
        return Promise.resolve()
      },
      stop: async () => {
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
      },
    }
  },
}
