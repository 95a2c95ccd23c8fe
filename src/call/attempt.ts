import type { Settled } from './promise.js'
import { AbortError, ClientError, ConnectionError, TimeoutError } from '../errors.js'
import { codesOf, describe, provesUnsent } from '../transport/proof.js'
import { judge } from './judge.js'
import { interrupted } from '../interrupted.js'
import { Interruption, type Stop, within } from '../ground/deadline.js'
import { redact } from '../ground/redact.js'
import type { BuiltRequest } from './request.js'
import { ResponseEvent } from './reports.js'
import { type CallState, remaining, subjectOf } from '../call-state.js'
import {
  MayBeSentError,
  NotSentError,
  type Transport,
  type TransportRequest,
} from '../transport/transport.js'

/** At most so many decoded bytes of a body are read. */
const bodyLimit = 1024 * 1024

const stop = Symbol('stop')
interface Sending extends TransportRequest {
  readonly [stop]: Stop
}

/** The same for all requests: with accessors of its own, each would cost several microseconds. */
const lazy: PropertyDescriptorMap & ThisType<Sending> = {
  signal: {
    get() {
      return this[stop].signal
    },
    enumerable: true,
  },
  stopped: {
    get() {
      return this[stop].stopped
    },
    enumerable: true,
  },
}

/** A request with what ends its attempt. All members are its own, so that a transport can pass on a changed copy. */
function sending({ url, method, headers, body }: BuiltRequest, ending: Stop): TransportRequest {
  const onStop: TransportRequest['onStop'] = (callback) => {
    ending.onStop(callback)
  }
  return Object.defineProperties(
    { url, method, headers, body, onStop, [stop]: ending } as Sending,
    lazy,
  )
}

/** Sends the request once, reads its answer and judges it, all within the limits of the call. */
export async function attempt(
  transport: Transport,
  request: BuiltRequest,
  state: CallState,
): Promise<Settled> {
  const { limits, signal, emit } = state
  if (signal?.aborted === true) throw new AbortError('aborted by the caller', state, 'not_sent')
  const startedAt = performance.now()
  const left = remaining(state, startedAt)
  if (left <= 0) throw new TimeoutError('no time was left', state, 'not_sent')
  state.attempts++
  state.response = undefined
  let status: number | undefined
  let failure: ClientError | undefined
  emit?.({ type: 'attempt', ...subjectOf(state) })
  try {
    return await within(Math.min(limits.timeout, left), signal, async (ending) => {
      const response = await transport(sending(request, ending))
      // Read once: `status` may be a getter of a transport, which throws or changes.
      status = response.status
      state.response = response
      return judge(response, await response.read(bodyLimit), state)
    })
  } catch (reason) {
    failure = reason instanceof ClientError ? reason : endedBy(reason, state)
    throw failure
  } finally {
    if (emit) emit(new ResponseEvent(state, status, failure, performance.now() - startedAt))
  }
}

/** If the error itself throws when its members are read, nothing is proven: the outcome is `unknown`. */
function endedBy(reason: unknown, state: CallState): ClientError {
  try {
    return ended(reason, state)
  } catch {
    return new ConnectionError('the connection failed', state, 'unknown')
  }
}

/** The error for an attempt that ended without an answer that could be judged. */
function ended(reason: unknown, state: CallState): ClientError {
  if (reason instanceof Interruption) {
    const outcome = reason.unsent ? 'not_sent' : 'unknown'
    return interrupted(reason, 'no whole answer in time', state, outcome)
  }
  const { secrets, response } = state
  const answered = response !== undefined
  const outcome = !answered && provesUnsent(reason) ? 'not_sent' : 'unknown'
  const said = reason instanceof NotSentError || reason instanceof MayBeSentError
  const plain = answered ? 'the answer could not be read' : 'the connection failed'
  const what = redact(`${said ? reason.message : plain}${codesOf(reason)}`, secrets)
  return new ConnectionError(what, state, outcome, describe(reason, secrets))
}
