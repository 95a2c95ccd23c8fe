import type { TokenFacts } from '../events.js'
import { wait } from '../shared/deadline.js'
import type { Transport } from '../transport/transport.js'
import {
  type AccessToken,
  type TokenContext,
  TokenError,
  type TokenFailure,
} from './token-source.js'

/** A token that was granted, and the seconds that it lives where that is known. */
export interface Grant extends AccessToken {
  readonly lifetime: number | undefined
}

/** For the `token` event: whether the token came from the store, or what failed there. */
export type StoreNotes = { -readonly [Name in 'from' | 'storeError']?: TokenFacts[Name] }

/** Obtains a token. `refused` is the one that the service refused, if this is to replace it. */
export type Obtain = (
  transport: Transport | undefined,
  refused?: string,
  notes?: StoreNotes,
) => Promise<Grant>

/** Whose token is shared, and what for. */
export interface TokenOwner {
  /** What tokens differ by, such as the token URL and the scopes. */
  readonly subject: readonly unknown[]
  /** Milliseconds that a token request may take. */
  readonly timeout: number
  /** Gives the client's secret as it is now; absent where a function or a key authenticates. */
  readonly readSecret?: (() => Promise<string>) | undefined
  /** The secret that the last token was requested with. */
  readonly lastSecret: () => string | undefined
}

/** What `sharedToken` of `stablecoin-issuer-api/shared-token` returns, for the option `store`. */
export interface SharedToken {
  /** What separates it from the tokens of others. */
  readonly partition: string | undefined
  /** Obtains the token of the store, or one that is then stored. */
  readonly share: (obtain: Obtain, owner: TokenOwner) => Obtain
}

interface Held {
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
 * - a refused token is dropped only if it is still the one that is kept, and if it did not itself
 *   replace a refused one within the last second.
 *
 * Times are by the monotonic clock: a change of the system's clock changes nothing.
 */
export function cacheToken(obtain: Obtain) {
  let held: Held | undefined
  let pending: Promise<Grant> | undefined
  let failure: Failure | undefined
  let refused: string | undefined

  const keep = (grant: Grant): Held => {
    const now = performance.now()
    const ttl = grant.lifetime === undefined ? Infinity : grant.lifetime * 1_000
    const ahead = Math.min(60_000, ttl * 0.2)
    return {
      grant,
      refreshAt: now + ttl - ahead - Math.random() * 0.1 * ahead,
      expiresAt: now + usableFor(grant.lifetime),
      keptUntil: refused !== undefined ? now + replacementInterval : now,
    }
  }
  const renew = async (context: TokenContext): Promise<Grant> => {
    const { emit, transport } = context
    const startedAt = performance.now()
    try {
      for (let tries = 1; ; tries++) {
        const askedAt = performance.now()
        const notes: StoreNotes = {}
        const report = (facts: { expiresIn?: number; error?: string }): void =>
          emit?.({ type: 'token', milliseconds: performance.now() - askedAt, ...notes, ...facts })
        try {
          const grant = await obtain(transport, refused, notes)
          held = keep(grant)
          failure = refused = undefined
          report(grant.lifetime === undefined ? {} : { expiresIn: grant.lifetime })
          return grant
        } catch (thrown) {
          const reason =
            thrown instanceof TokenError ? thrown : new TokenError('no token was granted')
          report({ error: reason.message })
          const spent = performance.now() - startedAt
          const delay = delayToRepeat(reason.facts, tries, spent, context)
          if (delay === undefined) throw withTries(reason, tries, spent)
          await wait(delay, undefined)
        }
      }
    } catch (thrown) {
      const reason = thrown as TokenError
      const pause = coolDown(failure?.delay, reason.facts)
      failure = { reason, delay: pause.delay, until: performance.now() + pause.wait }
      throw reason
    } finally {
      pending = undefined
    }
  }

  const getToken = async (context: TokenContext = {}): Promise<Grant> => {
    const now = performance.now()
    const cooling = failure !== undefined && now < failure.until ? failure : undefined
    if (held !== undefined && now < held.expiresAt) {
      // The old token is still valid, so no call has to fail because the renewal did.
      if (now >= held.refreshAt && !cooling) (pending ??= renew(context)).catch(() => undefined)
      return held.grant
    }
    if (cooling !== undefined) {
      const { until, reason } = cooling
      const next = `the next request is made in ${Math.ceil(until - now)} ms`
      throw new TokenError(`${reason.message}; ${next}`, reason.facts)
    }
    return (pending ??= renew(context))
  }
  const heldToken = (): Grant | undefined =>
    held !== undefined && performance.now() < held.refreshAt ? held.grant : undefined
  const dropToken = (value: string): void => {
    if (held?.grant.value !== value || performance.now() < held.keptUntil) return
    held = undefined
    refused = value
  }
  return { getToken, heldToken, dropToken }
}

/** Milliseconds that a token of so many seconds is used: it must not end on its way. */
export function usableFor(lifetime = Infinity): number {
  const ttl = lifetime * 1_000
  return ttl - Math.min(10_000, ttl * 0.05)
}

/** Milliseconds until a failed request is repeated; undefined where it is not. `spent` counts from the first. */
function delayToRepeat(
  { network }: TokenFailure,
  tries: number,
  spent: number,
  { maxRetries = 2, totalTimeout = Infinity }: TokenContext,
): number | undefined {
  const delay = Math.min(8_000, 250 * 2 ** (tries - 1)) * (0.5 + Math.random() / 2)
  const isAllowed = network === 'passing' && tries <= maxRetries && spent + delay < totalTimeout
  return isAllowed ? delay : undefined
}

function withTries({ message, facts }: TokenError, tries: number, spent: number): TokenError {
  if (facts.network === undefined && tries === 1) return new TokenError(message, facts)
  const told = `${tries} ${tries > 1 ? 'tries' : 'try'} within ${Math.round(spent)} ms`
  return new TokenError(`${message} in ${told}`, facts)
}

/**
 * Milliseconds without a request after a failure. `delay` is twice the `previous` one; `wait` is
 * that, or longer if the endpoint asks for it. The limit is low for a server that could not be
 * reached, so that its return is noticed soon, and higher for one that refused, which is not to be
 * loaded.
 */
export function coolDown(
  previous: number | undefined,
  { unreachable, retryAfter = 0 }: TokenFailure,
) {
  const max = unreachable === true ? 1_500 : 30_000
  const delay = Math.min(max, previous === undefined ? 500 : previous * 2)
  return { delay, wait: Math.max(delay, Math.min(300_000, retryAfter * 1_000)) }
}
