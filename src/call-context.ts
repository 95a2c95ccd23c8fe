import type { OperationId } from '../generated/schemas.js'
import type { LookedUp, Operation, Values } from './operation.js'
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

/** The part of a call that errors and events need. */
export interface CallContext {
  readonly operation: Pick<Operation, 'id' | 'method' | 'path' | 'idempotent' | 'referenceField'>
  readonly call: string
  /** The caller's own reference. */
  readonly refId: string | undefined
  readonly attempts: number
  /** Whether an earlier attempt, of this call or of one with the same reference before it, may have taken effect. */
  readonly mayHaveHappened: boolean
  /** The last attempt's answer, where there was one. */
  readonly response?: Pick<TransportResponse, 'headers' | 'header'> | undefined
  /** The header of the answer that names the request. */
  readonly requestIdHeader?: string
  /** Texts that no error may show. */
  readonly secrets?: readonly string[]
  /** The reason why the journal did not keep the outcome. */
  readonly journalError?: string | undefined
}

/** Milliseconds and counts that bound a call. */
export interface Limits {
  /** Milliseconds of one attempt, its body included. */
  readonly timeout: number
  readonly totalTimeout: number
  readonly maxRetries: number
}

/** A call under way, for the code that gets its token, records it, reads its answers and decides on its repeats. */
export interface CallState extends CallContext {
  readonly operation: Operation
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
  /** Milliseconds that are left of `totalTimeout`. */
  readonly remaining: number
  /** The input: parameters and the fields of the body. */
  readonly fields: Values
  /** Whether the call has headers of its own, which may name an account. */
  readonly hasOwnHeaders?: boolean
  readonly secrets: string[]
  readonly status: number | undefined
  readonly body: TransportBody | undefined
  /** Whether a look-up found its answer. */
  readonly found?: boolean
  mayHaveHappened: boolean
  /** Looks up a request of the operation; undefined where the document has no link for that. */
  follow(input: Values, since?: Date): Promise<LookedUp> | undefined
  journalError: string | undefined
}

/** The data of a call, and the facts of its answer. */
export interface CallResult<Data> {
  readonly data: Data
  readonly status: number
  readonly headers: Headers
  /** The id of the request, for the service's support: the answer's header `requestIdHeader`. */
  readonly requestId: string | undefined
  readonly attempts: number
  readonly refId: string | undefined
}

/** A call under way: a promise of the data. Every failure is a rejection with a `ClientError`. */
export interface Call<Data> extends Promise<Data> {
  /** The data with status, headers, requestId, attempts and refId. */
  withResponse(): Promise<CallResult<Data>>
}

/** Texts that no error and no event may show, except parts of the reference, which a look-up needs whole. */
export function secretsOf({
  secrets = [],
  refId = '',
}: Pick<CallContext, 'secrets' | 'refId'>): readonly string[] {
  return secrets.filter((secret) => !refId.includes(secret))
}

/** The id that the service gave the request, from the last attempt's answer, for its support. */
export function requestIdOf(call: CallContext): string | undefined {
  const { response, requestIdHeader = '' } = call
  const name = requestIdHeader.toLowerCase()
  if (!response || name === '' || name === setCookie) return undefined
  const id = response.header ? response.header(name) : response.headers.get(name)
  return id ? printable(redact(id, secretsOf(call), 200)) : undefined
}
