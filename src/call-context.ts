import type { OperationId } from '../generated/schemas.js'
import type { LookedUp, Operation, Values } from './operation.js'
import { setCookie } from './shared/headers.js'
import { printable, redact } from './shared/redact.js'
import type { TransportBody, TransportResponse } from './transport/transport.js'

/**
 * The state of a call in a journal. `pending`: it may be under way. `unknown`: it may have taken effect. `abandoned`: a
 * person decided that nobody sends it again.
 */
export type JournalState =
  'pending' | 'unknown' | 'succeeded' | 'rejected' | 'not_sent' | 'abandoned'

/** An operationId of the document, or of your provider's; `unknown` of what is no operation. */
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
  /** Which header of the answer names the request. */
  readonly requestIdHeader?: string
  /** Texts that no error may show. */
  readonly secrets?: readonly string[]
  /** Why the journal did not keep the outcome. */
  readonly journalError?: string | undefined
}

/** Milliseconds and counts that bound a call. */
export interface Limits {
  /** Of one attempt, its body included. */
  readonly timeout: number
  readonly totalTimeout: number
  readonly maxRetries: number
}

/** A call under way, as those see it who get its token, record it, read its answers and decide on its repeats. */
export interface CallState extends CallContext {
  readonly operation: Operation
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
  /** Milliseconds that are left of `totalTimeout`. */
  readonly remaining: number
  /** The input: parameters and the fields of the body. */
  readonly fields: Values
  /** Whether it was given headers that may name an account. */
  readonly hasOwnHeaders?: boolean
  readonly secrets: string[]
  readonly status: number | undefined
  readonly body: TransportBody | undefined
  /** Whether its answer is one that a look-up found. */
  readonly found?: boolean
  mayHaveHappened: boolean
  /** Looks up a request of its operation; undefined where the document has no link for that. */
  follow(input: Values, since?: Date): Promise<LookedUp> | undefined
  journalError: string | undefined
}

/** The data of a call with what its answer held beside them. */
export interface CallResult<Data> {
  readonly data: Data
  readonly status: number
  readonly headers: Headers
  /** How the answer names the request, for the service's support: its header `requestIdHeader`. */
  readonly requestId: string | undefined
  readonly attempts: number
  readonly refId: string | undefined
}

/** A call under way: a promise of the data. Every failure is a rejection with a `ClientError`. */
export interface Call<Data> extends Promise<Data> {
  /** The data with status, headers, requestId, attempts and refId. */
  withResponse(): Promise<CallResult<Data>>
}

/** What no error and no event may show. The reference may stand in a header too: whoever looks it up has to read it. */
export function secretsOf({
  secrets = [],
  refId = '',
}: Pick<CallContext, 'secrets' | 'refId'>): readonly string[] {
  return secrets.filter((secret) => !refId.includes(secret))
}

/** The id that the service gave the request, from the last attempt's answer: its support asks for it. */
export function requestIdOf(call: CallContext): string | undefined {
  const { response, requestIdHeader = '' } = call
  const name = requestIdHeader.toLowerCase()
  if (!response || name === '' || name === setCookie) return undefined
  const id = response.header ? response.header(name) : response.headers.get(name)
  return id ? printable(redact(id, secretsOf(call), 200)) : undefined
}
