import type { CallContext } from '../call-context.js'
import {
  BeforeSendError,
  type ClientError,
  interrupted,
  isErrorOf,
  SentBeforeError,
} from '../errors.js'
import { subjectOf } from '../events.js'
import type { CallJournal, Claim, Kept, Setup } from '../options.js'
import { Interruption, type Stop, within } from '../shared/deadline.js'
import { kindOf } from '../shared/redact.js'
import { codesOf } from '../transport/connection-errors.js'

/** Milliseconds that a journal may take to keep an outcome, beside the call's own time. */
const keepTime = 2_000

/** Awaits the caller's `beforeSend`. @throws ClientError: the attempt is not made */
export async function runBeforeSend(
  call: CallContext,
  beforeSend: NonNullable<Setup['options']['beforeSend']>,
  body: string | undefined,
): Promise<void> {
  const { totalTimeout } = call.limits
  const sending = { ...subjectOf(call), attempt: call.attempts + 1, body, totalTimeout }
  const run = async (stop: Stop) => {
    stop.onStop(() => 'not_sent')
    return beforeSend(sending)
  }
  await prepare(call, 'beforeSend', run)
}

export type Recording = ReturnType<typeof createRecording>

/** The record of one call in a journal: each attempt before it is made, and the outcome. */
export function createRecording(journal: CallJournal, call: CallContext, base: string) {
  /** Whether the journal may have a row of this very call, also after its own failure. */
  let isRow = false
  return {
    /** Looks the call up by the option of the journal, if it has one, in the time that is left. */
    lookUp:
      journal.lookUp &&
      (() => {
        const time = Math.min(call.remaining, call.limits.timeout)
        return within(time, call.signal, async () => journal.lookUp?.(call))
      }),
    /**
     * Records the next attempt. It gives the answer if the journal has one already: the attempt is then not made.
     * @throws ClientError: the attempt is not made
     */
    claim: async (): Promise<Claim> => {
      isRow = true
      const run = (stop: Stop) => journal.claim(call, base, stop)
      const claim = await prepare(call, 'the journal', run)
      isRow = claim.answer === undefined
      return claim
    },
    /**
     * Keeps the outcome before the caller gets it. It gives the text of an answer that another process found meanwhile. After
     * a failure, a look-up finds the call.
     */
    keep: async (error?: ClientError): Promise<Kept & { readonly journalError?: string }> => {
      if (!isRow) return {}
      const { outcome: end = 'succeeded', code } = error ?? {}
      const outcome = end === 'failed' ? 'unknown' : end
      const run = async (stop: Stop) => journal.keep(call, outcome, code, stop)
      return within(keepTime, undefined, run).catch((reason: unknown) => {
        const journalError = kindOf(reason) + codesOf(reason)
        const { lookUp, key } = call.operation
        // The next call knows the end of the lease.
        const isSettled = outcome === 'unknown' && ('lookUp' in journal || lookUp || key)
        return { journalError, ...(isSettled && { retryAt: new Date() }) }
      })
    },
  }
}

async function prepare<Result>(
  call: CallContext,
  name: string,
  run: (stop: Stop) => Promise<Result>,
): Promise<Result> {
  let stop: Stop | undefined
  try {
    return await within(call.remaining, call.signal, (one) => run((stop = one)))
  } catch (reason) {
    if (isErrorOf(call, reason)) throw reason
    // The error is the caller's own and holds nothing that was received, so the cause is kept whole.
    if (!(reason instanceof Interruption))
      throw new BeforeSendError(
        `${name} failed with ${kindOf(reason)}${codesOf(reason)}`,
        call,
        reason,
      )
    // The journal has found an earlier call, and was looking it up.
    if (stop && !reason.unsent)
      throw new SentBeforeError('and its look-up did not end in time', call, reason, new Date())
    throw interrupted(reason, `${name} did not end in time`, call, 'not_sent', stop?.lastError)
  }
}
