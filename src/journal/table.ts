// journal/: rows of calls in a database, and their states. It sends nothing.

import type { JournalState } from '../call-context.js'
import type { Dialect, JournalDatabase } from './databases.js'

/** A row as the database has it, with numbers as such. `readRow` gives its names to what it says. */
export interface StoredRow {
  readonly reference: string
  readonly operation: string
  /** `pending` also where its lease is over. */
  readonly state: JournalState
  /** The state that readers see: a pending call whose lease is over is `unknown`. */
  readonly shown: JournalState
  /** JSON, or its encrypted form, as are `data` and `decisions`. */
  readonly body: string
  readonly data: string | null
  readonly call: string
  /** The record of the last attempt, and the end of the lease: milliseconds by the clock of the database. */
  readonly at: number
  readonly lease: number
  /** The time of the read, by the same clock. */
  readonly now: number
  /** The account at the service: the option `account`, or the base URL. */
  readonly account: string
  /** The proof that an answer needs, as JSON. */
  readonly proof: string
  /** The account of the call, by `accountHashOf`. */
  readonly account_hash: string
  readonly status: number | null
  readonly code: string | null
  /** The record of the first attempt under the reference; null for a row that stands for a call from before a restore. */
  readonly since: number | null
  readonly decisions: string | null
  /** What wrote the outcome of the row: its own call, a look-up, or a person. */
  readonly kept_by: 'call' | 'look_up' | 'person' | null
  /** The version of the table for which the row was written. */
  readonly version: number
  /** In `counts` alone: the number of rows, and milliseconds since the last attempt of the oldest. */
  readonly count?: number
  readonly age?: number
  /** 0 within a transaction that has written, else 1. */
  readonly committed: number
}

/** The version of the table. A row of another version is refused, since its members may have another meaning. */
export const tableVersion = 1

/** A name of a table, with a schema or without, that needs no quotes. */
export const tableName = /^[a-z_]\w{0,50}(?:\.[a-z_]\w{0,50})?$/i

export const defaultTable = 'stablecoin_issuer_calls'

function tableStatements(dialect: Dialect, table: string): string[] {
  const [name = ''] = table.split('.').reverse()
  // PostgreSQL compares the key by bytes: the order of another collation may change under its rows.
  const key = dialect === 'postgres' ? 'text COLLATE "C" NOT NULL' : 'text NOT NULL'
  // SQLite takes the schema before the name of the index, and PostgreSQL before that of the table.
  const index = dialect === 'sqlite' ? `${table}_state ON ${name}` : `${name}_state ON ${table}`
  return [
    `CREATE TABLE IF NOT EXISTS ${table} (
  "partition" ${key}, reference ${key},
  operation text NOT NULL, state text NOT NULL, body text NOT NULL, data text, call text NOT NULL,
  at float8 NOT NULL, lease float8 NOT NULL, account text NOT NULL, proof text NOT NULL,
  account_hash text NOT NULL, status integer, code text, since float8, decisions text,
  kept_by text, version integer NOT NULL,
  PRIMARY KEY ("partition", reference)
)`,
    `CREATE INDEX IF NOT EXISTS ${index} ("partition", state, at, reference)`,
  ]
}

/** The SQL of the table and its index, for your own migrations. `table` may name its schema. */
export function journalTable(dialect: Dialect, table = defaultTable): string {
  return `${tableStatements(dialect, table).join(';\n')};\n`
}

/**
 * Makes the table where it is missing and `create` allows it, and gives its name with its schema. A role without the right to
 * create can use an existing table.
 * @throws Error for a table that calls could not use, and the error of the database
 */
export async function prepareTable(
  database: JournalDatabase,
  table: string,
  create: boolean,
): Promise<string> {
  let facts = await database.describe(table)
  let failure: Error | undefined
  if (facts.name === undefined && create) {
    // The databases let only one of two processes make the table, so only its existence counts.
    for (const statement of tableStatements(database.dialect, table))
      await database.run(statement, []).catch((error: unknown) => (failure ??= error as Error))
    facts = await database.describe(table)
  }
  if (facts.name !== undefined) return facts.name
  const [last, schema = facts.schemas] = table.split('.').reverse()
  throw (
    failure ??
    new Error(
      `openJournal: there is no table ${last} in the schema ${schema}; name its schema, or run what journalTable() gives`,
    )
  )
}
