import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** AES-256-GCM with a key of 32 bytes. A text can be decrypted only in the context that it was encrypted in. */
export function cipher(key: Buffer) {
  const aead = 'aes-256-gcm'
  return {
    encrypt: (text: string, context: string): string => {
      const nonce = randomBytes(12)
      const gcm = createCipheriv(aead, key, nonce).setAAD(Buffer.from(context))
      const bytes = [nonce, gcm.update(text), gcm.final(), gcm.getAuthTag()]
      return Buffer.concat(bytes).toString('base64')
    },
    decrypt: (text: string, context: string): string => {
      const bytes = Buffer.from(text, 'base64')
      const gcm = createDecipheriv(aead, key, bytes.subarray(0, 12), { authTagLength: 16 })
      gcm.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16))
      return Buffer.concat([gcm.update(bytes.subarray(12, -16)), gcm.final()]).toString()
    },
  }
}
