import type { Stop } from '../shared/deadline.js'

export type Dialect = 'postgres' | 'sqlite'

/** A database of a journal: `postgres(pool)` and `sqlite(db)` make one. */
export interface JournalDatabase {
  readonly dialect: Dialect
  /** The SQL expression for the time by its clock, in whole milliseconds since 1970. */
  readonly now: string
  /**
   * Runs one statement, committed when it settles, with the values of `$1`, `$2` …, and gives the rows that it returns.
   * What a lock or another transaction was in the way of is tried again until `wait` ends, else for five seconds.
   */
  readonly run: (sql: string, values: readonly Value[], wait?: Wait) => Promise<readonly object[]>
  /** Looks for a table. @throws TypeError where this is no database that a journal can use */
  readonly describe: (table: string) => Promise<TableFacts>
}

export interface TableFacts {
  /** With its schema; undefined where there is no such table. */
  readonly name: string | undefined
  readonly schemas: string
  /** Why its rows would be lost, in words that follow its name. */
  readonly problem: string | undefined
  /** The collation of its key, where that may change under its rows. */
  readonly collation?: string | undefined
}

export type Wait = Pick<Stop, 'ended'>

type Value = string | number | null

type DatabaseError = Error & { readonly code?: unknown; readonly errcode?: unknown }

/** Why a statement was not run: its message is shown to the caller. */
export class RefusedStatement extends Error {}

/** The connection is in a transaction, so what was written would be lost if the app rolled back. */
export const openTransaction =
  'the connection of the journal is inside a transaction of the app, which a rollback would undo: give it a pool or a connection of its own'

export const splitReads =
  'the journal cannot read what it wrote: its connection may be of a replica, or of a pooler that sends reads to one'

/** Runs it again, after random pauses, while what fails it passes by itself. */
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
      // Without what a database adds to it, such as the values of a row.
      if (isLate || !isPassing(error)) throw Object.assign(new Error(message), { name, code })
    }
    // With pauses of up to 100 ms, one of twelve writers of a file waited for more than 8 seconds.
    const pause = 10 + 20 * Math.random()
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Whatever runs a statement of PostgreSQL: a `Pool` of pg, a PGlite, a serverless driver. */
interface Queryable {
  query(sql: string, values: Value[]): PromiseLike<{ readonly rows: readonly object[] }>
}

type Listener = (notice: { readonly routine?: unknown }) => void

interface Client extends Queryable {
  on?(event: string, listener: Listener): unknown
  off?(event: string, listener: Listener): unknown
}

/** A pool of pg, by the members that only it has. */
interface Pool {
  readonly totalCount: number
  connect(
    use: (error: Error | undefined, client: Client, release: (error?: unknown) => void) => void,
  ): void
}

/** The table that a name means on this connection, by each column of its key, or one row without any. */
const findTable = `SELECT quote_ident(nspname) || '.' || quote_ident(relname) AS "table",
    concat(relkind, relpersistence) AS kind, current_setting('search_path') AS schemas,
    collname AS collation
  FROM (SELECT to_regclass($1) AS found) AS one LEFT JOIN pg_class c ON c.oid = found
    LEFT JOIN pg_namespace n ON n.oid = relnamespace
    LEFT JOIN pg_attribute ON attrelid = found AND attname IN ('partition', 'reference')
    LEFT JOIN pg_collation o ON o.oid = attcollation`

/**
 * A journal in PostgreSQL, for the processes of many machines. It takes whatever has `query(sql, values)` that resolves
 * to `{ rows }`. Its commits are durable where the role has `synchronous_commit = off`. With a synchronous standby, a
 * statement that was committed here alone, because the wait for the standby was cancelled, counts as failed: pg says so
 * in a notice. A driver without notices cannot tell.
 */
export function postgres(pool: Queryable): JournalDatabase {
  const noDatabase = new TypeError(
    'postgres takes what has query(text, values) that resolves to { rows: [{…}] }, such as a Pool of pg',
  )
  if (typeof (pool as Partial<Queryable> | undefined)?.query !== 'function') throw noDatabase
  let last: Promise<unknown> = Promise.resolve()
  const runOnce = (sql: string, values: readonly Value[]): Promise<readonly object[]> => {
    if ('totalCount' in pool)
      return new Promise((resolve, reject) => {
        // Not the promise of it: a client that breaks before that settles would end the process.
        ;(pool as Queryable & Pool).connect((error, client, release) => {
          if (error) reject(error)
          else runOn(client, sql, values, release).then(resolve, reject)
        })
      })
    if (!('on' in pool)) return runOn(pool, sql, values)
    // A client of pg: its notices do not say which statement they are about.
    const next = last.then(() => runOn(pool as Client, sql, values))
    last = next.catch(() => undefined)
    return next
  }
  const run: JournalDatabase['run'] = (sql, values, wait) =>
    // Of a serialization failure and of a deadlock nothing is left.
    repeated(
      () => runOnce(sql, values),
      ({ code }) => code === '40001' || code === '40P01',
      wait,
    )
  return {
    dialect: 'postgres',
    // `now()` would be when the transaction began, if someone passes a client that is within one.
    now: 'floor(extract(epoch FROM clock_timestamp()) * 1000)',
    run,
    describe: async (table) => {
      type Row = Readonly<Record<string, string | null>>
      const rows = ((await run(findTable, [table])) as readonly Row[] | undefined) ?? []
      const { schemas, table: name, kind } = rows[0] ?? {}
      if (typeof schemas !== 'string') throw noDatabase
      const problem =
        kind === 'rp'
          ? undefined
          : 'is no plain table that outlasts a crash, but a view, or partitioned, temporary or unlogged'
      const collation = rows.find((one) => one.collation !== 'C')?.collation ?? undefined
      return { name: name ?? undefined, schemas, problem, collation }
    },
  }
}

async function runOn(
  client: Client,
  sql: string,
  values: readonly Value[],
  release?: (error?: unknown) => void,
): Promise<readonly object[]> {
  let failure: Error | undefined
  const onNotice: Listener = ({ routine }) => {
    // By PostgreSQL's function: the message is in the server's language.
    if (routine === 'SyncRepWaitForLSN')
      failure = new Error('the wait for synchronous replication was cancelled')
  }
  const onError = (): void => undefined
  client.on?.('notice', onNotice)
  client.on?.('error', onError)
  try {
    const { rows } = await client.query(sql, [...values])
    if (failure) throw failure
    return rows
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    client.off?.('notice', onNotice)
    client.off?.('error', onError)
    release?.(failure)
  }
}

interface Statement {
  /** Of better-sqlite3: whether it returns rows. */
  readonly reader?: boolean
  all(values: Readonly<Record<string, Value>>): unknown[]
  run(values: Readonly<Record<string, Value>>): unknown
}

/**
 * A journal in a file, for the processes of one machine, over better-sqlite3, `bun:sqlite` or `node:sqlite` (Node.js 22.13 or newer).
 * It sets `synchronous = FULL` on the connection, so that a row outlives a power cut. It waits for a lock without blocking
 * the event loop, whatever `busy_timeout` the connection has for the app's own statements.
 */
export function sqlite(db: { prepare(sql: string): Statement }): JournalDatabase {
  const run = (sql: string, values: readonly Value[] = []): object[] => {
    const statement = db.prepare(sql)
    const named = Object.fromEntries(values.map((value, at) => [at + 1, value]))
    // The one refuses `all` where there are no rows, and the other has no `reader`.
    if (statement.reader !== false) return statement.all(named) as object[]
    statement.run(named)
    return []
  }
  const write = (sql: string, values: readonly Value[]): object[] => {
    try {
      // The app may have set another since.
      run('PRAGMA synchronous = FULL')
      run('BEGIN IMMEDIATE')
    } catch (error) {
      // SQLite refuses both inside of another transaction.
      if (!/(?:within|inside) a transaction/.test((error as Error).message)) throw error
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
        // A full disk has ended the transaction already, and is what the caller needs to hear of.
      }
      throw error
    }
  }
  /** Without the app's own `busy_timeout`, during which nothing else would run. */
  const runAtOnce = (sql: string, values: readonly Value[]): object[] => {
    const [busy] = run('PRAGMA busy_timeout') as { readonly timeout?: number }[]
    run('PRAGMA busy_timeout = 0')
    try {
      return /^(?:SELECT|EXPLAIN)/.test(sql) ? run(sql, values) : write(sql, values)
    } finally {
      run(`PRAGMA busy_timeout = ${busy?.timeout ?? 0}`)
    }
  }
  const runWhenFree: JournalDatabase['run'] = (sql, values, wait) =>
    repeated(
      () => runAtOnce(sql, values),
      // By better-sqlite3 and Bun, and by Node.js.
      ({ code, errcode }) => /^SQLITE_BUSY/.test(String(code)) || Number(errcode) % 256 === 5,
      wait,
    )
  return {
    dialect: 'sqlite',
    now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    run: runWhenFree,
    describe: async (table) => {
      const [name = '', schema = 'main'] = table.split('.').reverse()
      const [column] = await runWhenFree('SELECT 1 FROM pragma_table_info($1, $2)', [name, schema])
      const files = run('PRAGMA database_list') as { name: string; file: string | null }[]
      const isFile = files.some((one) => one.name === schema && one.file)
      const problem = isFile ? undefined : 'is in memory, and would end with the process'
      return { name: column && `${schema}.${name}`, schemas: schema, problem }
    },
  }
}
