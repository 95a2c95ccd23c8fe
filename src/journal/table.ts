// journal/: rows of calls in a database, and what becomes of them. It sends nothing.

import type { JournalState } from '../call-context.js'
import type { JournalDatabase, TableFacts } from './databases.js'

/** A row as the database has it; some drivers give numbers as text. */
export interface StoredRow {
  readonly reference: string
  readonly operation: string
  /** `pending` also where its lease is over. */
  readonly state: JournalState
  /** JSON, or what `encrypt` made of it; so are `data` and `decisions`. */
  readonly body: string
  readonly data: string | null
  readonly call: string
  /** When its last attempt was recorded, and when its lease ends: milliseconds by the clock of the database. */
  readonly at: number | string
  readonly lease: number | string
  /** Milliseconds that the lease still runs; less than 0 once it is over. */
  readonly remaining: number | string
  /** Null in a row of the first version, as each of the following. */
  readonly version: number | null
  /** The account at the service: the option `account`, or the base URL. */
  readonly account: string | null
  /** How an answer proves itself, as JSON. */
  readonly proof: string | null
  readonly status: number | null
  readonly code: string | null
  /** Until when somebody looks it up. */
  readonly look_up: number | string | null
  /** When the first attempt under the reference was recorded, and how many milliseconds ago that is. */
  readonly since: number | string | null
  readonly elapsed: number | string | null
  readonly decisions: string | null
  /** Of `counts` alone: how many there are, and milliseconds since the last attempt of the oldest. */
  readonly count?: number | string
  readonly age?: number | string
}

/** The version of a row that this code writes. It reads those before. */
export const version = 2

/** A name, of a schema as well, that needs no quotes. */
export const tableName = /^[a-z_]\w{0,50}(?:\.[a-z_]\w{0,50})?$/i

export const defaultTable = 'stablecoin_issuer_calls'

/** The columns of the first version, and those that the second has beside them. */
const columns = `"partition" text NOT NULL, reference text NOT NULL, operation text NOT NULL,
  state text NOT NULL, body text NOT NULL, data text, call text NOT NULL, at float8 NOT NULL,
  lease float8 NOT NULL`
const laterColumns = `version integer, account text, proof text, status integer, code text,
  look_up float8, since float8, decisions text`

/** The statements that make the table and its index. */
function tableStatements(table: string): string[] {
  const [name = ''] = table.split('.').reverse()
  return [
    `CREATE TABLE IF NOT EXISTS ${table} (
  ${columns},
  ${laterColumns},
  PRIMARY KEY ("partition", reference)
)`,
    `CREATE INDEX IF NOT EXISTS ${name}_state ON ${table} ("partition", state, at, reference)`,
  ]
}

/** The SQL of the table and its index, for PostgreSQL and SQLite: for those who migrate by themselves. */
export function journalTable(table = defaultTable): string {
  return `${tableStatements(table).join(';\n')};\n`
}

/**
 * Makes the table where it is missing, adds the columns that an earlier version lacks, and gives its name with its
 * schema. A role that may not do that can use a table that is whole.
 * @throws Error for a table that calls could not use, and what the database throws
 */
export async function prepareTable(database: JournalDatabase, table: string): Promise<string> {
  const lacking = (list: string, facts: TableFacts): string[] =>
    list.split(/,\s*/).filter((column) => !facts.columns.includes(/\w+/.exec(column)?.[0] ?? ''))
  /** The databases let only one of two processes change it at once: what counts is what is there. */
  const change = async (statements: readonly string[]): Promise<TableFacts> => {
    let failure: unknown
    for (const statement of statements)
      await database.run(statement, []).catch((error: unknown) => (failure ??= error))
    const facts = await database.describe(table)
    if (facts && (!failure || lacking(laterColumns, facts).length === 0)) return facts
    throw (failure as Error | undefined) ?? new Error(`openJournal: ${table} cannot be found`)
  }
  const facts = (await database.describe(table)) ?? (await change(tableStatements(table)))
  const { name } = facts
  const [column] = lacking(columns, facts)
  const problem = facts.problem ?? (column && `has no column ${column.split(' ')[0]}`)
  if (problem) throw new Error(`openJournal: the table ${table} ${problem}`)
  const added = lacking(laterColumns, facts).map((one) => `ALTER TABLE ${name} ADD COLUMN ${one}`)
  // Its times have fractions of a millisecond, which the Date of a page's last row has not.
  const whole = `UPDATE ${name} SET at = CAST(at AS bigint)`
  if (added.length > 0) await change([...added, whole])
  return name
}

/**
 * The statements of a journal, each of which is whole by itself: `$1` is the partition, `$2` the reference.
 * `free` are the states in which a row may be claimed.
 */
export function statementsOf(
  table: string,
  { now, durable, committed }: JournalDatabase,
  free: readonly JournalState[],
) {
  const isOver = `lease < ${now}`
  const shown = `CASE WHEN state = 'pending' AND ${isOver} THEN 'unknown' ELSE state END`
  const key = '"partition" = $1 AND reference = $2'
  const read = `SELECT *, lease - ${now} AS remaining, ${now} - since AS elapsed FROM ${table}
    WHERE "partition" = $1`
  /** `$2` and `$3` are the row before, `$4` how many. */
  const page = (condition: string): string =>
    `${read} AND ${condition} AND (at, reference) > ($2, $3) ORDER BY at, reference LIMIT $4`
  const update = (set: string, guard: string): string =>
    `UPDATE ${table} SET ${set} WHERE ${key} AND call = $3 AND ${guard} RETURNING reference, ${durable}`
  const inQuotes = (states: readonly JournalState[]): string => `('${states.join("', '")}')`
  const open = (['pending', 'unknown', 'rejected'] as const).filter((one) => !free.includes(one))
  const leased = `lease = CASE WHEN $4 IN ${inQuotes(open)} THEN lease ELSE at END`
  return {
    /** Of two that run at once, one gives a row. A service may know the first attempt of all, so `since` stays. */
    claim: `INSERT INTO ${table} AS old ("partition", reference, operation, state, body, call,
        at, lease, version, account, proof, since)
      VALUES ($1, $2, $3, 'pending', $4, $5, ${now}, ${now} + $6, ${version}, $7, $8, ${now})
      ON CONFLICT ("partition", reference) DO UPDATE SET
        operation = excluded.operation, state = 'pending', body = excluded.body, data = NULL,
        call = excluded.call, at = excluded.at, lease = excluded.lease, version = ${version},
        account = excluded.account, proof = excluded.proof, status = NULL, code = NULL,
        look_up = NULL
      WHERE old.state IN ${inQuotes(free)}
        AND coalesce(old.account, excluded.account) = excluded.account
      RETURNING reference, ${durable}`,
    /** Gives a row where it was committed, outside of anybody's transaction. */
    committed: `SELECT reference FROM ${table} WHERE ${key} AND call = $3 AND ${committed}`,
    /** By a further attempt of the same call. */
    renew: update(`at = ${now}, lease = ${now} + $4`, "state = 'pending'"),
    /** By a further call: only a row that nobody changed since it was read, and whose lease is over. */
    reclaim: update(
      `call = $4, state = 'pending', at = ${now}, lease = ${now} + $5, status = NULL, code = NULL,
        look_up = NULL`,
      `state = $6 AND ${isOver}`,
    ),
    find: `${read} AND reference = $2`,
    /** By the call itself. A success counts whatever was written in the meantime. */
    end: update(
      `state = $4, data = $5, status = $6, code = $7, ${leased}`,
      "(state = 'pending' OR $4 = 'succeeded')",
    ),
    /** Keeps others from a look-up of a row whose lease is over. */
    lookUp: `${update(`look_up = ${now} + $4`, `state = $5 AND ${isOver} AND coalesce(look_up, 0) < ${now}`)}, look_up`,
    endLookUp: update('look_up = NULL', 'look_up = $4'),
    /** By others: only a row that nobody changed since it was read, and whose lease is over. */
    settle: update(
      `state = $4, data = $5, decisions = coalesce($7, decisions), look_up = NULL, ${leased}`,
      `state = $6 AND ${isOver}`,
    ),
    list: page('state = $5'),
    pending: page(`state = 'pending' AND NOT ${isOver}`),
    unknown: page(`state IN ('pending', 'unknown') AND ${shown} = 'unknown'`),
    open: page(`state IN ${inQuotes(open)} AND ${isOver}`),
    counts: `SELECT ${shown} AS state, count(*) AS count, max(${now} - at) AS age
      FROM ${table} WHERE "partition" = $1 GROUP BY 1`,
    prune: `DELETE FROM ${table} WHERE "partition" = $1 AND at < $2
      AND state NOT IN ${inQuotes(open)} RETURNING reference, ${durable}`,
  }
}
