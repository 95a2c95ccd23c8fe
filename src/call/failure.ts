import type { CallContext } from '../call-context.js'
import {
  AbortError,
  ClientError,
  ConnectionError,
  interrupted,
  InvalidRequestError,
  TimeoutError,
} from '../errors.js'
import { Interruption, type Stop, wait } from '../shared/deadline.js'
import { kindOf, redact } from '../shared/redact.js'
import { isNode } from '../shared/runtime.js'
import { codesOf, describe, provesUnsent, refusalOf } from '../transport/connection-errors.js'
import { MayBeSentError, NotSentError } from '../transport/transport.js'

/** The failure of an attempt as the error of its call. Without a stop, the attempt never began. */
export function failureOf(reason: unknown, stop: Stop | undefined, call: CallContext): ClientError {
  const isAnswered = call.response !== undefined
  const isUnsent =
    stop === undefined || (reason instanceof Interruption ? reason.unsent : provesUnsent(reason))
  const outcome = isUnsent && !isAnswered ? 'not_sent' : 'unknown'
  if (reason instanceof Interruption)
    return interrupted(reason, 'no complete response in time', call, outcome)
  if (outcome === 'not_sent' && stop?.stopped)
    return new TimeoutError('time ran out before the first byte was sent', call, outcome)
  // In other runtimes a failure of the network is a TypeError without a code as well.
  const refusal = outcome === 'not_sent' && isNode ? refusalOf(reason) : undefined
  if (refusal !== undefined) {
    const message = `fetch refused it: ${redact(refusal, call.secrets)}`
    return new InvalidRequestError(call, [{ path: [], message }])
  }
  const isOurs = NotSentError.is(reason) || MayBeSentError.is(reason)
  const plain = isAnswered ? 'the response could not be read' : 'the connection failed'
  const words = `${isOurs ? (reason as Error).message : plain}${codesOf(reason)}`
  const cause = describe(reason, call.secrets)
  return new ConnectionError(redact(words, call.secrets), call, outcome, cause)
}

/** The error that a call ends with. A reason that is no error of the client comes from a fault of the client itself. */
export function toClientError(reason: unknown, call: CallContext): ClientError {
  if (ClientError.is(reason)) return reason
  const outcome = call.attempts > 0 ? 'unknown' : 'not_sent'
  return new ConnectionError(`the call failed with ${kindOf(reason)}`, call, outcome)
}

/** Waits before the next attempt or look-up. @throws AbortError, which is `unknown` if an earlier attempt was */
export async function pause(milliseconds: number, call: CallContext): Promise<void> {
  await wait(milliseconds, call.signal).catch(() => {
    throw new AbortError('aborted by the caller while it waited', call, 'not_sent')
  })
}
