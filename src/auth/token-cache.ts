import type { TokenFacts } from '../events.js'
import { wait } from '../shared/deadline.js'
import type { Transport } from '../transport/transport.js'
import { type AccessToken, type TokenContext, TokenError } from './access-token.js'

/** A token that was granted, and the seconds that it lives where that is known. */
export interface Grant extends AccessToken {
  /** Seconds that it lives, where that is known. */
  readonly lifetime: number | undefined
}

/** For the `token` event: whether the token came from the store, or what failed there. */
export type StoreNotes = { -readonly [Name in 'from' | 'storeError']?: TokenFacts[Name] }

/** Obtains a token, unless the signal ends it. `refused` is the one that the service refused, if this is to replace it. */
export type Obtain = (
  transport: Transport | undefined,
  signal?: AbortSignal,
  refused?: string,
  notes?: StoreNotes,
) => Promise<Grant>

/** Whose token is shared, and what for. */
export interface TokenOwner {
  /** All that makes tokens differ, such as the token URL and the scopes. */
  readonly subject: readonly unknown[]
  readonly scopes: readonly string[]
  /** Milliseconds that a token request may take. */
  readonly timeout: number
  /** Gives the client's secret as it is now; absent where a function authenticates. */
  readonly readSecret?: (() => Promise<string>) | undefined
  /** The secret that the last token was requested with. */
  readonly lastSecret: () => string | undefined
}

/** A token in a store, by `sharedToken` of `stablecoin-issuer-api/shared-token`, for the option `store`. */
export interface SharedToken {
  /** A name that separates it from the tokens of others. */
  readonly partition: string | undefined
  /** Obtains the token of the store, or one that is then stored. */
  readonly share: (obtain: Obtain, owner: TokenOwner) => Obtain
}

interface CachedToken {
  readonly grant: Grant
  readonly refreshAt: number
  readonly expiresAt: number
  /** It is not dropped before this time, if it replaced a refused token: see `replacementInterval`. */
  readonly keptUntil: number
}

interface Failure {
  readonly reason: TokenError
  readonly delay: number
  readonly until: number
}

interface Pending {
  readonly grant: Promise<Grant>
  readonly end: AbortController
  waiting: number
}

/** If the service refuses every token, a new one is requested at most once in so many milliseconds. */
const replacementInterval = 1_000

/**
 * Keeps one token and at most one request for one, which all calls wait for:
 * - a token is used until ttl − min(10 s, 5 %), and renewed from ttl − min(60 s, 20 %) − jitter on
 *   while the old one serves;
 * - a request that the network failed, where that may pass, is repeated after a short wait, at most
 *   `maxRetries` times and within `totalTimeout` of the call that asked first; a token too many does no harm;
 * - after any other failure, and after the last repeat, nothing is requested for 0.5 s, doubling to 30 s,
 *   or to 1.5 s where the server could not be reached; or as long as the endpoint asks, up to 5 minutes. A call fails
 *   at once then, unless it has a token that serves;
 * - a request that no call waits for any more is ended, so that the process can end; but not the next one, until there is
 *   a token: calls that never wait long enough would get none;
 * - a refused token is dropped only if it is still the one that is kept, and if it did not itself
 *   replace a refused one within the last second.
 *
 * Times are by the monotonic clock: a change of the system's clock changes nothing.
 */
export function cacheToken(obtain: Obtain) {
  let token: CachedToken | undefined
  let pending: Pending | undefined
  /** Whether the last request was ended because nobody waited for it. */
  let wasEnded = false
  let failure: Failure | undefined
  let refused: string | undefined

  const keep = (grant: Grant): void => {
    const now = performance.now()
    const ttl = (grant.lifetime ?? Infinity) * 1_000
    const ahead = Math.min(60_000, ttl * 0.2)
    const refreshAt = now + ttl - ahead - Math.random() * 0.1 * ahead
    const keptUntil = refused === undefined ? now : now + replacementInterval
    token = { grant, refreshAt, expiresAt: now + usableFor(grant.lifetime), keptUntil }
    failure = refused = undefined
    wasEnded = false
  }
  const coolDown = (reason: TokenError, failedAt: number): void => {
    const { unreachable, retryAfter = 0 } = reason.facts
    // A server that could not be reached is to be noticed soon, and one that refused not to be loaded.
    const delay = Math.min(unreachable === true ? 1_500 : 30_000, failure ? failure.delay * 2 : 500)
    const pause = Math.max(delay, Math.min(300_000, retryAfter * 1_000))
    failure = { reason, delay, until: failedAt + pause }
  }
  const renew = async (context: TokenContext, signal: AbortSignal): Promise<Grant> => {
    const { emit, transport, maxRetries = 2, totalTimeout = Infinity } = context
    const startedAt = performance.now()
    for (let tries = 1; ; tries++) {
      const triedAt = performance.now()
      const notes: StoreNotes = {}
      const report = (facts: { expiresIn?: number; error?: string }): void =>
        emit?.({ type: 'token', milliseconds: performance.now() - triedAt, ...notes, ...facts })
      try {
        const grant = await obtain(transport, signal, refused, notes)
        keep(grant)
        report(grant.lifetime === undefined ? {} : { expiresIn: grant.lifetime })
        return grant
      } catch (thrown) {
        const reason =
          thrown instanceof TokenError ? thrown : new TokenError('no token was granted')
        report({ error: reason.message })
        if (signal.aborted) throw reason
        const failedAt = performance.now()
        const delay = Math.min(8_000, 250 * 2 ** (tries - 1)) * (0.5 + Math.random() / 2)
        const isInTime = failedAt - startedAt + delay < totalTimeout
        const mayRepeat = reason.facts.network === 'passing' && tries <= maxRetries && isInTime
        const over = (): never => {
          coolDown(reason, failedAt)
          throw reason
        }
        if (!mayRepeat) over()
        await wait(delay, signal).catch(over)
      }
    }
  }
  const begin = (context: TokenContext): Pending => {
    const end = new AbortController()
    const grant = renew(context, end.signal).finally(() => {
      if (pending === request) pending = undefined
    })
    const request = { grant, end, waiting: 0 }
    return request
  }
  const request = (context: TokenContext): Promise<Grant> => {
    const joined = (pending ??= begin(context))
    joined.waiting++
    context.signal?.addEventListener('abort', () => {
      joined.waiting--
      if (joined.waiting > 0 || joined !== pending || wasEnded) return
      pending = undefined
      wasEnded = true
      joined.end.abort()
    })
    return joined.grant
  }

  const getToken = async (context: TokenContext = {}): Promise<Grant> => {
    const now = performance.now()
    const cooling = failure && now < failure.until ? failure : undefined
    if (token && now < token.expiresAt) {
      // The old token is still valid, so no call has to fail because the renewal did.
      const renewing = { ...context, signal: undefined }
      if (now >= token.refreshAt && !cooling) request(renewing).catch(() => undefined)
      return token.grant
    }
    if (!cooling) return request(context)
    const { until, reason } = cooling
    const next = `the next request is made in ${Math.ceil(until - now)} ms`
    throw new TokenError(`${reason.message}; ${next}`, reason.facts)
  }
  const heldToken = (): Grant | undefined =>
    token && performance.now() < token.refreshAt ? token.grant : undefined
  const dropToken = (value: string): void => {
    if (token?.grant.value !== value || performance.now() < token.keptUntil) return
    token = undefined
    refused = value
  }
  return { getToken, heldToken, dropToken }
}

/** Milliseconds that a token of so many seconds is used: it must not end on its way. */
export function usableFor(lifetime = Infinity): number {
  const ttl = lifetime * 1_000
  return ttl - Math.min(10_000, ttl * 0.05)
}
