/** Calls that meet a PostgreSQL which fails, before they are sent and after they succeeded. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolConfig } from 'pg'
import { ClientError, type FetchLike } from 'stablecoin-issuer-api'
import { postgres } from 'stablecoin-issuer-api/journal'
import { inLanes } from '../../support/runs.js'
import { openPool, startPostgres } from './databases.js'
import { lanes, open, orderOf } from './program.js'
import type { Service } from './service.js'

/** What came of calls. */
export interface Outcome {
  readonly name: string
  readonly found: string
  readonly expected: string
}

const refId = 'failing'
const times = { totalTimeout: 3_000, window: 6_000 }

/** A client with a journal in a table of its own, and a call that it can make. */
async function openCaller(
  service: Service,
  pool: Pool,
  table: string,
  onSuccess?: () => Promise<void>,
) {
  const book = table.replaceAll('_', '-')
  const { entries } = service.bookOf(book)
  const plan = { ...service.connection, ...times, book, table }
  const { journal, makeClient } = await open(plan, postgres(pool))
  let ending = ''
  const fetch: FetchLike = async (url, init) => {
    const response = await globalThis.fetch(url, init)
    if (url.includes('conversion')) await onSuccess?.()
    return response
  }
  const client = makeClient({
    fetch,
    onEvent: (event) => {
      if (event.type !== 'end') return
      const { journalError } = event
      const [, code] = /\((.+)\)/.exec(journalError ?? '') ?? []
      ending = journalError ? `the event says that it is not kept: ${code}` : 'it is kept'
    },
  })
  const call = async (ref = refId): Promise<string> => {
    try {
      const body = { ...orderOf(), ref_id: ref }
      const { data, attempts } = await client.createStablecoinConversion(body).withResponse()
      if (JSON.stringify(data) !== entries.get(ref)?.answer) return 'another answer'
      return attempts === 0 ? 'the kept answer' : 'succeeded'
    } catch (error) {
      if (!ClientError.is(error)) throw error
      const { code = 'no code' } = (error.cause ?? {}) as { readonly code?: string }
      return `${error.outcome} ${error.code}: ${code}`
    }
  }
  return {
    journal,
    call,
    ending: () => ending,
    received: (ref = refId) => entries.get(ref)?.seen ?? 0,
  }
}

/** Kills the connections of the journal that wait for a lock, again and again; what it resolves to ends that. */
async function killConnections(admin: Pool, table: string): Promise<() => Promise<void>> {
  const client = await admin.connect()
  await client.query('BEGIN')
  await client.query(`LOCK TABLE ${table}`)
  const sql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = $1 AND wait_event_type = 'Lock'`
  const timer = setInterval(() => {
    admin.query(sql, [table]).catch(() => undefined)
  }, 20)
  return async () => {
    await client.query('ROLLBACK')
    client.release()
    clearInterval(timer)
  }
}

/** What becomes of a call whose connections are killed before it is sent, and after it succeeded. */
const killed = {
  before: 'not_sent ERR_BEFORE_SEND: 57P01, received 0; again: succeeded, received 1',
  after:
    'succeeded, the event says that it is not kept: 57P01, row pending; again: the kept answer, received 1',
}

/** Lets calls meet a server that kills its connections, and one that crashes. */
export async function meetTroubles(service: Service, server: PoolConfig): Promise<Outcome[]> {
  const admin = openPool(server)
  const rows = Object.entries(killed).map(async ([when, expected]): Promise<Outcome> => {
    const table = `killed_${when}`
    const pool = openPool({ ...server, max: 1, application_name: table })
    const begin = () => killConnections(admin, table)
    const found = await meet(service, pool, table, begin, when === 'after')
    await pool.end()
    return { name: `kills its connections, ${when} it is sent`, found, expected }
  })
  return Promise.all([...rows, crashAgain(service)]).finally(() => admin.end())
}

/** Makes a call while the database is in trouble, and again when that is over. */
async function meet(
  service: Service,
  pool: Pool,
  table: string,
  begin: () => Promise<() => unknown>,
  isAfter: boolean,
): Promise<string> {
  let end: () => unknown = () => undefined
  const start = async () => void (end = await begin())
  const troubled = await openCaller(service, pool, table, isAfter ? start : undefined)
  if (!isAfter) await start()
  const said = await troubled.call()
  await end()
  const later = await openCaller(service, pool, table)
  const state = (await later.journal.find(refId))?.state
  const middle = isAfter ? `${troubled.ending()}, row ${state}` : `received ${later.received()}`
  if (state === 'pending') await sleep(times.window + 100)
  return `${said}, ${middle}; again: ${await later.call()}, received ${later.received()}`
}

/** The server dies in the middle of many calls, again and again, and they are all made again after it. */
async function crashAgain(service: Service): Promise<Outcome> {
  // Its log is written late.
  const server = await startPostgres('wal_writer_delay=10s', 'synchronous_commit=off')
  const pool = openPool(server.server)
  const caller = await openCaller(service, pool, 'crashes')
  const [all, received] = [[] as string[], new Set<string>()]
  for (let round = 0; round < 5; round++) {
    const own = Array.from({ length: 40 }, (_, at) => `crash-${round}-${at}`)
    let successes = 0
    let crash: Promise<void> | undefined
    await inLanes(lanes, own, async (ref) => {
      if (crash) return
      all.push(ref)
      const said = await caller.call(ref)
      if (said === 'succeeded' && ++successes === 10) crash ??= server.crash()
    })
    await crash
    for (const ref of own) if (caller.received(ref) > 0) received.add(ref)
  }
  const rows = await Promise.all([...received].map((ref) => caller.journal.find(ref)))
  await inLanes(lanes, all, (ref) => caller.call(ref))
  await pool.end()
  await server.stop()
  const lost = rows.filter((row) => row === undefined).length
  const twice = all.filter((ref) => caller.received(ref) > 1).length
  return {
    name: 'crashes after successes, with synchronous_commit = off',
    found: `${received.size >= 50 ? 'at least 50' : 'too few'} received, lost rows ${lost}, made twice ${twice}`,
    expected: 'at least 50 received, lost rows 0, made twice 0',
  }
}
