import type { CallContext } from '../call-context.js'
import type { Ending } from '../errors.js'
import { type Failure, type Outcome, outcomeOf } from '../failure.js'
import { printable } from '../shared/redact.js'
import { backoff } from './failed-attempt.js'
import { retryableStatuses } from './statuses.js'

/** Failures that stay until a person changes something. */
const lasting: readonly Failure['code'][] = [
  'ERR_INVALID_REQUEST',
  'ERR_MISSING_SCOPE',
  'ERR_REFERENCE_REUSED',
  'ERR_SENT_BEFORE',
]

/** Milliseconds: a second, so that nobody who follows `retryAt` spins; a day, so that no answer parks a call for longer. */
const shortestPause = 1_000
const longestPause = 86_400_000

/** What the error of a call says beside its failure. */
export interface Notes {
  /** The time from which the same call comes out differently: a journal will have its answer, or it gets another token. */
  readonly retryAt?: Date | undefined
  /** Sentences of the message: what the look-ups said, and what happened after the end. */
  readonly lookUp?: string | undefined
  readonly afterwards?: string | undefined
}

/** How a call ends with a failure. */
export function endingOf(failure: Failure, call: CallContext, notes: Notes = {}): Ending {
  const { lookUp = '', afterwards = '' } = notes
  const known = notes.retryAt ?? (failure as Partial<Failure<'ERR_SENT_BEFORE'>>).retryAt
  const outcome = outcomeOf(failure, call)
  const retryAt = retryAtOf(failure, outcome, call, known)
  // The message names a time only where it is known, and not the end of a mere pause.
  const advice = adviceOf(failure, outcome, call, known && retryAt)
  return { outcome, retryAt, advice: `${lookUp} ${advice}${afterwards}` }
}

/**
 * The time from which the same call can come out differently without a person; undefined: never by itself.
 *
 * - A call for which that time is known, such as the end of its lease in a journal: from then on, whatever the failure was.
 * - A call that may have taken effect: after a pause, if it is idempotent and makes nothing under a reference; otherwise
 *   never. A key alone is not enough, since the next call does not know how old the key is.
 * - A read: after a pause, if it had no answer, or an answer that may pass.
 * - A 429 of the service or the token endpoint: as it says. A secret of a function that was refused: after a pause, since the
 *   function may give another. Any other refusal: never.
 * - A call that was not sent: after a pause, unless the failure is `lasting` or the journal refused the call.
 */
function retryAtOf(
  failure: Failure,
  outcome: Outcome,
  call: CallContext,
  known?: Date,
): Date | undefined {
  const { code } = failure
  const { idempotent, referenceField } = call.operation
  const { status, cause, mayRotate } = failure as Partial<Failure<'ERR_AUTHENTICATION'>>
  const mayPass =
    mayRotate ||
    status === undefined ||
    status >= 500 ||
    status === 429 ||
    retryableStatuses.includes(status)
  const isRefusedByJournal = code === 'ERR_BEFORE_SEND' && cause === undefined
  const isRepeatable =
    outcome === 'unknown' || outcome === 'failed'
      ? idempotent && referenceField === undefined && (mayPass || code === 'ERR_INVALID_RESPONSE')
      : mayPass && !isRefusedByJournal
  const passesByItself = isRepeatable && !lasting.includes(code)
  if (!known && !passesByItself) return undefined
  const pause = Math.max(backoff(failure, call.attempts, Infinity), shortestPause)
  return new Date(Math.max(Number(known ?? 0), Date.now() + Math.min(pause, longestPause)))
}

/** Whether a call may have taken effect, and what to do: to make it again, where it is known from when. */
function adviceOf({ code }: Failure, outcome: Outcome, call: CallContext, retryAt?: Date): string {
  const { idempotent, referenceField, key } = call.operation
  const { refId, hasOwnKey } = call
  const repeat = retryAt
    ? `: make the same call again from ${retryAt.toISOString()} on.`
    : code === 'ERR_SENT_BEFORE'
      ? ': ask the service, and write what it says into the journal by resolve.'
      : key && hasOwnKey
        ? `: make the same call again under its ${key.name}, while the service knows it.`
        : idempotent
          ? '; the operation is idempotent, so it may be sent again.'
          : refId !== undefined
            ? `: look it up by ${referenceField} ${JSON.stringify(refId.slice(0, 100))} before you send it again.`
            : `${referenceField ? `. It has no ${referenceField}, so it cannot be looked up` : ''}; if you send it again, it may take effect twice.`
  const advice: Record<Outcome, string> = {
    not_sent: 'This call cannot have taken effect.',
    rejected: 'The service refused it.',
    unknown: `It may have taken effect${repeat}`,
    failed: 'A read has no effect.',
  }
  return printable(advice[outcome], Infinity)
}
