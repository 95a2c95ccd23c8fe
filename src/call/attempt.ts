import { type CallContext, type Received, remainingOf } from '../call-context.js'
import { writeParameters } from '../document/parameters.js'
import { maxBodyBytes } from '../document/prepare-input.js'
import { type Emit, responseEvent, subjectOf } from '../events.js'
import { type Failure, interrupted, invalid } from '../failure.js'
import type { Setup } from '../options.js'
import { Interruption, type Stop, within } from '../shared/deadline.js'
import { redact } from '../shared/redact.js'
import { isNode } from '../shared/runtime.js'
import { codesOf, describe, fetchRefusal, provesUnsent } from '../transport/connection-errors.js'
import { MayBeSentError, NotSentError, type TransportRequest } from '../transport/transport.js'
import { findDrift, readAnswer } from './answer.js'

/** The call after an attempt, with the data of its success or with its failure. */
export interface Result {
  readonly call: CallContext
  readonly data?: unknown
  readonly failure?: Failure | undefined
}

/** Sends the request of a call once and reads its answer. */
export async function sendAttempt(
  setup: Setup,
  begun: CallContext,
  token: string,
): Promise<Result> {
  const { emit, transport } = setup
  const startedAt = performance.now()
  let stop: Stop | undefined
  /** The answer as far as it came. */
  let answer: Received | undefined
  const send = async (stopOfThis: Stop): Promise<Omit<Result, 'call'>> => {
    stop = stopOfThis
    const request = requestOf(setup, begun, token, stop)
    const response = await transport(request)
    const { status } = response
    const { url } = request
    answer = { url, status, response }
    const reading = response.read(maxBodyBytes)
    const body = 'bytes' in reading ? reading : await reading
    // Nobody waits for the attempt any longer, and the next one may be under way.
    if (stop.ended) return {}
    const whole = { url, status, response, body }
    answer = whole
    return readAndReport(whole, begun, emit)
  }
  emit?.({ type: 'attempt', ...subjectOf(begun) })
  let result: Omit<Result, 'call'>
  try {
    // The time is read again: a function of the caller may have blocked the event loop.
    result = await within(timeOfAttempt(begun), begun.signal, send)
  } catch (reason) {
    result = { failure: failureOf(reason, stop, begun, answer !== undefined) }
  }
  const call = answer ? { ...begun, answer } : begun
  emit?.(responseEvent(call, startedAt, result.failure?.code))
  return { call, ...result }
}

/** The reason not to begin an attempt. */
export function cannotBegin(call: CallContext): Failure | undefined {
  const outcome = 'not_sent'
  if (call.signal?.aborted === true)
    return { code: 'ERR_ABORTED', outcome, what: 'aborted by the caller' }
  if (timeOfAttempt(call) <= 0) return { code: 'ERR_TIMEOUT', outcome, what: 'no time was left' }
  return undefined
}

/** Milliseconds that an attempt may take: for a possible repeat, no longer than the service knows the key. */
function timeOfAttempt(call: CallContext): number {
  const { mayHaveHappened, limits, operation } = call
  const remaining = remainingOf(call)
  const { idempotent, key } = operation
  const isRepeat = mayHaveHappened && !idempotent && key !== undefined
  const lifetime = isRepeat ? key.lifetime - (limits.totalTimeout - remaining) : Infinity
  return Math.min(limits.timeout, remaining, lifetime)
}

/** The request of an attempt. */
function requestOf(
  { base, headers: bare, headersWithBody }: Setup,
  { operation, fields, body, headers: ofCall }: CallContext,
  token: string,
  stop: TransportRequest['stop'],
): TransportRequest {
  const { path, method, parameters, contentType, accept } = operation
  const authorization = `Bearer ${token}`
  // The headers of the setup have an empty token: to change a value of a copy is quick, to add a name is not.
  const own: Record<string, string> = {
    ...(body === undefined ? bare : headersWithBody),
    authorization,
  }
  if (contentType && body !== undefined) own['content-type'] = contentType
  // A service may refuse a request that asks for another type with 406 (RFC 9110, section 15.5.7). The caller's `accept` wins.
  if (accept && own['accept'] === 'application/json') own['accept'] = accept
  const written = parameters && writeParameters(path, parameters, fields)
  // The caller's headers may replace `accept` and `user-agent`, but never the token.
  const more = ofCall || written
  const headers = more ? { ...own, ...ofCall, ...written?.headers, authorization } : own
  return { url: base + (written?.path ?? path), method, headers, body, stop }
}

function readAndReport(answer: Required<Received>, call: CallContext, emit: Emit | undefined) {
  const { data, failure } = readAnswer(answer, call)
  const issues = !failure && emit ? findDrift(data, call) : []
  if (issues.length > 0)
    emit?.({ type: 'drift', ...subjectOf(call), status: answer.status, issues })
  return { data, failure }
}

/** The failure of an attempt that has no whole answer. Without a stop, the attempt never began. */
function failureOf(
  reason: unknown,
  stop: Stop | undefined,
  { secrets }: CallContext,
  isAnswered: boolean,
): Failure {
  const isUnsent =
    stop === undefined || (reason instanceof Interruption ? reason.unsent : provesUnsent(reason))
  const outcome = isUnsent && !isAnswered ? 'not_sent' : 'unknown'
  if (reason instanceof Interruption)
    return interrupted(reason, 'no complete response in time', outcome)
  if (outcome === 'not_sent' && stop?.stopped)
    return { code: 'ERR_TIMEOUT', outcome, what: 'time ran out before the first byte was sent' }
  // In other runtimes a failure of the network is a TypeError without a code as well.
  const refusal = outcome === 'not_sent' && isNode ? fetchRefusal(reason) : undefined
  if (refusal !== undefined) return invalid(`fetch refused it: ${redact(refusal, secrets)}`)
  const isOurs = NotSentError.is(reason) || MayBeSentError.is(reason)
  const plain = isAnswered ? 'the response could not be read' : 'the connection failed'
  const words = `${isOurs ? (reason as Error).message : plain}${codesOf(reason)}`
  const cause = describe(reason, secrets)
  return { code: 'ERR_CONNECTION', outcome, what: redact(words, secrets), cause }
}

/** Reads the answer of an earlier call, or an answer that was found after an attempt of this call. */
export function takeAnswer(text: string, call: CallContext, emit: Emit | undefined) {
  const body = { bytes: new TextEncoder().encode(text) }
  const headers = new Headers({ 'content-type': 'application/json' })
  const response = { status: 200, headers, read: () => body }
  const answer = { url: call.answer?.url ?? '', status: 200, response, body }
  return { answer, ...readAndReport(answer, call, emit) }
}
