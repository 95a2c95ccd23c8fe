import type { CallContext } from '../call-context.js'
import { ApiError, type ClientError, ConnectionError, TimeoutError } from '../errors.js'
import { retryableStatuses } from './answer.js'

/** Statuses after which an idempotent request may be sent again. */
const repeatedStatuses = [...retryableStatuses, 500, 502, 503, 504]

/** Milliseconds before the request of a failed attempt is sent again; undefined where it must not be. */
export function repeatAfter(failure: ClientError, call: CallContext): number | undefined {
  // A token that was replaced costs no pause.
  const earlierAttempts = call.attempts - 1 - call.renewals
  const delay = backoff(failure, earlierAttempts, call.remaining)
  // A wait beyond the time of the call would only make it fail later.
  return mayRepeat(failure, call, delay) && delay < call.remaining ? delay : undefined
}

/**
 * These requests may be sent again, at most `maxRetries` times:
 * - any request that provably never left: refused, name not found, connect timeout, TLS failure;
 * - any request after a 429 without a wait, if every attempt before it had a refused token;
 * - an idempotent request after 408, 425, 500, 502, 503 or 504, a timeout or a broken connection;
 * - a request with an idempotency key after the same, and after a 409, by which its service says that the first copy is
 *   under way, as long as the provider's document promises that the service knows the key.
 *
 * No other request that may have taken effect is sent again, and none after a redirect, a whole success that cannot be
 * read or any other 4xx. A 401 never comes here: the call gets a new token for it, once. A 429 with a wait may come as
 * often as there is time: it is no retry. With a `maxRetries` of 0,
 * nothing is sent a second time.
 */
function mayRepeat(failure: ClientError, call: CallContext, delay: number): boolean {
  const { operation, limits, remaining, retries, attempts, renewals } = call
  const { idempotent, key } = operation
  const { maxRetries, timeout, totalTimeout } = limits
  if (maxRetries > 0 && isPaced(failure)) return true
  if (retries >= maxRetries) return false
  const hasNoAnswer = failure instanceof ConnectionError || failure instanceof TimeoutError
  if (hasNoAnswer && failure.outcome === 'not_sent') return true
  const { status = 0 } = failure instanceof ApiError ? failure : {}
  if (status === 429) return attempts - renewals === 1
  // The time from the start of the call to the end of that attempt: the key may be younger.
  const age = totalTimeout - remaining + delay + timeout
  const isKnown = key !== undefined && age < key.lifetime
  if (status === 409) return isKnown && key.repeated === 'first-answer'
  return (idempotent || isKnown) && (hasNoAnswer || repeatedStatuses.includes(status))
}

/** Whether an answer is a 429 that says how long to wait. */
export const isPaced = (failure: ClientError): boolean =>
  failure instanceof ApiError && failure.status === 429 && failure.retryAfter !== undefined

/**
 * Milliseconds before the next attempt: a random part of min(8 s, 250 ms × 2ⁿ), and at least the wait that the
 * answer asks for. The part is at least a tenth, and at least a half after a 429 without a wait. After a 429 with a wait
 * the part comes on top, as far as there is time, so that clients do not come back together.
 */
export function backoff(failure: ClientError, earlierAttempts: number, remaining: number): number {
  const window = Math.min(8_000, 250 * 2 ** earlierAttempts)
  const { status, retryAfter } = failure as Partial<ApiError>
  const least = window / (status === 429 && retryAfter === undefined ? 2 : 10)
  const part = least + Math.random() * (window - least)
  const pause = (retryAfter ?? 0) * 1_000
  if (!isPaced(failure)) return Math.max(pause, part)
  return pause + Math.max(least, Math.min(part, (remaining - pause) / 2))
}

/** Milliseconds before the first, second … further look-up: about 500 ms, 1 s … 8 s. */
export const lookUpPause = (looks: number): number =>
  Math.min(8_000, 500 * 2 ** (looks - 1)) * (0.9 + 0.2 * Math.random())
