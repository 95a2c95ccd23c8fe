/** Calls over connections that the app has changed, and calls of a server that crashes. It is loaded, not run. */
import { postgres } from 'stablecoin-issuer-api/journal'
import { openCaller } from './caller.js'
import type { Failure } from './failing-program.js'
import { openPool, type Postgres, startPostgres } from './postgres.js'
import { sixAtATime } from './program.js'
import type { Service } from './service.js'

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
