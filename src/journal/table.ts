// journal/: rows of calls in a database, and what becomes of them. It sends nothing.

/**
 * The state of a call. `pending`: it may be under way. `unknown`: it may have taken effect. `abandoned`: a person decided
 * that nobody sends it again.
 */
export type JournalState =
  'pending' | 'unknown' | 'succeeded' | 'rejected' | 'not_sent' | 'abandoned'

/** A row as the database has it; some drivers give numbers as text. */
export interface StoredRow {
  readonly reference: string
  readonly operation: string
  /** `pending` also where its lease is over. */
  readonly state: JournalState
  /** JSON, or what `encrypt` made of it. */
  readonly body: string
  readonly data: string | null
  readonly call: string
  /** When its last attempt was recorded, and when its lease ends: milliseconds by the clock of the database. */
  readonly at: number | string
  readonly lease: number | string
  /** Milliseconds that the lease still runs; less than 0 once it is over. */
  readonly remaining: number | string
}

/** A name, of a schema as well, that needs no quotes. */
export const tableName = /^[a-z_]\w{0,50}(?:\.[a-z_]\w{0,50})?$/i

export const defaultTable = 'stablecoin_issuer_calls'

/** The statements that make the table and its index. */
export function tableStatements(table: string): string[] {
  const [name = ''] = table.split('.').reverse()
  return [
    `CREATE TABLE IF NOT EXISTS ${table} (
  "partition" text NOT NULL,
  reference text NOT NULL,
  operation text NOT NULL,
  state text NOT NULL,
  body text NOT NULL,
  data text,
  call text NOT NULL,
  at float8 NOT NULL,
  lease float8 NOT NULL,
  PRIMARY KEY ("partition", reference)
)`,
    `CREATE INDEX IF NOT EXISTS ${name}_state ON ${table} ("partition", state, at)`,
  ]
}

/** The SQL of the table and its index, for PostgreSQL and SQLite: for those who migrate by themselves. */
export function journalTable(table = defaultTable): string {
  return `${tableStatements(table).join(';\n')};\n`
}

/**
 * The statements of a journal, each of which is whole by itself: `$1` is the partition, `$2` the reference.
 * `free` are the states in which a row may be claimed.
 */
export function statementsOf(table: string, now: string, free: readonly JournalState[]) {
  const isOpen = "state IN ('pending', 'unknown')"
  const isOver = `lease < ${now}`
  const key = '"partition" = $1 AND reference = $2'
  const read = `SELECT *, lease - ${now} AS remaining FROM ${table} WHERE "partition" = $1`
  const update = (guard: string): string =>
    `UPDATE ${table} SET state = $4, data = $5,
       lease = CASE WHEN $4 IN ('unknown', 'rejected') THEN lease ELSE at END
     WHERE ${key} AND call = $3 AND ${guard} RETURNING reference`
  return {
    /** Of two that run at once, one gives a row. An attempt after the first renews the lease of its own call, `$7`. */
    claim: `INSERT INTO ${table} AS old
        ("partition", reference, operation, state, body, call, at, lease)
      VALUES ($1, $2, $3, 'pending', $4, $5, ${now}, ${now} + $6)
      ON CONFLICT ("partition", reference) DO UPDATE SET
        operation = excluded.operation, state = 'pending', body = excluded.body, data = NULL,
        call = excluded.call, at = excluded.at, lease = excluded.lease
      WHERE old.state IN ('${free.join("', '")}') OR (old.state = 'pending' AND old.call = $7)
      RETURNING reference`,
    find: `${read} AND reference = $2`,
    list: `${read} AND $2 =
      CASE WHEN state = 'pending' AND ${isOver} THEN 'unknown' ELSE state END ORDER BY at`,
    open: `${read} AND ${isOpen} AND ${isOver} ORDER BY at`,
    /** By the call itself. A success counts whatever was written in the meantime. */
    end: update(`(state = 'pending' OR $4 = 'succeeded')`),
    /** By others: only a row that nobody changed since it was read, and whose lease is over. */
    settle: update(`state = $6 AND ${isOver}`),
    prune: `DELETE FROM ${table} WHERE "partition" = $1 AND at < $2 AND NOT ${isOpen} RETURNING reference`,
  }
}
