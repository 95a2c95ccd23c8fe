import { repeatedStatuses } from './statuses.js'

/** A failed attempt. `unsent`: no byte of it left. `unanswered`: it may have left, and has no whole answer. */
export type FailedAttempt =
  | { readonly kind: 'unsent' | 'unanswered' | 'token refused' | 'other' }
  | { readonly kind: 'answered'; readonly status: number; readonly isPaced: boolean }

/** What a call knows when an attempt has failed. */
export interface CallFacts {
  readonly idempotent: boolean
  /** Whether the service will still know the key when a repeat arrives, and whether a repeat then gets the first answer. */
  readonly isKeyKnown: boolean
  readonly getsFirstAnswer: boolean
  /** Whether `maxRetries` allows repeats at all, and one more. */
  readonly mayRetry: boolean
  readonly isRetryLeft: boolean
  /** Whether every attempt before it had a refused token. */
  readonly isFirst: boolean
  /** Whether another token can be had: the source gives more than one, and none was refused before. */
  readonly canRenew: boolean
  /** Whether a look-up could find the call: it may have taken effect, and there is a look-up, a reference and time. */
  readonly canBeFound: boolean
  /** Whether the attempt was looked up, and whether `maxRetries` allows one look more. */
  readonly isLookedUp: boolean
  readonly isLookLeft: boolean
  /** Whether the pause before the repeat, or before the look, ends within the time of the call. */
  readonly isTimeToSend: boolean
  readonly isTimeToLook: boolean
}

/** The next step of a call whose attempt has failed. */
export type Step =
  | 'renew the token'
  /** To fail, so that the next call gets another token. */
  | 'drop the token'
  /** To look the call up now, and send nothing before. */
  | 'look up'
  /** To send the request again, after a pause. */
  | 'send again'
  /** To look the call up after a pause. */
  | 'look up later'
  | 'fail'

/** The next step. The first line that fits counts. */
export function decide(attempt: FailedAttempt, call: CallFacts): Step {
  if (attempt.kind === 'token refused') {
    if (!call.canRenew) return 'fail'
    return call.mayRetry ? 'renew the token' : 'drop the token'
  }
  if (call.canBeFound && !call.isLookedUp) return 'look up'
  if (call.isTimeToSend && mayRepeat(attempt, call)) return 'send again'
  if (call.canBeFound && call.isLookLeft && call.isTimeToLook) return 'look up later'
  return 'fail'
}

/**
 * Whether the request may be sent again: nothing of it was done (no byte left, or a 429), or a second copy does no harm (it is
 * idempotent, or its key is known). Never after a redirect, a whole success that cannot be read, or a 4xx that is not named
 * here. A 429 with a wait asks nothing of the key: an attempt gets no time beyond the key's lifetime (attempt.ts).
 */
function mayRepeat(attempt: FailedAttempt, call: CallFacts): boolean {
  const { idempotent, isKeyKnown, getsFirstAnswer, mayRetry, isRetryLeft, isFirst } = call
  // A wait that the service asks for is no retry: it may come as often as there is time.
  if (attempt.kind === 'answered' && attempt.isPaced) return mayRetry
  if (!isRetryLeft) return false
  switch (attempt.kind) {
    case 'unsent':
      return true
    case 'unanswered':
      return idempotent || isKeyKnown
    case 'answered':
      // Nothing was done. Without a wait, one repeat shows whether there is room by then.
      if (attempt.status === 429) return isFirst
      // The first copy is under way, as the service says that knows its key.
      if (attempt.status === 409) return isKeyKnown && getsFirstAnswer
      return (idempotent || isKeyKnown) && repeatedStatuses.includes(attempt.status)
    default:
      return false
  }
}
