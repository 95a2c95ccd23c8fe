import type { OperationId } from '../generated/schemas.js'
import type { Head } from './shared/headers.js'

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
  readonly operation: {
    /** The operationId. */
    readonly id: string
    /** Its HTTP method. */
    readonly method: string
    /** Its path, with the parameters' names. */
    readonly path: string
    /** Whether it may be sent again at any time. */
    readonly idempotent: boolean
    /** The request field that is the caller's own reference. */
    readonly referenceField?: string | undefined
  }
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
