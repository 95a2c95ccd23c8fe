import type { CallContext } from '../call-context.js'
import { proveAnswer } from '../document/link.js'
import { proofOf } from '../document/proof.js'
import { AbortError, type ClientError } from '../errors.js'
import { Interruption } from '../shared/deadline.js'

/**
 * Asks the service what became of an earlier attempt, by the look-up of the journal or by the link. An answer that is found
 * is proof at any time. Nothing found, and `never_came`, prove nothing yet: the request may be under way.
 * @throws the failure of that attempt, where the look-up failed, or found something that proves nothing
 */
export async function askService(
  call: CallContext,
  failure: ClientError,
  ofJournal?: () => Promise<object | undefined>,
): Promise<object | undefined> {
  const { operation, fields, signal } = call
  try {
    if (ofJournal) return await ofJournal()
    const result = await call.reader.follow(operation.id, fields)
    return proveAnswer(proofOf(operation, fields), fields, result)
  } catch (cause) {
    if (signal?.aborted === true)
      throw new AbortError('aborted by the caller while it was looked up', call, 'unknown')
    const words = cause instanceof Interruption ? 'no time was left' : (cause as Error).message
    // The outcome of the read is left out: the call has its own.
    failure.message += ` Its look-up failed: ${words.split('; outcome ')[0]}.`
    throw failure
  }
}
