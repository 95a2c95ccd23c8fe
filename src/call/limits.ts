import { type CallContext, remainingOf } from '../call-context.js'
import type { Failure } from '../failure.js'
import type { CallOptions } from '../options.js'

/** Milliseconds that an attempt may take: for a possible repeat, no longer than the service knows the key. */
export function timeOfAttempt(call: CallContext): number {
  const { mayHaveHappened, limits, operation } = call
  const remaining = remainingOf(call)
  const { idempotent, key } = operation
  const isRepeat = mayHaveHappened && !idempotent && key !== undefined
  const lifetime = isRepeat ? key.lifetime - (limits.totalTimeout - remaining) : Infinity
  return Math.min(limits.timeout, remaining, lifetime)
}

/** The reason not to begin an attempt. */
export function cannotBegin(call: CallContext): Failure | undefined {
  const outcome = 'not_sent'
  if (call.signal?.aborted === true)
    return { code: 'ERR_ABORTED', outcome, what: 'aborted by the caller' }
  if (timeOfAttempt(call) <= 0) return { code: 'ERR_TIMEOUT', outcome, what: 'no time was left' }
  return undefined
}

/** The options of a look-up: it may take as long as an attempt, so that a hanging one does not hold the caller for long. */
export function lookUpOptions(call: CallContext): Partial<CallOptions> {
  const { signal, limits } = call
  const { timeout, maxRetries } = limits
  const totalTimeout = Math.max(Math.min(remainingOf(call), timeout), 1)
  return { signal, totalTimeout, timeout, maxRetries }
}
