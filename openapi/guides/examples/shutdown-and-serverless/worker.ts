import {
  clientCredentials,
  type ClientCredentialsOptions,
  createClient,
} from 'stablecoin-issuer-api'
import { sharedToken, type TokenStore } from 'stablecoin-issuer-api/shared-token'

/** A namespace of Workers KV. */
interface Namespace {
  get(key: string): Promise<string | null>
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>
  delete(key: string): Promise<void>
}

/** KV keeps an entry for 60 seconds at least. The entry says when its token ends. */
const storeIn = (namespace: Namespace): TokenStore => ({
  get: (key) => namespace.get(key),
  set: (key, token, milliseconds) =>
    namespace.put(key, token, { expirationTtl: Math.max(60, Math.ceil(milliseconds / 1_000)) }),
  delete: (key) => namespace.delete(key),
})

export function clientOf(baseUrl: string, options: ClientCredentialsOptions, tokens: Namespace) {
  const store = sharedToken(storeIn(tokens))
  return createClient({
    baseUrl,
    auth: clientCredentials({ ...options, store }),
    totalTimeout: 20_000,
  })
}
