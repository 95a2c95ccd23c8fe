import type { TokenStore } from 'stablecoin-issuer-api/shared-token'
import { cipher } from '../after-unknown/cipher.js'

/** Encrypts what a store keeps, by a key of 32 bytes that every process has, and binds it to its name there. */
export function encrypted(store: TokenStore, key: Buffer): TokenStore {
  const { encrypt, decrypt } = cipher(key)
  const lock = store.lock?.bind(store)
  return {
    get: async (name) => {
      const kept = await store.get(name)
      return typeof kept === 'string' ? decrypt(kept, name) : undefined
    },
    set: (name, text, milliseconds) => store.set(name, encrypt(text, name), milliseconds),
    delete: (name) => store.delete(name),
    ...(lock && { lock }),
  }
}
