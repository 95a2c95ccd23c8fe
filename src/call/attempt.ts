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

/**
 * A request, and what ends its attempt. All are own members, so that a wrapping transport can spread it
 * into a copy. The AbortSignal is made only when it is read.
 */
class Sending implements TransportRequest {
  readonly url: string
  readonly method: string
  readonly headers: TransportRequest['headers']
  readonly body: string | undefined
  readonly onStop: TransportRequest['onStop']
  readonly [stop]: Stop
  declare readonly signal: AbortSignal
  declare readonly stopped: boolean

  constructor(request: BuiltRequest, ending: Stop) {
    this.url = request.url
    this.method = request.method
    this.headers = request.headers
    this.body = request.body
    this.onStop = (callback) => {
      ending.onStop(callback)
    }
    this[stop] = ending
    Object.defineProperty(this, 'signal', signal)
    Object.defineProperty(this, 'stopped', stopped)
  }
}

/** Shared by all requests: making new accessors for each would take several microseconds. */
const signal: PropertyDescriptor & ThisType<Sending> = {
  get() {
    return this[stop].signal
  },
  enumerable: true,
}
const stopped: PropertyDescriptor & ThisType<Sending> = {
  get() {
    return this[stop].stopped
  },
  enumerable: true,
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
      const response = await transport(new Sending(request, ending))
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
