import type { OperationId } from '../generated/schemas.js'
import type { Operation, Values } from './document/operation.js'
import { type Head, setCookie } from './shared/headers.js'
import { printable, redact } from './shared/redact.js'
import type { TransportBody } from './transport/transport.js'

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
  /** The operation of the document. */
  readonly operation: Pick<Operation, 'id' | 'method' | 'path' | 'idempotent' | 'referenceField'>
  /** The call's id. */
  readonly call: string
  /** The caller's own reference, or the generated one. */
  readonly refId: string | undefined
  /** How many attempts were made to send the request. */
  readonly attempts: number
  /** Whether an attempt may have taken effect. */
  readonly unknown: boolean
  /** The last attempt's answer, where there was one. */
  readonly response?: Head | undefined
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
  /** Of the call. */
  readonly totalTimeout: number
  /** How often the request may be sent again. */
  readonly maxRetries: number
}

/** A call under way, as those see it who get its token, record it, read its answers and decide on its repeats. */
export interface CallState extends CallContext {
  /** With all that the document says of it. */
  readonly operation: Operation
  /** Of this call. */
  readonly limits: Limits
  /** The caller's. */
  readonly signal: AbortSignal | undefined
  /** Milliseconds that are left of `totalTimeout`. */
  readonly remaining: number
  /** The input: parameters and the fields of the body. */
  readonly fields: Values
  /** Texts that no error may show. */
  readonly secrets: string[]
  /** The status of the last attempt's answer. */
  readonly status: number | undefined
  /** Its body. */
  readonly body: TransportBody | undefined
  unknown: boolean
  journalError: string | undefined
}

/** The data of a call with what its answer held beside them. */
export interface CallResult<Data> {
  /** The answer's data. */
  readonly data: Data
  /** The answer's status. */
  readonly status: number
  /** The answer's headers. */
  readonly headers: Headers
  /** How the answer names the request, for the service's support: its header `requestIdHeader`. */
  readonly requestId: string | undefined
  /** How many attempts were made to send the request. */
  readonly attempts: number
  /** The conversion's `ref_id`. */
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

/** A request id is cut to this many characters. */
const maxId = 200

/** The id that the service gave the request, from the last attempt's answer: its support asks for it. */
export function requestIdOf(call: CallContext): string | undefined {
  const { response, requestIdHeader = '' } = call
  const name = requestIdHeader.toLowerCase()
  if (!response || name === setCookie) return undefined
  try {
    const id = response.header ? response.header(name) : response.headers.get(name)
    return id ? printable(redact(id, secretsOf(call), maxId)) : undefined
  } catch {
    return undefined
  }
}
