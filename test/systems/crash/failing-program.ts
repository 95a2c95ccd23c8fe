/**
 * Calls that meet a PostgreSQL which fails, before they are sent and after they succeeded; calls over connections that the
 * app has changed, and calls of a server that crashes. It is loaded, not run.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolConfig } from 'pg'
import { postgres } from 'stablecoin-issuer-api/journal'
import { every } from '../../support/processes.js'
import { isLost, openCaller, refId, tenant, times } from './caller.js'
import { openPool, type Postgres, startPostgres, startStandby } from './postgres.js'
import { sixAtATime } from './program.js'
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

type Race = (service: Service, postgres: Postgres) => Promise<string>

interface Row {
  readonly race: Race
  readonly expected: string
}

const numbers = (count: number): string[] => Array.from({ length: count }, (_, at) => `race-${at}`)

/** Lets the server die in the middle of many calls, again and again, and makes them all again after it. */
const crashes: Race = async (service, server) => {
  const admin = openPool(server.server)
  await admin.query('CREATE ROLE app LOGIN SUPERUSER')
  await admin.query('ALTER ROLE app SET synchronous_commit = off')
  await admin.end()
  const pool = openPool({ ...server.server, user: 'app', max: 10 })
  const caller = await openCaller(service, postgres(pool), 'race_crash')
  const [all, received] = [[] as string[], new Set<string>()]
  for (let round = 0; round < 5; round++) {
    const own = numbers(40).map((name) => `${name}-${round}`)
    let successes = 0
    let crash: Promise<void> | undefined
    await sixAtATime(own, async (ref) => {
      if (crash) return
      all.push(ref)
      const said = await caller.call(ref)
      if (said === 'succeeded' && ++successes === 10) crash ??= server.crash()
    })
    await crash
    for (const ref of own) if (caller.received(ref) > 0) received.add(ref)
  }
  const rows = await Promise.all([...received].map((ref) => caller.journal.find(ref)))
  await sixAtATime(all, (ref) => caller.call(ref))
  await pool.end()
  const lost = rows.filter((row) => row === undefined).length
  const twice = all.filter((ref) => caller.received(ref) > 1).length
  return `${received.size >= 50 ? 'at least 50' : 'too few'} received, lost rows ${lost}, made twice ${twice}`
}

/** Twenty calls at once, each in a transaction that may not be serialized. */
const serializable: Race = async (service, { server }) => {
  const options = '-c default_transaction_isolation=serializable'
  const pool = openPool({ ...server, max: 20, options })
  const caller = await openCaller(service, postgres(pool), 'race_serializable')
  let [succeeded, kept] = [0, 0]
  for (let round = 0; round < 20; round++) {
    const own = numbers(20).map((name) => `${name}-${round}`)
    const said = await Promise.all(own.map((ref) => caller.call(ref)))
    succeeded += said.filter((one) => one === 'succeeded').length
    const rows = await Promise.all(own.map((ref) => caller.journal.find(ref)))
    kept += rows.filter((row) => row?.state === 'succeeded').length
  }
  await pool.end()
  return `of 400 calls succeeded ${succeeded}, kept ${kept}`
}

/** The app sets another `search_path`, where a table of the same name is. */
const otherSchema: Race = async (service, { server }) => {
  const pool = openPool({ ...server, max: 1 })
  const caller = await openCaller(service, postgres(pool), 'race_schema')
  const said = await caller.call()
  await pool.query('CREATE SCHEMA elsewhere')
  await pool.query('CREATE TABLE elsewhere.race_schema (LIKE race_schema INCLUDING ALL)')
  await pool.query('SET search_path = elsewhere')
  const again = await caller.call()
  await pool.end()
  return `${said}; again: ${again}, received ${caller.received()}`
}

/** A connection that is inside a transaction, which is rolled back. */
const rolledBack: Race = async (service, { server }) => {
  const pool = openPool(server)
  const client = await pool.connect()
  const caller = await openCaller(service, postgres(client), 'race_rollback')
  await client.query('BEGIN')
  const within = await caller.call()
  const received = caller.received()
  await client.query('ROLLBACK')
  const after = await caller.call()
  client.release()
  await pool.end()
  return `${within}, received ${received}; after the rollback: ${after}, received ${caller.received()}`
}

const rows: Readonly<Record<string, Row>> = {
  'crashes after successes, with synchronous_commit = off': {
    race: crashes,
    expected: 'at least 50 received, lost rows 0, made twice 0',
  },
  'is serializable by default, with twenty calls at once': {
    race: serializable,
    expected: 'of 400 calls succeeded 400, kept 400',
  },
  'gets another search_path after the first call': {
    race: otherSchema,
    expected: 'succeeded; again: the kept answer, received 1',
  },
  "is inside a transaction of the app's": {
    race: rolledBack,
    expected:
      'not_sent ERR_BEFORE_SEND: no code, received 0; after the rollback: succeeded, received 1',
  },
}

/** Lets each race run, one after the other, on a server whose log is written late. */
export async function race(service: Service): Promise<Failure[]> {
  const server = await startPostgres('wal_writer_delay=10s')
  try {
    const failures: Failure[] = []
    for (const [name, { race, expected }] of Object.entries(rows))
      failures.push({ name, found: await race(service, server), expected })
    return failures
  } finally {
    await server.stop()
  }
}
