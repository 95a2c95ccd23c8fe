import type { CallContext } from '../call-context.js'
import { proveAnswer } from '../document/link.js'
import { proofOf } from '../document/proof.js'
import { Failed } from '../failure.js'
import type { Reader } from '../operation.js'
import { Interruption } from '../shared/deadline.js'
import { summaryOf } from '../shared/summary.js'

/** What the service says of an earlier attempt: its answer, or why the look-up failed or found something that proves nothing. */
interface Said {
  readonly answer?: object | undefined
  readonly failed?: string
}

/**
 * Asks the service what became of an earlier attempt, by the look-up of the journal or by the link. An answer that is found
 * is proof at any time. Nothing found, and `never_came`, prove nothing yet: the request may be under way.
 * @throws Failed where the caller aborts
 */
export async function askService(
  call: CallContext,
  reader: Reader,
  ofJournal?: (call: CallContext) => Promise<object | undefined>,
): Promise<Said> {
  const { operation, fields, signal } = call
  try {
    if (ofJournal) return { answer: await ofJournal(call) }
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
