/** Calls that meet a PostgreSQL which fails: before they are sent, and after they succeeded. It is loaded, not run. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolConfig } from 'pg'
import { postgres } from 'stablecoin-issuer-api/journal'
import { every } from '../../support/processes.js'
import { isLost, openCaller, refId, tenant, times } from './caller.js'
import { openPool, startPostgres, startStandby } from './postgres.js'
import type { Service } from './service.js'

/** What came of a call while its database failed. */
export interface Failure {
  readonly name: string
  readonly found: string
  readonly expected: string
}

interface Place {
  /** Of the journal. */
  readonly pool: Pool
  /** Another one, of the same server. */
  readonly admin: Pool
  /** The journal's table, which nobody else uses; also what the pool's connections call themselves. */
  readonly table: string
}

interface Trouble {
  readonly config?: PoolConfig
  /** Begins; what it resolves to ends it. */
  readonly begin: (place: Place) => Promise<() => unknown>
  /** The code of what the database throws, where it has one. */
  readonly code?: string
  /** Whether the journal tries again what failed, so that a call is sent as if nothing was. */
  readonly passes?: true
  /** What becomes of the outcome after a success: by default the row stays `pending`. */
  readonly after?: string
}

const keptLater = 'again: the kept answer, received 1'

/** Holds locks, until it is ended. */
async function holdLocks(admin: Pool, sql: string) {
  const client = await admin.connect()
  await client.query('BEGIN')
  await client.query(sql)
  return async (how = 'ROLLBACK'): Promise<void> => {
    await client.query(how)
    client.release()
  }
}

/** Does something again and again where connections of the journal wait. */
function whereItWaits({ admin, table }: Place, event: string, act: string): () => void {
  return every(20, async () => {
    await admin.query(
      `SELECT ${act}(pid) FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = $2`,
      [table, event],
    )
  })
}

const troubles: Readonly<Record<string, Trouble>> = {
  'kills its connections': {
    begin: async (place) => {
      const end = await holdLocks(place.admin, `LOCK TABLE ${place.table}`)
      const stop = whereItWaits(place, 'Lock', 'pg_terminate_backend')
      return () => end().finally(stop)
    },
    code: '57P01',
  },
  'lends no connection': {
    config: { max: 1 },
    begin: async ({ pool }) => {
      const client = await pool.connect()
      const { options } = pool
      Object.assign(pool, { options: { ...options, connectionTimeoutMillis: 200 } })
      return () => {
        Object.assign(pool, { options })
        client.release()
      }
    },
  },
  'ends statements at their statement_timeout': {
    config: { options: '-c statement_timeout=200' },
    begin: ({ admin, table }) => holdLocks(admin, `LOCK TABLE ${table}`),
    code: '57014',
  },
  'cannot serialize a statement (40001)': {
    config: { options: '-c default_transaction_isolation=serializable' },
    begin: async ({ admin, table }) => {
      const row = `'${tenant}', '${refId}', 'createStablecoinConversion', 'not_sent', '{}', null, '', 0, 0`
      const change = 'DO UPDATE SET operation = excluded.operation'
      const end = await holdLocks(
        admin,
        `INSERT INTO ${table} VALUES (${row}) ON CONFLICT ("partition", reference) ${change}`,
      )
      const isWaiting =
        "SELECT FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'"
      let ended: Promise<void> | undefined
      const stop = every(20, async () => {
        if ((await admin.query(isWaiting, [table])).rowCount) ended ??= end('COMMIT')
      })
      return async () => {
        stop()
        await (ended ?? end())
      }
    },
    passes: true,
    after: 'it is kept, row succeeded',
  },
  'has no standby, and its wait for one is cancelled': {
    config: { max: 1 },
    begin: async (place) => {
      const { pool } = place
      const wait = 'synchronous_commit'
      // For new connections, and for the one that is there.
      Object.assign(pool, { options: { ...pool.options, options: `-c ${wait}=on` } })
      await pool.query(`SET ${wait} = on`)
      const stop = whereItWaits(place, 'IPC', 'pg_cancel_backend')
      return async () => {
        stop()
        Object.assign(pool, { options: { ...pool.options, options: undefined } })
        await pool.query(`SET ${wait} = local`)
      }
    },
    // Here alone.
    after: `${isLost(undefined)}, row succeeded`,
  },
}

/** Lets calls meet each trouble. The server lacks a standby, for which a connection can be told to wait. */
export async function meetTroubles(service: Service, server: PoolConfig): Promise<Failure[]> {
  const admin = openPool({ ...server, max: 20 })
  const each = Object.entries(troubles).flatMap(([what, trouble], at) =>
    [false, true].map(async (after): Promise<Failure> => {
      const table = `failing_${at}_${after ? 'after' : 'before'}`
      const pool = openPool({ ...server, ...trouble.config, application_name: table })
      const begin = () => trouble.begin({ pool, admin, table })
      const found = await meet(service, pool, table, begin, after).finally(() => pool.end())
      const refused = `not_sent ERR_BEFORE_SEND: ${trouble.code ?? 'no code'}, received 0; again: succeeded, received 1`
      const before = trouble.passes ? `succeeded, received 1; ${keptLater}` : refused
      const expected = after
        ? `succeeded, ${trouble.after ?? `${isLost(trouble.code)}, row pending`}; ${keptLater}`
        : before
      return { name: `${what}, ${after ? 'after a success' : 'before sending'}`, found, expected }
    }),
  )
  return Promise.all([...each, failOver(service)]).finally(() => admin.end())
}

/** The server dies after a success, and its synchronous standby takes over. */
async function failOver(service: Service): Promise<Failure> {
  const first = await startPostgres('synchronous_standby_names=*')
  const second = await startStandby(first)
  const [pool, later] = [openPool(first.server), openPool(second.server)]
  try {
    const begin = async () => {
      await first.stop('SIGQUIT')
      await later.query('SELECT pg_promote()')
      return () => undefined
    }
    const found = await meet(service, pool, 'fail_over', begin, true, later)
    const expected = `succeeded, ${isLost('ENOENT')}, row pending; ${keptLater}`
    return { name: 'fails over to a synchronous standby, after a success', found, expected }
  } finally {
    await Promise.all([pool.end(), later.end()])
    await Promise.all([first.stop(), second.stop()])
  }
}

/** Makes a call while the database is in trouble, and again when that is over. */
async function meet(
  service: Service,
  pool: Pool,
  table: string,
  begin: () => Promise<() => unknown>,
  after: boolean,
  laterPool = pool,
): Promise<string> {
  let end: () => unknown = () => undefined
  const start = async () => void (end = await begin())
  const troubled = await openCaller(service, postgres(pool), table, after ? start : undefined)
  if (!after) await start()
  const said = await troubled.call()
  await end()
  const later = await openCaller(service, postgres(laterPool), table)
  const state = (await later.journal.find(refId))?.state
  const middle = after ? `${troubled.ending()}, row ${state}` : `received ${later.received()}`
  if (state === 'pending') await sleep(times.window + 100)
  return `${said}, ${middle}; again: ${await later.call()}, received ${later.received()}`
}
