import { AbortError, ApiError, type ClientError, ConnectionError, TimeoutError } from '../errors.js'
import { subjectOf } from '../events.js'
import { wait } from '../shared/deadline.js'
import { passingStatuses } from './answer.js'
import { type CallState, remaining } from './call.js'

/** Statuses after which an idempotent request may be sent again. */
const repeatedStatuses = [...passingStatuses, 500, 502, 503, 504]

/**
 * What may be sent again, at most `maxRetries` times:
 * - anything that provably never left: refused, name not found, connect timeout, TLS failure;
 * - anything that was answered 429: after the wait that the answer asks for, or once without it;
 * - an idempotent request after 408, 425, 500, 502, 503 or 504, a timeout or a broken connection.
 *
 * Never a request of another kind that may have taken effect, never after a redirect, a success that
 * cannot be read or any other 4xx. A 401 is answered with a new token, outside of this loop.
 */
function mayRepeat(error: ClientError, { operation, retries, limits }: CallState): boolean {
  const { idempotent } = operation
  if (retries >= limits.maxRetries) return false
  if (error instanceof ConnectionError || error instanceof TimeoutError)
    return error.outcome === 'not_sent' || idempotent
  if (!(error instanceof ApiError)) return false
  if (error.status === 429) return error.retryAfter !== undefined || retries === 0
  return idempotent && repeatedStatuses.includes(error.status)
}

/**
 * Milliseconds before the next attempt: as many as the answer asks for, and at least a random part of
 * min(8 s, 250 ms × 2ⁿ). Never near zero: a tenth of it at least, and half of it after a 429 that does
 * not say how long.
 */
function backoff(error: ClientError, retries: number): number {
  const window = Math.min(8_000, 250 * 2 ** retries)
  const { status, retryAfter } = error instanceof ApiError ? error : {}
  const least = window / (status === 429 && retryAfter === undefined ? 2 : 10)
  return Math.max((retryAfter ?? 0) * 1_000, least + Math.random() * (window - least))
}

/**
 * Waits until an attempt that failed may be made again.
 * @throws the failure, where it may not.
 */
export async function waitToRepeat(error: ClientError, state: CallState): Promise<void> {
  state.unknown ||= error.outcome === 'unknown'
  const delay = backoff(error, state.retries)
  // Waiting longer than the call may take would only make it fail later.
  if (!mayRepeat(error, state) || delay >= remaining(state)) throw error
  state.retries++
  const reason = error instanceof ApiError ? String(error.status) : error.code
  state.emit?.({ type: 'retry', ...subjectOf(state), reason, delay })
  await wait(delay, state.signal).catch(() => {
    throw new AbortError('aborted by the caller while waiting to retry', state, 'not_sent')
  })
}
