import { type CallContext, remainingOf } from '../call-context.js'
import { followLink } from '../document/link.js'
import { proofOf, proveAnswer } from '../document/proof.js'
import { Failed } from '../failure.js'
import type { Read, Reader } from '../operation.js'
import type { CallOptions, Setup } from '../options.js'
import { Interruption } from '../shared/deadline.js'
import { type HeaderFields, namingAccount } from '../shared/headers.js'
import { memberOf } from '../shared/json.js'
import { summaryOf } from '../shared/summary.js'

/**
 * Asks the service what became of an earlier attempt, by the look-up of the journal or by the link. An answer that is found
 * is proof at any time. Nothing found, and `never_came`, prove nothing yet: the request may be under way. `failed` says why
 * the look-up failed, or what it found proves nothing.
 * @throws Failed where the caller aborts
 */
export async function askService(
  call: CallContext,
  reader: Reader,
  lookUp?: (call: CallContext) => Promise<object | undefined>,
): Promise<{ readonly answer?: object | undefined; readonly failed?: string }> {
  const { operation, fields, signal } = call
  try {
    if (lookUp) return { answer: await lookUp(call) }
    const result = await reader.follow(operation.id, fields)
    return { answer: proveAnswer(proofOf(operation, fields), fields, result) }
  } catch (cause) {
    if (signal?.aborted === true) {
      const what = 'aborted by the caller while it was looked up'
      throw new Failed({ code: 'ERR_ABORTED', outcome: 'unknown', what })
    }
    // The outcome of the read is left out: the call has its own.
    return {
      failed: cause instanceof Interruption ? 'no time was left' : summaryOf(cause as Error),
    }
  }
}

/**
 * Makes the reads of a look-up. Each has these headers beside the client's own, the options of the time at which it begins, and
 * events that name the call that it looks up.
 */
export type CreateRead = (
  setup: Setup,
  headers: HeaderFields,
  options: () => Partial<CallOptions>,
  forCall?: string,
) => Read

/** Looks up requests by the links of a client, in reads that have these headers beside the client's own. */
export function readerOf(
  { operations, options }: Setup,
  headers: HeaderFields,
  read: Read,
): Reader {
  return {
    operations,
    headers: namingAccount(options.headers ?? {}),
    ownHeaders: namingAccount(headers),
    follow: (id, input, since) => {
      const link = memberOf(operations, id)?.lookUp
      return link && followLink(link, operations, read, input, since)
    },
  }
}

/** The options of a look-up: it may take as long as an attempt, so that a hanging one does not hold the caller for long. */
export function lookUpOptions(call: CallContext): Partial<CallOptions> {
  const { signal, limits } = call
  const { timeout, maxRetries } = limits
  const totalTimeout = Math.max(Math.min(remainingOf(call), timeout), 1)
  return { signal, totalTimeout, timeout, maxRetries }
}
