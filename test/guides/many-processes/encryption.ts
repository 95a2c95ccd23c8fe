import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyvOptions } from 'keyv'

/** What a Keyv instance keeps is encrypted, by a key of 32 bytes that every process has. */
export const encryption = (key: Buffer): KeyvOptions => ({
  serialize: (kept) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const sealed = [cipher.update(JSON.stringify(kept)), cipher.final()]
    return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64')
  },
  deserialize: (text) => {
    const bytes = Buffer.from(text, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(-16))
    const opened = [decipher.update(bytes.subarray(12, -16)), decipher.final()]
    return JSON.parse(Buffer.concat(opened).toString()) as object
  },
})
