/** Calls that meet a PostgreSQL which crashes in the middle of them. */
import { ClientError } from 'stablecoin-issuer-api'
import { postgres } from 'stablecoin-issuer-api/journal'
import { inLanes } from '../../support/runs.js'
import { openPool, startPostgres } from './databases.js'
import { lanes, open, orderOf } from './program.js'
import type { Service } from './service.js'

const plan = { book: 'crashes', table: 'crashes', totalTimeout: 3_000, window: 6_000 }

/** The server dies in the middle of many calls, again and again, and they are all made again after it. */
export async function meetCrashes(service: Service) {
  // Its log is written late.
  const server = await startPostgres('wal_writer_delay=10s', 'synchronous_commit=off')
  const pool = openPool(server.server)
  const { journal, makeClient } = await open({ ...service.connection, ...plan }, postgres(pool))
  const client = makeClient()
  const { entries } = service.bookOf(plan.book)
  const received = (ref: string): number => entries.get(ref)?.seen ?? 0
  /** Whether it succeeds. */
  const call = (ref_id: string): Promise<boolean> =>
    client.createStablecoinConversion({ ...orderOf(), ref_id }).then(
      () => true,
      (error: unknown) => {
        if (!ClientError.is(error)) throw error
        return false
      },
    )
  const all: string[] = []
  for (let round = 0; round < 5; round++) {
    let successes = 0
    let crash: Promise<void> | undefined
    await inLanes(lanes, Array.from({ length: 40 }).fill(round), async (_, at) => {
      if (crash) return
      const ref = `crash-${round}-${at}`
      all.push(ref)
      if ((await call(ref)) && ++successes === 10) crash ??= server.crash()
    })
    await crash
  }
  const sent = all.filter((ref) => received(ref) > 0)
  const rows = await Promise.all(sent.map((ref) => journal.find(ref)))
  await inLanes(lanes, all, call)
  await pool.end()
  await server.stop()
  const lost = rows.filter((row) => row === undefined).length
  const twice = all.filter((ref) => received(ref) > 1).length
  return { received: sent.length, lost, twice }
}
