import { AbortError, ClientError, ConnectionError, TimeoutError } from '../errors.js'
import { responseEvent, subjectOf } from '../events.js'
import { Interruption, type Stop, within } from '../shared/deadline.js'
import { redact } from '../shared/redact.js'
import {
  MayBeSentError,
  NotSentError,
  type Transport,
  type TransportRequest,
} from '../transport/transport.js'
import { codesOf, describe, provesUnsent } from '../transport/unsent.js'
import { readAnswer } from './answer.js'
import { type CallState, interrupted, remaining } from './call.js'

/** At most so many decoded bytes of a body are read. */
const bodyLimit = 1024 * 1024

/** Sends the request once and reads its answer, within the limits of the call. @throws ClientError */
export async function attempt(
  transport: Transport,
  request: Omit<TransportRequest, 'stop'>,
  state: CallState,
): Promise<object | undefined> {
  const { limits, signal, emit } = state
  if (signal?.aborted === true) throw new AbortError('aborted by the caller', state, 'not_sent')
  const startedAt = performance.now()
  const left = remaining(state)
  if (left <= 0) throw new TimeoutError('no time was left', state, 'not_sent')
  state.attempts++
  state.response = undefined
  let status: number | undefined
  let failure: ClientError | undefined
  let stopping: Stop | undefined
  emit?.({ type: 'attempt', ...subjectOf(state) })
  try {
    const send = async (stop: Stop): Promise<object | undefined> => {
      stopping = stop
      const { url, method, headers, body } = request
      const response = await transport({ url, method, headers, body, stop })
      // Read once: `status` may be a getter of a transport, which throws or changes.
      status = response.status
      state.response = response
      return readAnswer(response, await response.read(bodyLimit), state)
    }
    return await within(Math.min(limits.timeout, left), signal, send)
  } catch (reason) {
    failure = reason instanceof ClientError ? reason : endedBy(reason, state, stopping)
    throw failure
  } finally {
    emit?.(responseEvent(state, status, failure?.code, performance.now() - startedAt))
  }
}

/** If the error itself throws when its members are read, nothing is proven: the outcome is `unknown`. */
function endedBy(reason: unknown, state: CallState, stop: Stop | undefined): ClientError {
  try {
    return ended(reason, state, stop)
  } catch {
    return new ConnectionError('the connection failed', state, 'unknown')
  }
}

/** The error for an attempt that ended before its answer was read. */
function ended(reason: unknown, state: CallState, stop: Stop | undefined): ClientError {
  if (reason instanceof Interruption) {
    const outcome = reason.unsent ? 'not_sent' : 'unknown'
    return interrupted(reason, 'no complete response in time', state, outcome)
  }
  const { secrets, response } = state
  const answered = response !== undefined
  const outcome = !answered && provesUnsent(reason) ? 'not_sent' : 'unknown'
  if (outcome === 'not_sent' && stop?.stopped === true)
    return new TimeoutError('time ran out before the first byte was sent', state, outcome)
  const said = NotSentError.is(reason) || MayBeSentError.is(reason)
  const plain = answered ? 'the response could not be read' : 'the connection failed'
  const what = redact(`${said ? (reason as Error).message : plain}${codesOf(reason)}`, secrets)
  return new ConnectionError(what, state, outcome, describe(reason, secrets))
}
