import { type CallContext, remainingOf } from '../call-context.js'
import { type Failure, outcomeOf } from '../failure.js'
import type { CallFacts, FailedAttempt } from './decide.js'
import { isPaced } from './retry-policy.js'

/** The failure of an attempt, as a fact. Once a call may have taken effect, no later attempt counts as unsent. */
export function attemptOf(failure: Failure, call: CallContext): FailedAttempt {
  switch (failure.code) {
    case 'ERR_AUTHENTICATION':
      return { kind: 'token refused' }
    case 'ERR_API':
      return { kind: 'answered', status: failure.status, isPaced: isPaced(failure) }
    case 'ERR_CONNECTION':
    case 'ERR_TIMEOUT':
      return { kind: outcomeOf(failure, call) === 'not_sent' ? 'unsent' : 'unanswered' }
    default:
      return { kind: 'other' }
  }
}

/** What `decide` asks of a call: its repeats, its look-up, how often it looked, and its pauses in milliseconds. */
export interface Progress {
  /** The attempts that followed another, without those after a 401 or after the wait of a 429. */
  readonly retries: number
  /** The number of refused tokens that were replaced, at most 1. */
  readonly renewals: number
  readonly hasLookUp: boolean
  readonly hasTokens: boolean
  readonly looks: number
  readonly delay: number
  readonly lookDelay: number
}

/** What a call knows when an attempt has failed. */
export function factsOf(call: CallContext, failure: Failure, progress: Progress): CallFacts {
  const { operation, limits, attempts } = call
  const remaining = remainingOf(call)
  const { idempotent, key } = operation
  const { maxRetries, timeout, totalTimeout } = limits
  const { retries, renewals, hasLookUp, hasTokens, looks, delay, lookDelay } = progress
  // The time from the start of the call to the end of the repeat: the key may be younger.
  const age = totalTimeout - remaining + delay + timeout
  const { status } = failure as Partial<Failure<'ERR_AUTHENTICATION'>>
  return {
    idempotent,
    isKeyKnown: key !== undefined && age < key.lifetime,
    getsFirstAnswer: key?.repeated === 'first-answer',
    mayRetry: maxRetries > 0,
    isRetryLeft: retries < maxRetries,
    isFirst: attempts - renewals === 1,
    // A second refusal, or a 403, is no matter of the token's age.
    canRenew: hasTokens && renewals === 0 && status === 401,
    canBeFound:
      hasLookUp &&
      call.mayHaveHappened &&
      call.refId !== undefined &&
      failure.code !== 'ERR_ABORTED' &&
      remaining > 0,
    isLookedUp: looks > 0,
    isLookLeft: looks <= maxRetries,
    // A wait beyond the time of the call would only make it fail later.
    isTimeToSend: delay < remaining,
    isTimeToLook: lookDelay < remaining,
  }
}
