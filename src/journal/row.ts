import type { JournalState } from '../call-context.js'
import type { Proof, Values } from '../operation.js'
import { RefusedStatement } from './databases.js'
import { type StoredRow, tableVersion } from './table.js'

/** The members that may be encrypted. */
export type Sealed = 'body' | 'data' | 'decisions'

/** A row as it was read. Times are milliseconds by the clock of the database. */
export interface Row extends Pick<
  StoredRow,
  'reference' | 'operation' | 'state' | 'shown' | 'call' | 'account' | 'status' | 'code' | Sealed
> {
  /** The record of the last attempt, the end of its lease, and the read of the row. */
  readonly at: number
  readonly lease: number
  readonly now: number
  readonly isLeaseOver: boolean
  /** The record of the first attempt under the reference; undefined for a row that stands for a call from before a restore. */
  readonly since: number | undefined
  /** Whether the call was answered with a 2xx that proves no success: an empty look-up never settles it. */
  readonly isAnswered: boolean
  /** Whether a call may be recorded anew over the row. */
  readonly isFree: boolean
  /** Whether a person has decided on the row since it stood for a call from before a restore. */
  readonly isDecided: boolean
  /** Whether the row stands for a call from before a restore: the journal recorded none that was sent. */
  readonly isInDoubt: boolean
  readonly proof: StoredProof
  /** The account of the call, by `accountHashOf`. */
  readonly accountHash: string
  /** Whether no transaction is open that may undo what the row says. */
  readonly isCommitted: boolean
}

/** The proof of an answer to the call. */
export interface StoredProof extends Proof {
  /** A hash of the key by which the service knows a repeat. */
  readonly key?: string | undefined
  /** Whether headers that may name an account were given for the call. */
  readonly hasHeaders?: boolean
}

const number = /^(?:at|lease|now|since|status|committed|version|count|age)$/

/**
 * A row with its numbers as such. Drivers give some as text or as BigInt: pg by the type parsers of the app, node:sqlite with
 * `readBigInts`.
 */
export function withNumbers(row: object): StoredRow {
  const values = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    number.test(name) && value !== null ? Number(value) : value,
  ])
  return Object.fromEntries(values) as StoredRow
}

/** Reads a row as the database has it. @throws RefusedStatement for a row of another version */
export function readRow(row: StoredRow, free: readonly JournalState[]): Row {
  const { version, since, proof, account_hash, committed, ...others } = row
  const { state, status, lease, now, decisions } = row
  if (version !== tableVersion)
    throw new RefusedStatement(
      `the row of ${row.reference} has version ${version} of the table, and this package knows version ${tableVersion}`,
    )
  return {
    ...others,
    isLeaseOver: lease < now,
    since: since ?? undefined,
    isAnswered: status !== null && status < 300,
    isFree: free.includes(state),
    // A decision over any other row may be from before the restore, and a call have been sent in between.
    isDecided: decisions !== null && since === null,
    isInDoubt: since === null && state === 'unknown',
    proof: JSON.parse(proof) as StoredProof,
    accountHash: account_hash,
    isCommitted: committed !== 0,
  }
}

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
