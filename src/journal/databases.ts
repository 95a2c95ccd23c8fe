/** A database of a journal: `postgres(pool)` and `sqlite(db)` make one. */
export interface JournalDatabase {
  /** The SQL expression for the time by its clock, in milliseconds since 1970. */
  readonly now: string
  /** Runs one statement, committed when it settles, with the values of `$1`, `$2` …, and gives the rows that it returns. */
  readonly run: (sql: string, values: readonly Value[]) => Promise<readonly object[]>
}

/** A value of a statement. */
type Value = string | number | null

/** Whatever runs a statement of PostgreSQL: a `Pool` of pg, a PGlite, a serverless driver. */
interface Queryable {
  /** Runs it, and gives the rows that it returns. */
  query(
    sql: string,
    values: Value[],
  ): PromiseLike<{
    /** By the names of their columns. */
    readonly rows: readonly object[]
  }>
}

/** A client of pg. */
interface Client extends Queryable {
  on?(event: 'notice' | 'error', listener: (notice: Notice) => void): unknown
  off?(event: 'notice' | 'error', listener: (notice: Notice) => void): unknown
}

/** A pool of pg, by the members that only it has. */
interface Pool {
  readonly totalCount: number
  connect(
    use: (error: Error | undefined, client: Client, release: (error?: unknown) => void) => void,
  ): void
}

interface Notice {
  readonly routine?: unknown
}

/**
 * A journal in PostgreSQL, for the processes of many machines. It takes whatever has `query(sql, values)` that resolves
 * to `{ rows }`. With a synchronous standby, a statement that was committed here alone, because the wait for the standby
 * was cancelled, counts as failed: pg says so in a notice. A driver without notices cannot tell.
 */
export function postgres(pool: Queryable): JournalDatabase {
  return {
    // `now()` would be when the transaction began, if someone passes a client that is within one.
    now: 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS float8)',
    run: (sql, values) => {
      if (!('totalCount' in pool)) return runOn(pool, sql, values)
      return new Promise((resolve, reject) => {
        // Not the promise of it: a client that breaks before that settles would end the process.
        ;(pool as Queryable & Pool).connect((error, client, release) => {
          if (error) reject(error)
          else runOn(client, sql, values, release).then(resolve, reject)
        })
      })
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
  const onNotice = ({ routine }: Notice): void => {
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

/** A prepared statement of SQLite. */
interface Statement {
  /** Of better-sqlite3: whether it returns rows. */
  readonly reader?: boolean
  /** Runs it, and gives the rows that it returns. */
  all(values: Readonly<Record<string, Value>>): unknown[]
  /** Runs one that returns none. */
  run(values: Readonly<Record<string, Value>>): unknown
}

/**
 * A journal in a file, for the processes of one machine, over better-sqlite3, `bun:sqlite` or `node:sqlite` (Node.js 22.13 or newer).
 * It sets `synchronous = FULL` on the connection, so that a row outlives a power cut, and a `busy_timeout` of five seconds
 * where there is none.
 */
export function sqlite(db: {
  /** Prepares a statement. */
  prepare(sql: string): Statement
}): JournalDatabase {
  const run = (sql: string, values: readonly Value[] = []): object[] => {
    const statement = db.prepare(sql)
    const named = Object.fromEntries(values.map((value, at) => [at + 1, value]))
    // The one refuses `all` where there are no rows, and the other has no `reader`.
    if (statement.reader !== false) return statement.all(named) as object[]
    statement.run(named)
    return []
  }
  run('PRAGMA synchronous = FULL')
  const [busy] = run('PRAGMA busy_timeout') as { readonly timeout?: number }[]
  if (busy?.timeout === 0) run('PRAGMA busy_timeout = 5000')
  return {
    now: "unixepoch('subsec') * 1000",
    run: async (sql, values) => Promise.resolve(run(sql, values)),
  }
}
