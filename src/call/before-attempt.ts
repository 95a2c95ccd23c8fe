import { type CallContext, remainingOf } from '../call-context.js'
import { subjectOf } from '../events.js'
import { Failed, type Failure, interrupted, outcomeOf } from '../failure.js'
import type { Reader } from '../operation.js'
import type { CallJournal, Claim, Kept, Setup } from '../options.js'
import { Interruption, type Stop, within } from '../shared/deadline.js'
import { kindOf } from '../shared/redact.js'
import { codesOf } from '../transport/connection-errors.js'

/** Milliseconds that a journal may take to keep an outcome, beside the call's own time. */
const keepTime = 2_000

/** Awaits the caller's `beforeSend`. @throws Failed: the attempt is not made */
export async function runBeforeSend(
  call: CallContext,
  beforeSend: NonNullable<Setup['options']['beforeSend']>,
): Promise<void> {
  const { body, limits } = call
  const { totalTimeout } = limits
  const sending = { ...subjectOf(call), attempt: call.attempts + 1, body, totalTimeout }
  const run = async (stop: Stop) => {
    // A hook that does not end in time has sent nothing of the call.
    stop.onStop(() => 'not_sent')
    return beforeSend(sending)
  }
  await beforeAttempt(call, 'beforeSend', run)
}

export type Recording = ReturnType<typeof createRecording>

/** The record of one call in a journal: each attempt before it is made, and the outcome. */
export function createRecording(journal: CallJournal, base: string, reader: Reader) {
  /** Whether the journal may have a row of this very call, as it may where its claim failed. */
  let mayHaveRow = false
  return {
    /** Looks the call up by the option of the journal, if it has one, in the time that is left. */
    lookUp:
      journal.lookUp &&
      ((call: CallContext) => {
        const time = Math.min(remainingOf(call), call.limits.timeout)
        return within(time, call.signal, async () => journal.lookUp?.(call))
      }),
    /**
     * Records the next attempt. It gives the answer if the journal has one already: the attempt is then not made.
     * @throws Failed: the attempt is not made
     */
    record: async (call: CallContext): Promise<Claim> => {
      mayHaveRow = true
      const run = (stop: Stop) => journal.claim(call, base, reader, stop)
      const claim = await beforeAttempt(call, 'the journal', run)
      if (claim.failure) throw new Failed(claim.failure)
      mayHaveRow = claim.answer === undefined
      return claim
    },
    /**
     * Keeps the outcome before the caller gets it. It gives the text of an answer that another process found meanwhile. Where
     * the journal fails, the row stays as it was, for a look-up.
     */
    keep: async (
      call: CallContext,
      failure?: Failure,
    ): Promise<Kept & { readonly journalError?: string }> => {
      if (!mayHaveRow) return {}
      const end = failure ? outcomeOf(failure, call) : 'succeeded'
      // Only a read is `failed`, and no read has a reference to record.
      const outcome = end === 'failed' ? 'unknown' : end
      const run = async (stop: Stop) => journal.keep(call, outcome, failure?.code, stop)
      return within(keepTime, undefined, run).catch((reason: unknown) => {
        const journalError = kindOf(reason) + codesOf(reason)
        const { lookUp, key } = call.operation
        // The next call finds the row, and says when its lease ends.
        const endsByItself = outcome === 'unknown' && ('lookUp' in journal || lookUp || key)
        return { journalError, ...(endsByItself && { retryAt: new Date() }) }
      })
    },
  }
}

/** Awaits what comes before an attempt, in the time of the call. @throws Failed: the attempt is not made */
async function beforeAttempt<Result>(
  call: CallContext,
  name: string,
  run: (stop: Stop) => Promise<Result>,
): Promise<Result> {
  let stop: Stop | undefined
  try {
    return await within(remainingOf(call), call.signal, (stopOfThis) => {
      stop = stopOfThis
      return run(stop)
    })
  } catch (cause) {
    // The error is the caller's own and holds nothing that was received, so the cause is kept whole.
    if (!(cause instanceof Interruption)) {
      const what = `${name} failed with ${kindOf(cause)}${codesOf(cause)}`
      throw new Failed({ code: 'ERR_BEFORE_SEND', outcome: 'not_sent', what, cause })
    }
    // A claim answers `not_sent` to `onStop` until it has found the row of an earlier call, and a renewal always.
    const isEarlierCallFound = stop !== undefined && !cause.unsent
    if (isEarlierCallFound) {
      const what = 'its look-up did not end in time'
      const retryAt = new Date()
      throw new Failed({ code: 'ERR_SENT_BEFORE', outcome: 'unknown', what, cause, retryAt })
    }
    const what = `${name} did not end in time`
    throw new Failed(interrupted(cause, what, 'not_sent', stop?.lastError))
  }
}
