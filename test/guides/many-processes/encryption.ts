import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { TokenStore } from 'stablecoin-issuer-api/shared-token'

/** Encrypts what a store keeps, by a key of 32 bytes that every process has, and binds it to its name there. */
export function encrypted(store: TokenStore, key: Buffer): TokenStore {
  const seal = (name: string, text: string): string => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
    const sealed = [cipher.update(text), cipher.final()]
    return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64')
  }
  const open = (name: string, text: string): string => {
    const bytes = Buffer.from(text, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString()
  }
  const lock = store.lock?.bind(store)
  return {
    get: async (name) => {
      const kept = await store.get(name)
      return typeof kept === 'string' ? open(name, kept) : undefined
    },
    set: (name, text, milliseconds) => store.set(name, seal(name, text), milliseconds),
    delete: (name) => store.delete(name),
    ...(lock && { lock }),
  }
}
