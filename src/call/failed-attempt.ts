import { type CallContext, remainingOf } from '../call-context.js'
import { Failed, type Failure, outcomeOf } from '../failure.js'
import { wait } from '../shared/deadline.js'
import type { CallFacts, FailedAttempt } from './decide.js'

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

/** What a call has done so far, and has for its next steps. */
export interface Progress {
  /** The call as it stands: a value, and each step makes another. */
  readonly call: CallContext
  /** The attempts that followed another, without those after a 401 or after the wait of a 429. */
  readonly retries: number
  /** The number of refused tokens that were replaced, at most 1. */
  readonly renewals: number
  readonly hasLookUp: boolean
  /** Whether the source of tokens can give another token. */
  readonly hasTokens: boolean
}

/** What a call knows when an attempt has failed: `looks` counts the look-ups since, and the pauses are in milliseconds. */
export function factsOf(
  failure: Failure,
  progress: Progress,
  { looks, delay, lookDelay }: Readonly<Record<'looks' | 'delay' | 'lookDelay', number>>,
): CallFacts {
  const { call, retries, renewals, hasTokens } = progress
  const { operation, limits, attempts } = call
  const remaining = remainingOf(call)
  const { idempotent, key } = operation
  const { maxRetries, timeout, totalTimeout } = limits
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
    canBeFound: canBeFound(failure, progress),
    isLookedUp: looks > 0,
    // The first look-up is no retry.
    isLookLeft: looks <= maxRetries,
    // A wait beyond the time of the call would only make it fail later.
    isTimeToSend: delay < remaining,
    isTimeToLook: lookDelay < remaining,
  }
}

/** Whether a look-up could find the call now. */
export const canBeFound = (
  failure: Failure,
  { call, hasLookUp }: Pick<Progress, 'call' | 'hasLookUp'>,
): boolean =>
  hasLookUp &&
  call.mayHaveHappened &&
  call.refId !== undefined &&
  failure.code !== 'ERR_ABORTED' &&
  remainingOf(call) > 0

/** Whether an answer is a 429 that says how long to wait. */
export const isPaced = (failure: Failure): boolean =>
  failure.code === 'ERR_API' && failure.status === 429 && failure.retryAfter !== undefined

/**
 * Milliseconds before the next attempt: a random part of min(8 s, 250 ms × 2ⁿ), and at least the wait that the
 * answer asks for. The part is at least a tenth, and at least a half after a 429 without a wait. After a 429 with a wait
 * the part comes on top, as far as there is time, so that clients do not come back together.
 */
export function backoff(failure: Failure, earlierAttempts: number, remaining: number): number {
  const window = Math.min(8_000, 250 * 2 ** earlierAttempts)
  const { status, retryAfter } = failure as Partial<Failure<'ERR_API'>>
  const least = window / (status === 429 && retryAfter === undefined ? 2 : 10)
  const part = least + Math.random() * (window - least)
  const pause = (retryAfter ?? 0) * 1_000
  if (!isPaced(failure)) return Math.max(pause, part)
  return pause + Math.max(least, Math.min(part, (remaining - pause) / 2))
}

/** Milliseconds before a look-up that follows others: about 500 ms, 1 s … 8 s. The first look-up has no pause. */
export const lookUpPause = (earlierLooks: number): number =>
  Math.min(8_000, 500 * 2 ** (earlierLooks - 1)) * (0.9 + 0.2 * Math.random())

/** Waits before the next attempt or look-up. @throws Failed where the caller aborts */
export async function pause(milliseconds: number, { signal }: CallContext): Promise<void> {
  await wait(milliseconds, signal).catch(() => {
    const what = 'aborted by the caller while it waited'
    throw new Failed({ code: 'ERR_ABORTED', outcome: 'not_sent', what })
  })
}
