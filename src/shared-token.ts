// One token for many processes, in a store that they share.

import { type AccessToken, type Grant, isToken } from './auth/access-token.js'
import { type SharedToken, usableFor } from './auth/token-cache.js'
import type { TokenSettings } from './auth/token-request.js'
import {
  checkOptions,
  hasMethods,
  type Needed,
  type Optional,
  optional,
} from './shared/check-options.js'
import { Interruption, wait, within } from './shared/deadline.js'
import { isText, memberOf, parseJson } from './shared/json.js'
import { kindOf } from './shared/redact.js'

export type { SharedToken } from './auth/token-cache.js'

/** A store in which several processes share one token. A `Keyv` instance fits as it is. */
export interface TokenStore {
  /** Gives the text under a key; undefined or null if the key has none, or its time is over. */
  get(key: string): unknown
  /**
   * Keeps a token, in a form that only this package reads. The text is a secret: the store should
   * encrypt it.
   */
  set(key: string, token: string, milliseconds: number): unknown
  /** Forgets the text under a key. */
  delete(key: string): unknown
  /**
   * Takes a lock that ends by itself after so many milliseconds, without waiting: gives a function that
   * releases the lock, or nothing where another process has it.
   */
  lock?(key: string, milliseconds: number): Lock | Promise<Lock>
}

/** Releases a lock; nothing where another process has it. */
type Lock = (() => unknown) | null | undefined

const sharedTokenOptions = {
  /**
   * Separates this client's tokens in the store from those of others, such as the tenant's name. It is needed where a
   * function authenticates. With a `clientSecret` it is not: only a client with that secret finds the token.
   */
  partition: optional<string>(isText, 'a string'),
}

/** Options of `sharedToken`. */
interface SharedTokenOptions
  extends Needed<typeof sharedTokenOptions>, Optional<typeof sharedTokenOptions> {}

interface Entry extends AccessToken {
  /** The time of the grant and the end of use, by the clock of the process that obtained the token. */
  readonly at: number
  /** Absent where the lifetime is not known. */
  readonly until?: number | undefined
}

/** Milliseconds that a store may take for an answer. */
const storeTimeout = 1_000
/** Milliseconds that a token is kept whose lifetime is not known. */
const unknownLifetime = 3_600_000
/** The longest use of a stored token in milliseconds: another program may have written it. */
const maxLifetime = 86_400_000

/**
 * Shares one token between many processes, for the option `store` of `clientCredentials`:
 * - a token in the store serves, at most a day, if it has all requested scopes and is newer than the last token of this
 *   process;
 * - else the process with the lock requests a token, and the others wait for it; without a lock each requests its own;
 * - a refused token is deleted, if it is still in the store;
 * - where the store fails, or takes longer than a second, this process requests its own token.
 * @throws TypeError when the store or an option is wrong.
 */
export function sharedToken(store: TokenStore, options: SharedTokenOptions = {}): SharedToken {
  const isStore =
    hasMethods(store, 'get', 'set', 'delete') &&
    (store.lock === undefined || hasMethods(store, 'lock'))
  if (!isStore) throw new TypeError('sharedToken: store must be an object with get, set and delete')
  const { partition } = checkOptions('sharedToken', options, sharedTokenOptions)
  return (owner) => {
    if (partition === undefined && typeof owner.clientAuthentication === 'function')
      throw new TypeError(
        'sharedToken: partition must be given where a function authenticates: nothing else separates the tokens of clients',
      )
    return share(store, { ...owner, partition })
  }
}

/** The settings of the token that is shared, and the partition of the store. */
type Owner = TokenSettings & { readonly partition: string | undefined }

function share(store: TokenStore, owner: Owner): ReturnType<SharedToken> {
  const { scopes: wanted, timeout } = owner
  let last: Pick<Entry, 'value' | 'at'> = { value: '', at: 0 }

  const use = ({ value, scopes, at, until = Infinity }: Entry): Grant | undefined => {
    const now = Date.now()
    // A clock of this process that is behind the writer's must not make the token live longer.
    const left = Math.min(until, at + maxLifetime) - Math.max(now, at)
    const covers = wanted.every((scope) => scopes?.includes(scope) ?? true)
    if (!covers || value === last.value || at < last.at || left <= 0) return undefined
    // A writer's clock that is ahead must not make later tokens look older than this one.
    last = { value, at: Math.min(at, now) }
    return { value, scopes, lifetime: left / 1_000 }
  }
  const keep = async (key: string, { value, scopes, lifetime }: Grant): Promise<void> => {
    const { at } = last
    const whole = lifetime === undefined ? unknownLifetime : Math.round(usableFor(lifetime))
    const left = Math.min(whole, maxLifetime)
    // Some stores take 0 milliseconds for "for ever".
    if (left < 1) return
    const entry: Entry = { value, scopes, at, until: lifetime && at + left }
    const result = await ask('set', () => store.set(key, JSON.stringify(entry), left))
    if (result === false) throw new Error('set returned false')
  }

  return async (request, secret, { refused, notes }) => {
    let release: Lock
    const find = async (): Promise<Grant | undefined> => {
      const key = await keyOf(secret, owner)
      const end = performance.now() + timeout
      for (let pause = 50; ; pause = Math.min(1_000, 2 * pause)) {
        const text = await ask('get', () => store.get(key))
        const entry = read(text)
        if (!entry && text) notes.storeError = 'get returned no token'
        const grant = entry && use(entry)
        if (grant) return grant
        if (release || !store.lock || performance.now() > end) {
          if (entry && entry.value === refused) await ask('delete', () => store.delete(key))
          return undefined
        }
        // The last holder of the lock may have stored a token during the wait.
        release = await ask('lock', () => store.lock?.(key, timeout), free)
        const part = 0.5 + Math.random() / 2
        if (!release) await wait(pause * part, undefined)
      }
    }
    const note = (reason: unknown): false => {
      notes.storeError = (reason as Error).message
      return false
    }
    try {
      const shared = await find().catch(note)
      if (shared) {
        notes.from = 'store'
        return shared
      }
      const grant = await request()
      last = { value: grant.value, at: Date.now() }
      if (shared !== false) await keep(await keyOf(secret, owner), grant).catch(note)
      return grant
    } finally {
      free(release)
    }
  }
}

/** The store's answer, within its time. @throws Error without a quote, which could be the token */
function ask<Result>(
  operation: string,
  run: () => Result | Promise<Result>,
  discard?: (result: Result) => void,
): Promise<Result> {
  const answer = Promise.resolve().then(run)
  return within(storeTimeout, undefined, () => answer).catch((reason: unknown) => {
    if (!(reason instanceof Interruption))
      throw new Error(`${operation} failed with ${kindOf(reason)}`)
    // A lock that the store still gives has to be released; later errors no longer matter.
    answer.then(discard, () => undefined)
    throw new Error(`${operation} did not answer within ${storeTimeout} ms`)
  })
}

/** Releases a lock without waiting for the store; if that fails, the lock ends by itself. */
function free(release: Lock): void {
  if (release) ask('unlock', release).catch(() => undefined)
}

/**
 * An HMAC by the secret, or by the partition where a function authenticates: a client without the secret cannot find the
 * token, and a rotated secret has another key. The store sees neither the client's id nor the token URL.
 */
async function keyOf(secret: string | undefined, owner: Owner): Promise<string> {
  const { tokenUrl, clientId, scopes, parameters, issuer, ignoreGrantedScopes, partition } = owner
  const subject = [tokenUrl, clientId, [...scopes].sort(), parameters, issuer, ignoreGrantedScopes]
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const proof = encoder.encode(secret ?? partition)
  const key = await crypto.subtle.importKey('raw', proof, algorithm, false, ['sign'])
  const text = encoder.encode(JSON.stringify([...subject, partition ?? null, secret === undefined]))
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, text))
  const hash = Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `stablecoin-issuer-api:token:${hash}`
}

/** Parses the text of the store; undefined for a text without a token. */
function read(text: unknown): Entry | undefined {
  const entry = isText(text) ? parseJson(text) : undefined
  return isToken(memberOf(entry, 'value')) ? (entry as Entry) : undefined
}
