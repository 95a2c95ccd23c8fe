import type { TokenStore } from 'stablecoin-issuer-api/shared-token'

/** What is used of a namespace of Workers KV. */
export interface TokenNamespace {
  get(key: string): Promise<string | null>
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>
  delete(key: string): Promise<void>
}

/** Shares the token. KV keeps an entry for 60 seconds at least; when a token ends is part of the entry. */
export const storeIn = (namespace: TokenNamespace): TokenStore => ({
  get: (key) => namespace.get(key),
  set: (key, token, milliseconds) =>
    namespace.put(key, token, { expirationTtl: Math.max(60, Math.ceil(milliseconds / 1_000)) }),
  delete: (key) => namespace.delete(key),
})
