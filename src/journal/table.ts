// journal/: rows of calls in a database, and their states. It sends nothing.

import type { JournalState } from '../call-context.js'
import type { Dialect, JournalDatabase } from './databases.js'

/** A row as the database has it; some drivers give numbers as text. */
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
  readonly at: number | string
  readonly lease: number | string
  /** The time of the read, by the same clock. */
  readonly now: number | string
  /** The account at the service: the option `account`, or the base URL. */
  readonly account: string
  /** The proof that an answer needs, as JSON. */
  readonly proof: string
  /** The account of the call, by `accountOf`; null where an earlier version wrote the row. */
  readonly account_hash: string | null
  readonly status: number | null
  readonly code: string | null
  /** The record of the first attempt under the reference. */
  readonly since: number | string
  readonly decisions: string | null
  /** In `counts` alone: the number of rows, and milliseconds since the last attempt of the oldest. */
  readonly count?: number | string
  readonly age?: number | string
  /** 0 within a transaction that has written, else 1. */
  readonly committed: number | string
}

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
  account_hash text, status integer, code text, since float8 NOT NULL, decisions text,
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

/** The error of the check of a table: that of the database, or what to do with a table of the version before this. */
export function toTableError(error: Error, table: string): Error {
  if (!error.message.includes('account_hash')) return error
  const change = `ALTER TABLE ${table} ADD COLUMN account_hash text; ALTER TABLE ${table} DROP COLUMN own_headers`
  return new Error(
    `openJournal: ${table} was made by an earlier version: settle its open calls by that version, then run: ${change}`,
    { cause: error },
  )
}

/** A column that makes the commit of its statement outlast a crash, and a column that says that no transaction is open. */
const durability = {
  postgres: {
    // The setting is local to the transaction of the one statement, and in force at its commit.
    durable: `set_config('synchronous_commit', CASE current_setting('synchronous_commit')
      WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true)`,
    // The id is null until a transaction has written. Another connection sees no uncommitted row.
    committed: 'CAST(txid_current_if_assigned() IS NULL AS integer)',
  },
  sqlite: { durable: '1', committed: '1' },
}

/**
 * The statements of a journal, each a transaction of its own: `$1` is the partition, `$2` the reference.
 * `free` are the states in which a row may be claimed.
 */
export function statementsOf(
  table: string,
  { dialect, now }: JournalDatabase,
  free: readonly JournalState[],
) {
  const { durable, committed } = durability[dialect]
  const isOver = `lease < ${now}`
  const shown = `CASE WHEN state = 'pending' AND ${isOver} THEN 'unknown' ELSE state END`
  const key = '"partition" = $1 AND reference = $2'
  const read = `SELECT *, ${now} AS now, ${committed} AS committed, ${shown} AS shown
    FROM ${table} WHERE "partition" = $1`
  /** `$2` and `$3` are the row before, `$4` the number of rows. */
  const page = (condition: string): string =>
    `${read} AND ${condition} AND (at, reference) > ($2, $3) ORDER BY at, reference LIMIT $4`
  /**
   * A look-up may not find a success that a person wrote down. The lease of a success that its own call kept, perhaps after a
   * decision, is `at`.
   */
  const successes = `${read} AND state = 'succeeded' AND operation = $2 AND account_hash = $3
    AND (decisions IS NULL OR lease = at)`
  const update = (set: string, guard: string, more = ''): string =>
    `UPDATE ${table} SET ${set} WHERE ${key} AND call = $3 AND ${guard} RETURNING ${durable}${more}`
  const inQuotes = (states: readonly JournalState[]): string => `('${states.join("', '")}')`
  const open = (['pending', 'unknown', 'rejected'] as const).filter((one) => !free.includes(one))
  const facts = [
    'operation',
    'state',
    'body',
    'call',
    'at',
    'lease',
    'account',
    'proof',
    'account_hash',
  ]
  /** One of two that run at once gives a row. The statement names every column. */
  const record = (state: JournalState, since: string, guard = ''): string =>
    `INSERT INTO ${table} AS old ("partition", reference, ${facts.join(', ')}, since)
      VALUES ($1, $2, $3, '${state}', $4, $5, ${now}, ${since} + $9, $6, $7, $8, ${since})
      ON CONFLICT ("partition", reference) DO UPDATE SET
        ${facts.map((name) => `${name} = excluded.${name}`).join(', ')},
        data = NULL, status = NULL, code = NULL,
        since = CASE WHEN old.since > 0 AND excluded.since > 0 THEN old.since ELSE excluded.since END,
        decisions = old.decisions
      WHERE old.state IN ${inQuotes(free)} AND old.account = excluded.account${guard}
      RETURNING ${durable}`
  const old = `"partition" = $1 AND at < $2 AND lease < $2 AND state NOT IN ${inQuotes(open)}`
  /** `since` stays, as a service may know the first attempt, unless it was 0 and no attempt came. */
  const claim = record('pending', now)
  return {
    claim,
    /** The database refuses this statement for a table that lacks a column or the key. */
    check: `EXPLAIN ${claim}`,
    /**
     * Records a call that a restored table may have forgotten, at a time that nobody knows, so `since` is 0. A person's
     * decision stands.
     */
    suspect: record('unknown', '0.0', ' AND old.decisions IS NULL'),
    /** Records a further attempt of the same call. */
    renew: update(`at = ${now}, lease = ${now} + $4`, "state = 'pending'"),
    /** Records a further call, over a row that is unchanged since it was read and whose lease is over. */
    reclaim: update(
      `call = $4, state = 'pending', at = ${now}, lease = ${now} + $5, status = NULL, code = NULL`,
      `state = $6 AND ${isOver}`,
    ),
    find: `${read} AND reference = $2`,
    /** The last success that was sent before `$4`, and the first success that was sent only from `$5` on. */
    neighbours: `SELECT * FROM (${successes} AND at < $4 ORDER BY at DESC LIMIT 1) AS earlier UNION ALL
      SELECT * FROM (${successes} AND at >= $5 AND since >= $5 ORDER BY at LIMIT 1) AS later`,
    /** Keeps the outcome of the call itself. A success replaces every state but another success. */
    keep: update(
      `state = $4, data = $5, status = $6, code = $7,
        lease = CASE WHEN $4 IN ${inQuotes(open)} THEN lease ELSE at END`,
      "(state = 'pending' OR ($4 = 'succeeded' AND state <> 'succeeded'))",
      `, lease, ${now} AS now`,
    ),
    /** Settles a row that is unchanged since it was read; within its lease, only by a find. The lease ends now, for `prune`. */
    settle: update(
      `state = $4, data = $5, decisions = coalesce($7, decisions), lease = ${now} - 1`,
      `state = $6 AND (${isOver} OR $4 = 'succeeded')`,
    ),
    list: page('state = $5'),
    /** A page of the rows that are shown as `pending` or `unknown`. */
    listShown: page(`state IN ('pending', 'unknown') AND ${shown} = $5`),
    /** A page of the open rows that were recorded until `$5`. */
    open: page(`state IN ${inQuotes(open)} AND at <= $5`),
    counts: `SELECT ${shown} AS state, count(*) AS count, max(${now} - at) AS age
      FROM ${table} WHERE "partition" = $1 GROUP BY 1`,
    /** Deletes up to `$3` rows, but no row that is claimed while they are chosen. */
    prune: `DELETE FROM ${table} WHERE ${old} AND reference IN
      (SELECT reference FROM ${table} WHERE ${old} LIMIT $3) RETURNING 1 AS one`,
  }
}
