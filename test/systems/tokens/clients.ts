import { randomUUID } from 'node:crypto'
import { scopes } from '../../../generated/index.js'

/** A client as each server has to know it. */
export interface RegisteredClient {
  readonly id: string
  readonly secret?: string
  readonly method: 'client_secret_post' | 'client_secret_basic' | 'private_key_jwt'
  /** Its public key. */
  readonly jwk?: object
  /** Seconds that its tokens live. */
  readonly lifetime: number
  readonly scopes: readonly string[]
}

/** What every server is given, and the key of the one that signs. */
export interface Clients {
  readonly poster: Known
  /** Its id and its secret hold what methods write in different ways. */
  readonly special: Known
  readonly signer: RegisteredClient
  /** Its tokens live for seconds. */
  readonly brief: Known
  readonly key: { readonly key: CryptoKey; readonly kid: string }
}

type Known = RegisteredClient & { readonly secret: string }

/** @param characters of a secret that only a server with an alphabet of its own refuses */
export async function makeClients(characters: string): Promise<Clients> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const kid = randomUUID()
  const common = { lifetime: 3_600, scopes }
  return {
    poster: { id: 'poster', secret: randomUUID(), method: 'client_secret_post', ...common },
    special: {
      id: randomUUID(),
      secret: `a:b%c+d e&"\\${characters} ${randomUUID()}`,
      method: 'client_secret_basic',
      ...common,
    },
    signer: {
      id: 'signer',
      method: 'private_key_jwt',
      jwk: { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' },
      ...common,
    },
    brief: {
      id: 'brief',
      secret: randomUUID(),
      method: 'client_secret_post',
      ...common,
      lifetime: 3,
    },
    key: { key: privateKey, kid },
  }
}
