import type { OperationId } from '../generated/schemas.js'
import type { Operation, Values } from './operation.js'
import { type HeaderFields, setCookie } from './shared/headers.js'
import { printable, redact } from './shared/redact.js'
import type { TransportBody, TransportResponse } from './transport/transport.js'

/**
 * The state of a call in a journal. `pending`: it may be under way. `unknown`: it may have taken effect. `abandoned`: a
 * person decided that it is never sent again.
 */
export type JournalState =
  'pending' | 'unknown' | 'succeeded' | 'rejected' | 'not_sent' | 'abandoned'

/** An operationId of the document, or of your provider's; `unknown` for a request that is no operation. */
// An intersection keeps the names in editors.
export type OperationName = OperationId | 'unknown' | (string & {})

/** Milliseconds and counts that bound a call. */
export interface Limits {
  /** Milliseconds of one attempt, its body included. */
  readonly timeout: number
  readonly totalTimeout: number
  readonly maxRetries: number
}

/** An answer that came: its head, and its body once that is read. */
export interface Received {
  /** The whole address of the request. */
  readonly url: string
  readonly status: number
  readonly response: TransportResponse
  readonly body?: TransportBody
}

/**
 * A call as it stands: a value, of which each step of the call makes another one. Errors, events and a journal read it. The members
 * up to `requestIdHeader` are the prepared call, which stays.
 */
export interface CallContext {
  readonly operation: Operation
  /** The id of the call, and of the call that it looks up. */
  readonly call: string
  readonly for: string | undefined
  /** The beginning of the call, by the monotonic clock and by that of the system. */
  readonly startedAt: number
  readonly systemStart: number
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
  /** The caller's own reference. */
  readonly refId: string | undefined
  /** The input: parameters and the fields of the body. */
  readonly fields: Values
  /** The body as text, written once, so that a later change of the caller's object changes nothing. */
  readonly body: string | undefined
  /** The headers of the call, with its key. */
  readonly headers: HeaderFields | undefined
  /** The headers that go with its look-ups. */
  readonly forLookUp: HeaderFields | undefined
  /** The key by which the service knows a repeat: the caller's own, else of the reference. */
  readonly key: string | undefined
  /** Whether the caller gave the key. */
  readonly hasOwnKey: boolean
  /** The option `exampleAnswers`; undefined where the base address is no loopback address. */
  readonly exampleAnswers: boolean | undefined
  /** The header of an answer that names the request. */
  readonly requestIdHeader: string
  /** Texts that no error may show, the token among them. */
  readonly secrets: readonly string[]
  readonly attempts: number
  /** Whether an earlier attempt, of this call or of a call with the same reference before it, may have taken effect. */
  readonly mayHaveHappened: boolean
  /** The answer of the last attempt. */
  readonly answer: Received | undefined
}

/** Milliseconds that a call has left, by the clock that is ahead: the other stands still while the machine is suspended. */
export function remainingOf({ startedAt, systemStart, limits }: CallContext): number {
  return limits.totalTimeout - Math.max(performance.now() - startedAt, Date.now() - systemStart)
}

/** The data of a call, and the facts of its answer. */
export interface CallResult<Data> {
  readonly data: Data
  /** The status of the last attempt's answer. */
  readonly status: number
  /** Its headers, as they came. */
  readonly headers: Headers
  /** The id of the request, for the service's support: the answer's header `requestIdHeader`. */
  readonly requestId: string | undefined
  /** The number of attempts to send the request. */
  readonly attempts: number
  /** The caller's own reference, where the operation has one. */
  readonly refId: string | undefined
}

/** A call under way: a promise of the data. Every failure is a rejection with a `ClientError`. */
export interface Call<Data> extends Promise<Data> {
  /** The data with status, headers, requestId, attempts and refId. */
  withResponse(): Promise<CallResult<Data>>
}

/** Texts that no error and no event may show, except parts of the reference, which a look-up needs whole. */
export function secretsOf({ secrets, refId = '' }: CallContext): readonly string[] {
  return secrets.filter((secret) => !refId.includes(secret))
}

/** The id that the service gave the request, from the last attempt's answer, for its support. */
export function requestIdOf(call: CallContext): string | undefined {
  const { answer, requestIdHeader } = call
  const name = requestIdHeader.toLowerCase()
  if (!answer || name === '' || name === setCookie) return undefined
  const { response } = answer
  const id = response.header ? response.header(name) : response.headers.get(name)
  return id ? printable(redact(id, secretsOf(call), 200)) : undefined
}
