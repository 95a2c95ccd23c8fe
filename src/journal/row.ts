import type { JournalState } from '../call-context.js'
import type { Proof } from '../operation.js'
import type { StoredRow } from './table.js'

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
  readonly proof: StoredProof
  /** The account of the call, by `accountOf`; undefined where an earlier version wrote the row. */
  readonly accountHash: string | undefined
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

/** Reads a row as the database has it. */
export function readRow(row: StoredRow, free: readonly JournalState[]): Row {
  const { at, lease, now, since, status, proof, account_hash, committed, state, ...others } = row
  return {
    ...others,
    state,
    status,
    at: Number(at),
    lease: Number(lease),
    now: Number(now),
    isLeaseOver: Number(lease) < Number(now),
    since: Number(since) === 0 ? undefined : Number(since),
    isAnswered: status !== null && status < 300,
    isFree: free.includes(state),
    proof: JSON.parse(proof) as StoredProof,
    accountHash: account_hash ?? undefined,
    isCommitted: Number(committed) !== 0,
  }
}
