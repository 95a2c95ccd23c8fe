import type { CallResult } from './call.js'
import { type ClientError, AbortError, ConnectionError, TimeoutError } from './errors.js'
import { codesOf, describe, neverSent } from './faults.js'
import { judge } from './judge.js'
import { Interruption, within } from './limits.js'
import { type CallState, remaining } from './state.js'
import { type Transport, type TransportRequest, readBody } from './transport.js'

/** Decoded bytes of a body that are read at most. */
export const bodyLimit = 1024 * 1024

export type Request = Omit<TransportRequest, 'signal'>

/** Sends the request once, reads its answer and judges it, all within the limits of the call. */
export async function attempt(
  transport: Transport,
  request: Request,
  state: CallState,
): Promise<CallResult<unknown>> {
  const { operation, refId, limits, signal, emit } = state
  if (signal?.aborted === true) throw new AbortError('aborted by the caller', state, 'not_sent')
  if (remaining(state) <= 0) throw new TimeoutError('no time was left', state, 'not_sent')
  state.attempts++
  const subject = { operation: operation.id, attempt: state.attempts, refId }
  const startedAt = performance.now()
  let status: number | undefined
  emit({ type: 'attempt', ...subject })
  const report = (error?: ClientError): void => {
    const milliseconds = performance.now() - startedAt
    const facts = { ...(status && { status }), ...(error && { error: error.code }), milliseconds }
    emit({ type: 'response', ...subject, ...facts })
  }
  try {
    const limit = Math.min(limits.timeout, remaining(state))
    const answer = await within(limit, signal, async (stop) => {
      const response = await transport({ ...request, signal: stop })
      status = response.status
      return { ...response, ...(await readBody(response.body, bodyLimit)) }
    }).catch((reason: unknown) => {
      throw interrupted(reason, state)
    })
    const result = judge(answer, state)
    report()
    return result
  } catch (error) {
    report(error as ClientError)
    throw error
  }
}

/** The error for what ended an exchange before there was an answer to judge. */
function interrupted(reason: unknown, state: CallState): ClientError {
  if (reason instanceof Interruption)
    return reason.by === 'time'
      ? new TimeoutError('no whole answer in time', state, 'unknown')
      : new AbortError('aborted by the caller', state, 'unknown')
  const what = `the connection failed${codesOf(reason)}`
  return new ConnectionError(
    what,
    state,
    neverSent(reason) ? 'not_sent' : 'unknown',
    describe(reason, state.tokens),
  )
}
