import { Interruption, wait, within } from '../shared/deadline.js'
import { bare, parseJson } from '../shared/json.js'
import { kindOf } from '../shared/outcome.js'
import { isLifetime, maxBytes } from './token-answer.js'
import { type Grant, type Obtain, usableFor } from './token-cache.js'
import { isToken } from './token-source.js'

/** Where several processes share one token. A `Keyv` instance can be given as it is. */
export interface TokenStore {
  /** Gives what was set under a key; undefined or null if there is nothing, or its time is over. */
  get(key: string): unknown
  /**
   * Keeps a token, in a form that only this package reads. The text is a secret: the store should
   * encrypt it.
   */
  set(key: string, token: string, milliseconds: number): unknown
  /** Forgets what is under a key. */
  delete(key: string): unknown
  /**
   * Takes a lock that ends by itself after so many milliseconds, without waiting for it: gives what releases
   * it, or nothing where another process has it.
   */
  lock?(key: string, milliseconds: number): Locked | Promise<Locked>
}

/** What releases a lock; nothing where another process has it. */
type Locked = (() => unknown) | null | undefined

/** How a token is kept. */
interface Entry {
  readonly value: string
  readonly scopes?: readonly string[] | undefined
  /** When it was obtained and until when it is used, by the clock of who obtained it. */
  readonly at: number
  /** Absent where its lifetime is not known. */
  readonly until?: number | undefined
}

/** Whose token it is, and what for. Only who can prove to be that client finds the token. */
interface Owner {
  readonly subject: unknown
  /** Gives the client's secret as it is now. */
  readonly prove: () => Promise<string>
  /** The secret that the last token was asked for with: it may have been rotated since the store was asked. */
  readonly lastProof: () => string
}

/** Milliseconds that a store may take for an answer. */
const storeTimeout = 1_000
/** Milliseconds that a token is kept whose lifetime is not known. */
const unknownLifetime = 3_600_000

/**
 * Obtains a token that is shared:
 * - one that is in the store serves, if it lives and is newer than the last that this process had;
 * - else whoever has the lock asks for another, and the others wait for that; without a lock each one asks;
 * - one that was refused is deleted, if it is still the one in the store;
 * - where the store fails, or takes longer than a second, this process requests its own token.
 */
export function shareToken(
  obtain: Obtain,
  store: TokenStore,
  timeout: number,
  owner: Owner,
): Obtain {
  let last: Pick<Entry, 'value' | 'at'> = { value: '', at: 0 }

  const take = ({ value, scopes, at, until = Infinity }: Entry): Grant | undefined => {
    const now = Date.now()
    // If this process's clock is behind the writer's, the token does not live longer for that.
    const left = until - Math.max(now, at)
    if (value === last.value || at < last.at || left <= 0) return undefined
    // If the writer's clock is ahead, later tokens of others must not look older than this one.
    last = { value, at: Math.min(at, now) }
    return { value, scopes, lifetime: left < Infinity ? left / 1_000 : undefined }
  }
  const keep = async ({ value, scopes, lifetime }: Grant): Promise<void> => {
    const { at } = last
    const left = lifetime === undefined ? unknownLifetime : Math.round(usableFor(lifetime))
    // Some stores take 0 milliseconds for "for ever".
    if (left < 1) return
    const entry: Entry = { value, scopes, at, until: lifetime && at + left }
    const key = await keyOf(owner.lastProof(), owner.subject)
    const kept = await ask('set', () => store.set(key, JSON.stringify(entry), left))
    if (kept === false) throw new Error('set returned false')
  }

  return async (transport, refused, notes = {}) => {
    let release: Locked
    const proof = await owner.prove()
    const share = async (): Promise<Grant | undefined> => {
      const key = await keyOf(proof, owner.subject)
      const end = performance.now() + timeout
      for (let pause = 50; ; pause = Math.min(1_000, 2 * pause)) {
        const kept = await ask('get', () => store.get(key))
        const entry = read(kept)
        if (!entry && kept) notes.storeError = 'get returned no token'
        const grant = entry && take(entry)
        if (grant) return grant
        if (release || !store.lock || performance.now() > end) {
          if (entry && entry.value === refused) await ask('delete', () => store.delete(key))
          return undefined
        }
        // After waiting for the lock, look again: its last holder may have stored a token.
        release = await ask('lock', () => store.lock?.(key, timeout), free)
        if (!release) await wait(pause * (0.5 + Math.random() / 2), undefined)
      }
    }
    const failed = (reason: unknown): false => {
      notes.storeError = (reason as Error).message
      return false
    }
    try {
      const shared = await share().catch(failed)
      if (shared) {
        notes.from = 'store'
        return shared
      }
      const grant = await obtain(transport)
      last = { value: grant.value, at: Date.now() }
      if (shared !== false) await keep(grant).catch(failed)
      return grant
    } finally {
      free(release)
    }
  }
}

/** What the store gives, within its time. @throws Error that quotes nothing: it could be the token */
function ask<Result>(
  what: string,
  run: () => Result | Promise<Result>,
  discard?: (result: Result) => void,
): Promise<Result> {
  const asked = Promise.resolve().then(run)
  return within(storeTimeout, undefined, () => asked).catch((reason: unknown) => {
    if (!(reason instanceof Interruption)) throw new Error(`${what} failed with ${kindOf(reason)}`)
    // The store may still give a lock, which has to be released; its errors no longer matter.
    asked.then(discard, () => undefined)
    throw new Error(`${what} did not answer within ${storeTimeout} ms`)
  })
}

/** Releases a lock without waiting for the store; if that fails, the lock ends by itself. */
function free(release: Locked): void {
  if (release) ask('unlock', release).catch(() => undefined)
}

/**
 * An HMAC by the secret: who does not have it cannot find the token, and a rotated secret has another key. The
 * store sees neither the client's id nor the token URL.
 */
async function keyOf(proof: string, subject: unknown): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const secret = encoder.encode(proof)
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign'])
  const text = encoder.encode(JSON.stringify(subject))
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, text))
  const hash = Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `stablecoin-issuer-api:token:${hash}`
}

/**
 * Parses what the store gave; undefined if it is no entry of ours, or says what no token endpoint can. Others
 * may have written to the store.
 */
function read(text: unknown): Entry | undefined {
  if (typeof text !== 'string' || text.length > maxBytes) return undefined
  const entry = bare(parseJson(text)) as Entry
  const { value, scopes = [], at, until = at } = entry
  const isWhole = isToken(value) && Array.isArray(scopes) && isTime(at) && isTime(until)
  if (!isWhole || until < at || !isLifetime((until - at) / 1_000)) return undefined
  return scopes.every(isScope) ? entry : undefined
}

const isTime = (value: unknown): boolean => Number.isFinite(value)

/** A scope as a token endpoint writes it (RFC 6749, section 3.3). */
const isScope = (value: unknown): boolean =>
  typeof value === 'string' && /^[!#-[\]-~]+$/.test(value)
