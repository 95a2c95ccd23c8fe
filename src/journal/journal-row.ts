import type { JournalState } from '../call-context.js'
import type { Values } from '../operation.js'

/** The decision of a person, by `resolve`. */
export interface Decision {
  /** The option `by`. */
  readonly by?: string
  /** The option `note`. */
  readonly note?: string
  /** The state before it. */
  readonly before: JournalState
  /** The time of the decision, as in ISO 8601. */
  readonly at: string
}

/** A row of a journal: the last attempt under a reference. */
export interface JournalRow {
  /** The caller's own reference. */
  readonly refId: string
  /** The operationId. */
  readonly operation: string
  /** `unknown` as well where the lease of a pending call is over. */
  readonly state: JournalState
  /** The input of the call: parameters and the fields of the body. Empty where `error` says why the row cannot be read. */
  readonly body: Values
  /** The data of a success. */
  readonly data?: unknown
  /** The id of the call that wrote the row. */
  readonly call: string
  /** The time of the last record of an attempt, by the clock of the database. */
  readonly at: Date
  /** The end of the lease. Until then no other process sends the call, and an empty look-up proves nothing. */
  readonly lease: Date
  /** The account at the service, by the option `account` or the base URL. */
  readonly account: string
  /** The status of the answer that the call failed with. */
  readonly status?: number
  /** The `code` of the error that the call failed with. */
  readonly code?: string
  /** The decisions of people, the oldest first. */
  readonly decisions?: readonly Decision[]
  /** Why the row cannot be read. */
  readonly error?: unknown
}
