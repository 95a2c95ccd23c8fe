import type { Stop } from '../shared/deadline.js'

export type Dialect = 'postgres' | 'sqlite'

/** A database of a journal: `postgres(pool)` and `sqlite(db)` make one. */
export interface JournalDatabase {
  readonly dialect: Dialect
  /** The SQL expression for the time by its clock, in whole milliseconds since 1970. */
  readonly now: string
  /**
   * Runs one statement, committed when it settles, with the values of `$1`, `$2` …, and gives the rows that it returns.
   * A statement that a lock or another transaction stops is tried again until `wait` ends, else for five seconds.
   */
  readonly run: (sql: string, values: readonly Value[], wait?: Wait) => Promise<readonly object[]>
  /** Looks for a table. @throws TypeError for a database that a journal cannot use */
  readonly describe: (table: string) => Promise<TableFacts>
}

export interface TableFacts {
  /** The name with its schema; undefined where the table is missing. */
  readonly name: string | undefined
  readonly schemas: string
}

export type Wait = Pick<Stop, 'ended' | 'lastError'>

type Value = string | number | null

type DatabaseError = Error & { readonly code?: unknown; readonly errcode?: unknown }

/** The error of a statement that was not run. Its message is shown to the caller. */
export class RefusedStatement extends Error {}

/** The reason to refuse a connection in a transaction: a rollback of the app would undo the row. */
export const openTransaction =
  'the connection of the journal is inside a transaction of the app, which a rollback would undo: give it a pool or a connection of its own'

export const splitReads =
  'the journal cannot read what it wrote: its connection may be of a replica, or of a pooler that sends reads to one'

/** Runs a statement again, after random pauses, while its failure is of a kind that passes by itself. */
async function repeated<Result>(
  run: () => Result | Promise<Result>,
  isPassing: (error: DatabaseError) => boolean,
  wait: Wait | undefined,
): Promise<Result> {
  const last = performance.now() + 5_000
  for (;;) {
    try {
      return await run()
    } catch (thrown) {
      const error = thrown as DatabaseError
      if (error instanceof RefusedStatement) throw error
      const { name, message, code } = error
      const isLate = wait ? wait.ended : performance.now() > last
      // The error without the members that a database adds, such as the values of a row.
      const plain = Object.assign(new Error(message), { name, code })
      if (isLate || !isPassing(error)) throw plain
      if (wait) wait.lastError = plain
    }
    // With pauses of up to 100 ms, one of twelve writers of a file waited for more than 8 seconds.
    const pause = 10 + 20 * Math.random()
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** A runner of PostgreSQL statements: a `Pool` of pg, a PGlite, a serverless driver. */
interface Queryable {
  query(sql: string, values: Value[]): PromiseLike<{ readonly rows: readonly object[] }>
}

/** The query for the table that a name means on this connection. */
const findTable = `SELECT quote_ident(nspname) || '.' || quote_ident(relname) AS "table",
    current_setting('search_path') AS schemas
  FROM (SELECT to_regclass($1) AS found) AS one LEFT JOIN pg_class c ON c.oid = found
    LEFT JOIN pg_namespace n ON n.oid = relnamespace`

/**
 * A journal in PostgreSQL, for the processes of many machines. The pool needs a `query(sql, values)` that resolves
 * to `{ rows }`. Commits are durable also for a role with `synchronous_commit = off`.
 */
export function postgres(pool: Queryable): JournalDatabase {
  const noDatabase = new TypeError(
    'postgres takes what has query(text, values) that resolves to { rows: [{…}] }, such as a Pool of pg',
  )
  if (typeof (pool as Partial<Queryable> | undefined)?.query !== 'function') throw noDatabase
  const run: JournalDatabase['run'] = (sql, values, wait) =>
    // A serialization failure and a deadlock leave nothing behind.
    repeated(
      async () => (await pool.query(sql, [...values])).rows,
      ({ code }) => code === '40001' || code === '40P01',
      wait,
    )
  return {
    dialect: 'postgres',
    // `now()` would be the start of the transaction, on a client that is within one.
    now: 'floor(extract(epoch FROM clock_timestamp()) * 1000)',
    run,
    describe: async (table) => {
      type Row = Readonly<Record<string, string | null>>
      const rows = ((await run(findTable, [table])) as readonly Row[] | undefined) ?? []
      const { schemas, table: name } = rows[0] ?? {}
      if (typeof schemas !== 'string') throw noDatabase
      return { name: name ?? undefined, schemas }
    },
  }
}

interface Statement {
  /** Whether the statement returns rows; better-sqlite3 alone has this member. */
  readonly reader?: boolean
  all(values: Readonly<Record<string, Value>>): unknown[]
  run(values: Readonly<Record<string, Value>>): unknown
}

/**
 * A journal in a file, for the processes of one machine, over better-sqlite3, `bun:sqlite` or `node:sqlite` (Node.js 22.13 or newer).
 * The connection is the journal's own: it sets `synchronous = FULL`, so that a row outlives a power cut, and waits for a lock
 * without blocking the event loop.
 */
export function sqlite(db: { prepare(sql: string): Statement }): JournalDatabase {
  const noDatabase = new TypeError(
    'sqlite takes what has prepare(text).all(values) that returns [{…}], such as a DatabaseSync of node:sqlite',
  )
  const run = (sql: string, values: readonly Value[] = []): object[] => {
    const statement = db.prepare(sql)
    const named = Object.fromEntries(values.map((value, at) => [at + 1, value]))
    // Better-sqlite3 refuses `all` for a statement without rows; the others have no `reader`.
    if (statement.reader !== false) return statement.all(named) as object[]
    statement.run(named)
    return []
  }
  const write = (sql: string, values: readonly Value[]): object[] => {
    try {
      run('BEGIN IMMEDIATE')
    } catch (error) {
      if (!/within a transaction/.test((error as Error).message)) throw error
      throw new RefusedStatement(openTransaction)
    }
    try {
      const rows = run(sql, values)
      run('COMMIT')
      return rows
    } catch (error) {
      try {
        run('ROLLBACK')
      } catch {
        // A full disk has ended the transaction already. The caller needs that error, not this one.
      }
      throw error
    }
  }
  const runWhenFree: JournalDatabase['run'] = (sql, values, wait) =>
    repeated(
      () => (/^(?:SELECT|EXPLAIN|PRAGMA)/.test(sql) ? run(sql, values) : write(sql, values)),
      // Better-sqlite3 and Bun give `code`, Node.js gives `errcode`.
      ({ code, errcode }) => /^SQLITE_BUSY/.test(String(code)) || Number(errcode) % 256 === 5,
      wait,
    )
  return {
    dialect: 'sqlite',
    now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    run: runWhenFree,
    describe: async (table) => {
      const handle = db as Partial<typeof db> | undefined
      const statement: Partial<Statement> | undefined = handle?.prepare?.('PRAGMA busy_timeout = 0')
      const rows: unknown = statement?.all?.({})
      if (!Array.isArray(rows)) {
        // Promises of D1 and libsql/promise, which nobody would await, end the process when they reject.
        const given: readonly unknown[] = [statement, rows]
        void Promise.allSettled(given)
        throw noDatabase
      }
      await runWhenFree('PRAGMA synchronous = FULL', [])
      const [name = '', schema = 'main'] = table.split('.').reverse()
      const [column] = await runWhenFree('SELECT 1 FROM pragma_table_info($1, $2)', [name, schema])
      return { name: column && `${schema}.${name}`, schemas: schema }
    },
  }
}
