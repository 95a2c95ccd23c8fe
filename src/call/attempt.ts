import type { CallContext, Received } from '../call-context.js'
import { maxBodyBytes } from '../document/prepare-input.js'
import { type Emit, responseEvent, subjectOf } from '../events.js'
import type { Failure } from '../failure.js'
import type { Setup } from '../options.js'
import { type Stop, within } from '../shared/deadline.js'
import { findDrift, readAnswer } from './answer.js'
import { failureOf } from './failure.js'
import { timeOfAttempt } from './limits.js'
import { requestOf } from './request.js'

/** The call after an attempt, with the data of its success or with its failure. */
export interface Result {
  readonly call: CallContext
  readonly data?: unknown
  readonly failure?: Failure | undefined
}

/** Sends the request once and reads its answer. */
export async function attempt(setup: Setup, begun: CallContext, token: string): Promise<Result> {
  const { emit, transport } = setup
  const startedAt = performance.now()
  let call = begun
  let stop: Stop | undefined
  const send = async (one: Stop): Promise<Omit<Result, 'call'>> => {
    stop = one
    const request = requestOf(setup, begun, token, one)
    const response = await transport(request)
    const { status } = response
    const { url } = request
    call = { ...begun, answer: { url, status, response } }
    const reading = response.read(maxBodyBytes)
    const body = 'bytes' in reading ? reading : await reading
    const answer = { url, status, response, body }
    // Nobody waits for the attempt any longer, and the next one may be under way.
    if (one.ended) return {}
    call = { ...begun, answer }
    return read(answer, call, emit)
  }
  emit?.({ type: 'attempt', ...subjectOf(begun) })
  let result: Omit<Result, 'call'>
  try {
    // The time is read again: a function of the caller may have blocked the event loop.
    result = await within(timeOfAttempt(begun), begun.signal, send)
  } catch (reason) {
    result = { failure: failureOf(reason, stop, call) }
  }
  emit?.(responseEvent(call, startedAt, result.failure?.code))
  return { call, ...result }
}

/** Reads the answer of an earlier call, or an answer that was found after an attempt of this call. */
export function takeAnswer(text: string, call: CallContext, emit: Emit | undefined) {
  const body = { bytes: new TextEncoder().encode(text) }
  const headers = new Headers({ 'content-type': 'application/json' })
  const response = { status: 200, headers, read: () => body }
  const answer: Received = { url: call.answer?.url ?? '', status: 200, response, body }
  return { answer, ...read(answer, call, emit) }
}

function read(answer: Received, call: CallContext, emit: Emit | undefined) {
  const { data, failure } = readAnswer(answer, call)
  const issues = !failure && emit ? findDrift(data, call) : []
  if (issues.length > 0)
    emit?.({ type: 'drift', ...subjectOf(call), status: answer.status, issues })
  return { data, failure }
}
