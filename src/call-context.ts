import type { OperationId } from '../generated/schemas.js'
import type { Operation, Reader, Values } from './operation.js'
import { setCookie } from './shared/headers.js'
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

/** A call under way, for the code that looks at it: its token, its journal, its answers, its repeats, its errors and events. */
export interface CallContext {
  readonly operation: Operation
  /** The id of the call. */
  readonly call: string
  /** The caller's own reference. */
  readonly refId: string | undefined
  /** The input: parameters and the fields of the body. */
  readonly fields: Values
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
  /** Milliseconds that are left of `totalTimeout`. */
  readonly remaining: number
  /** The key by which the service knows a repeat: the caller's own, else of the reference. */
  readonly key: string | undefined
  /** Whether the caller gave the key. */
  readonly hasOwnKey: boolean
  /** Texts that no error may show. */
  readonly secrets: readonly string[]
  readonly attempts: number
  /** The attempts that followed another, without those after a 401 or after the wait of a 429. */
  readonly retries: number
  /** The number of refused tokens that were replaced, at most 1. */
  readonly renewals: number
  /** Whether an earlier attempt, of this call or of a call with the same reference before it, may have taken effect. */
  readonly mayHaveHappened: boolean
  /** The head of the last attempt's answer, its status and its body. */
  readonly response: Pick<TransportResponse, 'headers' | 'header'> | undefined
  readonly status: number | undefined
  readonly body: TransportBody | undefined
  /** The option `exampleAnswers`; undefined where the base address is no loopback address. */
  readonly exampleAnswers: boolean | undefined
  /** Whether a look-up found the answer. */
  readonly found: boolean
  /** The header of an answer that names the request. */
  readonly requestIdHeader: string
  /** The reason why the journal did not keep the outcome. */
  readonly journalError: string | undefined
  /** Looks up requests as the call would. */
  readonly reader: Reader
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
  const { response, requestIdHeader } = call
  const name = requestIdHeader.toLowerCase()
  if (!response || name === '' || name === setCookie) return undefined
  const id = response.header ? response.header(name) : response.headers.get(name)
  return id ? printable(redact(id, secretsOf(call), 200)) : undefined
}
