// journal/: rows of calls in a database, and what becomes of them. It sends nothing.

import type { JournalState } from '../call-context.js'
import type { Dialect, JournalDatabase } from './databases.js'

/** A row as the database has it; some drivers give numbers as text. */
export interface StoredRow {
  readonly reference: string
  readonly operation: string
  /** `pending` also where its lease is over. */
  readonly state: JournalState
  /** What others see: nobody is at a call whose lease is over, so it is `unknown`. */
  readonly shown: JournalState
  /** JSON, or what `encrypt` made of it; so are `data` and `decisions`. */
  readonly body: string
  readonly data: string | null
  readonly call: string
  /** When its last attempt was recorded, and when its lease ends: milliseconds by the clock of the database. */
  readonly at: number | string
  readonly lease: number | string
  /** When it was read, by the same clock. */
  readonly now: number | string
  /** The account at the service: the option `account`, or the base URL. */
  readonly account: string
  /** How an answer proves itself, as JSON. */
  readonly proof: string
  /** 1 where its call was given headers that may name another account, else 0. */
  readonly own_headers: number | string
  readonly status: number | null
  readonly code: string | null
  /** When the first attempt under the reference was recorded. */
  readonly since: number | string
  readonly decisions: string | null
  /** Of `counts` alone: how many there are, and milliseconds since the last attempt of the oldest. */
  readonly count?: number | string
  readonly age?: number | string
  /** 0 within a transaction that has written, else 1. */
  readonly committed: number | string
}

/** A name, of a schema as well, that needs no quotes. */
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
  own_headers integer NOT NULL, status integer, code text, since float8 NOT NULL, decisions text,
  PRIMARY KEY ("partition", reference)
)`,
    `CREATE INDEX IF NOT EXISTS ${index} ("partition", state, at, reference)`,
  ]
}

/** The SQL of the table and its index, for those who migrate by themselves. `table` may name its schema. */
export function journalTable(dialect: Dialect, table = defaultTable): string {
  return `${tableStatements(dialect, table).join(';\n')};\n`
}

/**
 * Makes the table where it is missing and `create` allows it, and gives its name with its schema. A role that may not can use
 * a table that is there.
 * @throws Error for a table that calls could not use, and what the database throws
 */
export async function prepareTable(
  database: JournalDatabase,
  table: string,
  create: boolean,
): Promise<string> {
  let facts = await database.describe(table)
  let failure: Error | undefined
  if (facts.name === undefined && create) {
    // The databases let only one of two processes make it: what counts is what is there.
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

/** A column that makes the commit of its statement outlast a crash, and one that says that no transaction is open. */
const durability = {
  postgres: {
    // Local to the transaction of the one statement, and in force when that is committed.
    durable: `set_config('synchronous_commit', CASE current_setting('synchronous_commit')
      WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true)`,
    // Of a transaction that has written. On another connection it is never so, but nor is the row there.
    committed: 'CAST(txid_current_if_assigned() IS NULL AS integer)',
  },
  sqlite: { durable: '1', committed: '1' },
}

/**
 * The statements of a journal, each of which is whole by itself: `$1` is the partition, `$2` the reference.
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
  /** `$2` and `$3` are the row before, `$4` how many. */
  const page = (condition: string): string =>
    `${read} AND ${condition} AND (at, reference) > ($2, $3) ORDER BY at, reference LIMIT $4`
  /**
   * A look-up may not find one that a person wrote down, or that was sent with headers which may name another account. The
   * lease of one that its own call kept, perhaps after a decision, is `at`.
   */
  const successes = `${read} AND state = 'succeeded' AND operation = $2 AND account = $3
    AND (decisions IS NULL OR lease = at) AND own_headers = 0`
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
    'own_headers',
  ]
  /** Of two that run at once, one gives a row. It names every column. */
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
  /** A service may know the first attempt of all, so `since` stays, unless it was 0 and none came. */
  const claim = record('pending', now)
  return {
    claim,
    /** Is refused for a table without a column or the key. */
    check: `EXPLAIN ${claim}`,
    /**
     * By a call that would be sent, though a table that was restored may not know that it was: nor when, so `since` is 0.
     * What a person decided stands.
     */
    suspect: record('unknown', '0.0', ' AND old.decisions IS NULL'),
    /** By a further attempt of the same call. */
    renew: update(`at = ${now}, lease = ${now} + $4`, "state = 'pending'"),
    /** By a further call: only a row that nobody changed since it was read, and whose lease is over. */
    reclaim: update(
      `call = $4, state = 'pending', at = ${now}, lease = ${now} + $5, status = NULL, code = NULL`,
      `state = $6 AND ${isOver}`,
    ),
    find: `${read} AND reference = $2`,
    /** The last success that was sent before `$4`, and the first one that was sent only from `$5` on. */
    neighbours: `SELECT * FROM (${successes} AND at < $4 ORDER BY at DESC LIMIT 1) AS earlier UNION ALL
      SELECT * FROM (${successes} AND at >= $5 AND since >= $5 ORDER BY at LIMIT 1) AS later`,
    /** By the call itself. A success counts whatever was written in the meantime, but another one. */
    keep: update(
      `state = $4, data = $5, status = $6, code = $7,
        lease = CASE WHEN $4 IN ${inQuotes(open)} THEN lease ELSE at END`,
      "(state = 'pending' OR ($4 = 'succeeded' AND state <> 'succeeded'))",
      ', lease',
    ),
    /** By others: only a row that nobody changed since it was read; within its lease, what was found. It ends now, for `prune`. */
    settle: update(
      `state = $4, data = $5, decisions = coalesce($7, decisions), lease = ${now} - 1`,
      `state = $6 AND (${isOver} OR $4 = 'succeeded')`,
    ),
    list: page('state = $5'),
    /** For `pending` and `unknown`. */
    listShown: page(`state IN ('pending', 'unknown') AND ${shown} = $5`),
    /** Those that were recorded until `$5`. */
    open: page(`state IN ${inQuotes(open)} AND at <= $5`),
    counts: `SELECT ${shown} AS state, count(*) AS count, max(${now} - at) AS age
      FROM ${table} WHERE "partition" = $1 GROUP BY 1`,
    /** As many as `$3`, but for one that is claimed while they are chosen. */
    prune: `DELETE FROM ${table} WHERE ${old} AND reference IN
      (SELECT reference FROM ${table} WHERE ${old} LIMIT $3) RETURNING 1 AS one`,
  }
}
