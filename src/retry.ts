import { AbortError, ApiError, type ClientError, ConnectionError, TimeoutError } from './errors.js'
import { wait } from './limits.js'
import { type CallState, remaining } from './state.js'

/** Statuses after which an idempotent request may be sent again. */
const passing = [408, 425, 500, 502, 503, 504]

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
  if (retries >= limits.maxRetries) return false
  if (error instanceof ConnectionError) return error.outcome === 'not_sent' || operation.idempotent
  if (error instanceof TimeoutError) return operation.idempotent
  if (!(error instanceof ApiError)) return false
  if (error.status === 429) return error.retryAfter !== undefined || retries === 0
  return operation.idempotent && passing.includes(error.status)
}

/** Full jitter: random × min(8 s, 250 ms × 2ⁿ), and never zero. */
function backoff(retries: number): number {
  return Math.max(1, Math.random() * Math.min(8_000, 250 * 2 ** retries))
}

/**
 * Waits until an attempt that failed may be made again.
 * @throws the failure, where it may not.
 */
export async function waitToRepeat(error: ClientError, state: CallState): Promise<void> {
  state.unknown ||= error.outcome === 'unknown'
  if (!mayRepeat(error, state)) throw error
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0
  const delay = Math.max(asked, backoff(state.retries))
  // A wait that cannot fit would only delay the bad news.
  if (delay >= remaining(state)) throw error
  state.retries++
  const subject = { operation: error.operation, attempt: state.attempts, refId: error.refId }
  const why = error instanceof ApiError ? String(error.status) : error.code
  state.emit?.({ type: 'retry', ...subject, reason: why, delay })
  await wait(delay, state.signal).catch(() => {
    throw new AbortError('aborted by the caller while waiting to retry', state, 'not_sent')
  })
}
