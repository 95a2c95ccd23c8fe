import type { CallContext } from '../call-context.js'
import { Failed, type Failure, interrupted, invalid } from '../failure.js'
import { Interruption, type Stop, wait } from '../shared/deadline.js'
import { kindOf, redact } from '../shared/redact.js'
import { isNode } from '../shared/runtime.js'
import { codesOf, describe, provesUnsent, refusalOf } from '../transport/connection-errors.js'
import { MayBeSentError, NotSentError } from '../transport/transport.js'

/** The failure of an attempt that has no whole answer. Without a stop, the attempt never began. */
export function failureOf(reason: unknown, stop: Stop | undefined, call: CallContext): Failure {
  const { secrets } = call
  const isAnswered = call.answer !== undefined
  const isUnsent =
    stop === undefined || (reason instanceof Interruption ? reason.unsent : provesUnsent(reason))
  const outcome = isUnsent && !isAnswered ? 'not_sent' : 'unknown'
  if (reason instanceof Interruption)
    return interrupted(reason, 'no complete response in time', outcome)
  if (outcome === 'not_sent' && stop?.stopped)
    return { code: 'ERR_TIMEOUT', outcome, what: 'time ran out before the first byte was sent' }
  // In other runtimes a failure of the network is a TypeError without a code as well.
  const refusal = outcome === 'not_sent' && isNode ? refusalOf(reason) : undefined
  if (refusal !== undefined) return invalid(`fetch refused it: ${redact(refusal, secrets)}`)
  const isOurs = NotSentError.is(reason) || MayBeSentError.is(reason)
  const plain = isAnswered ? 'the response could not be read' : 'the connection failed'
  const words = `${isOurs ? (reason as Error).message : plain}${codesOf(reason)}`
  const cause = describe(reason, secrets)
  return { code: 'ERR_CONNECTION', outcome, what: redact(words, secrets), cause }
}

/** The failure by which a call ends. A reason that is no failure of a call comes from a fault of the client itself. */
export function toFailure(reason: unknown, call: CallContext): Failure {
  if (reason instanceof Failed) return reason.failure
  const outcome = call.attempts > 0 ? 'unknown' : 'not_sent'
  return { code: 'ERR_CONNECTION', outcome, what: `the call failed with ${kindOf(reason)}` }
}

/** Waits before the next attempt or look-up. @throws Failed where the caller aborts */
export async function pause(milliseconds: number, { signal }: CallContext): Promise<void> {
  await wait(milliseconds, signal).catch(() => {
    const what = 'aborted by the caller while it waited'
    throw new Failed({ code: 'ERR_ABORTED', outcome: 'not_sent', what })
  })
}
