import type { CallState } from '../call-context.js'
import {
  AbortError,
  type ClientError,
  ConnectionError,
  interrupted,
  TimeoutError,
} from '../errors.js'
import { Interruption, type Stop, wait } from '../shared/deadline.js'
import { redact } from '../shared/redact.js'
import { codesOf, describe, provesUnsent } from '../transport/connection-errors.js'
import { MayBeSentError, NotSentError } from '../transport/transport.js'

/** What an attempt failed with, as the error of its call. Without a stop, nothing was begun. */
export function failureOf(reason: unknown, stop: Stop | undefined, call: CallState): ClientError {
  try {
    const isAnswered = call.response !== undefined
    const isUnsent =
      stop === undefined || (reason instanceof Interruption ? reason.unsent : provesUnsent(reason))
    const outcome = isUnsent && !isAnswered ? 'not_sent' : 'unknown'
    if (reason instanceof Interruption)
      return interrupted(reason, 'no complete response in time', call, outcome)
    if (outcome === 'not_sent' && stop?.stopped)
      return new TimeoutError('time ran out before the first byte was sent', call, outcome)
    const isOurs = NotSentError.is(reason) || MayBeSentError.is(reason)
    const broken = stop ? 'the connection failed' : 'the signal cannot be used'
    const plain = isAnswered ? 'the response could not be read' : broken
    const words = `${isOurs ? (reason as Error).message : plain}${codesOf(reason)}`
    const cause = describe(reason, call.secrets)
    return new ConnectionError(redact(words, call.secrets), call, outcome, cause)
  } catch {
    // If the error itself throws when its members are read, nothing is proven.
    return new ConnectionError('the connection failed', call, 'unknown')
  }
}

/** Waits after a failure, before the next attempt or look-up. @throws AbortError */
export async function pauseAfter(
  failure: ClientError,
  milliseconds: number,
  call: CallState,
): Promise<void> {
  await wait(milliseconds, call.signal).catch((reason: unknown) => {
    // A signal that takes no listener cannot end the wait, so there is none.
    if (!(reason instanceof Interruption)) throw failure
    throw new AbortError('aborted by the caller while it waited', call, 'not_sent')
  })
}
