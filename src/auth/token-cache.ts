import type { TokenFacts } from '../events.js'
import { wait } from '../shared/deadline.js'
import type { Transport } from '../transport/transport.js'
import { type Grant, type TokenContext, TokenError } from './access-token.js'
import type { TokenSettings } from './token-request.js'

/** Facts for the `token` event: whether the token came from the store, or the failure of the store. */
export type StoreNotes = { -readonly [Name in 'from' | 'storeError']?: TokenFacts[Name] }

/** The request for a token that calls wait for. @internal */
export interface TokenNeed {
  /** The transport of the client whose call asked first. */
  readonly transport: Transport | undefined
  /** The refused token that the new one replaces, if there is one. */
  readonly refused: string | undefined
  readonly notes: StoreNotes
}

/** Obtains a token. It rejects with a TokenError. */
export type Obtain = (need: TokenNeed) => Promise<Grant>

/**
 * A token in a store, by `sharedToken` of `stablecoin-issuer-api/shared-token`, for the option `store`. It obtains the
 * token of the store, or requests and stores another. The secret is undefined where a function authenticates.
 */
export type SharedToken = (
  owner: TokenSettings,
) => (request: () => Promise<Grant>, secret: string | undefined, need: TokenNeed) => Promise<Grant>

/** The least milliseconds between two requests for a token, if the service refuses every token. */
const replacementInterval = 1_000

/**
 * Keeps one token and at most one token request, which all calls wait for:
 * - a token is used until ttl − min(10 s, 5 %), and renewed from ttl − min(60 s, 20 %) − jitter on
 *   while the old token serves;
 * - a request that fails on the network in a way that may pass is repeated after a short wait, at most `maxRetries` times
 *   and within `totalTimeout` of the call that asked first; a token too many does no harm;
 * - after any other failure, and after the last repeat, nothing is requested for 0.5 s, doubling to 30 s,
 *   or to 1.5 s where the server could not be reached; or as long as the endpoint asks, up to 5 minutes. A call fails
 *   at once in that time, unless it has a token that serves;
 * - a refused token is dropped only if it is still kept, and if no token was dropped within the last second.
 *
 * Times are by the monotonic clock, which changes of the system's clock do not affect.
 */
export function cacheToken(obtain: Obtain) {
  let token: { grant: Grant; refreshAt: number; expiresAt: number } | undefined
  let pending: Promise<Grant> | undefined
  let failure: { reason: TokenError; pause: number; until: number } | undefined
  let refused: string | undefined
  let droppedAt = -Infinity

  const heldToken = (): Grant | undefined =>
    token && performance.now() < token.refreshAt ? token.grant : undefined
  const getToken = async (context: TokenContext = {}): Promise<Grant> => {
    const now = performance.now()
    if (!token || now >= token.expiresAt) return request(context)
    // The old token is still valid, so a failed renewal fails no call.
    if (now >= token.refreshAt) request(context).catch(() => undefined)
    return token.grant
  }
  const dropToken = (value: string): void => {
    const now = performance.now()
    if (token?.grant.value !== value || now < droppedAt + replacementInterval) return
    token = undefined
    refused = value
    droppedAt = now
  }

  const request = async (context: TokenContext): Promise<Grant> => {
    const left = failure ? failure.until - performance.now() : 0
    if (failure && left > 0) {
      const { message, facts } = failure.reason
      const wait = `the next request is made in ${Math.ceil(left)} ms`
      throw new TokenError(`${message}; ${wait}`, { ...facts, retryAfter: left / 1_000 })
    }
    pending ??= renew(context).finally(() => (pending = undefined))
    return pending
  }
  const renew = async (context: TokenContext): Promise<Grant> => {
    const { emit, transport, maxRetries = 2, totalTimeout = Infinity } = context
    const end = performance.now() + totalTimeout
    for (let tries = 1; ; tries++) {
      const triedAt = performance.now()
      const notes: StoreNotes = {}
      const report = (facts: { expiresIn?: number; error?: string }): void =>
        emit?.({ type: 'token', milliseconds: performance.now() - triedAt, ...notes, ...facts })
      try {
        const grant = await obtain({ transport, refused, notes })
        keep(grant)
        report(grant.lifetime === undefined ? {} : { expiresIn: grant.lifetime })
        return grant
      } catch (thrown) {
        const reason = thrown as TokenError
        report({ error: reason.message })
        const failedAt = performance.now()
        const delay = Math.min(8_000, 250 * 2 ** (tries - 1)) * (0.5 + Math.random() / 2)
        const { mayPass, unreachable, retryAfter = 0 } = reason.facts
        if (mayPass && tries <= maxRetries && failedAt + delay < end) {
          await wait(delay, undefined)
          continue
        }
        // The return of an unreachable server is noticed soon, and a server that refuses gets few requests.
        const longest = unreachable === true ? 1_500 : 30_000
        const pause = Math.min(longest, failure ? failure.pause * 2 : 500)
        const asked = Math.min(300_000, retryAfter * 1_000)
        failure = { reason, pause, until: failedAt + Math.max(pause, asked) }
        throw reason
      }
    }
  }
  const keep = (grant: Grant): void => {
    const now = performance.now()
    const chance = 1 + Math.random() / 10
    const refreshAt = now + usableFor(grant.lifetime, 0.2 * chance, 60_000 * chance)
    token = { grant, refreshAt, expiresAt: now + usableFor(grant.lifetime) }
    failure = undefined
  }
  return { getToken, heldToken, dropToken }
}

/** Milliseconds that a token is used: its lifetime in seconds less a share of it, or less `most` where that is shorter. */
export function usableFor(lifetime = Infinity, share = 0.05, most = 10_000): number {
  const ttl = lifetime * 1_000
  return ttl - Math.min(most, ttl * share)
}
