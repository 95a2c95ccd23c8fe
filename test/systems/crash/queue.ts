/** Jobs of a queue on PostgreSQL, run by the worker of the guide: which of them are tried again, and what is sent. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import PgBoss from 'pg-boss'
import { clientCredentials, createClient } from 'stablecoin-issuer-api'
import { markdownTable } from '../../../scripts/lib/record.js'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import type { NextAnswer } from '../../../src/testing/faults.js'
import { openJournal } from '../../guides/after-unknown/postgres.js'
import { release } from '../../guides/after-unknown/settle.js'
import { work } from '../../guides/many-processes/worker.js'
import { openPool, startPostgres } from './postgres.js'

interface Case {
  readonly name: string
  /** What befalls its request. */
  readonly answer?: NextAnswer
  /** Whether the database fails once the row is written, so that nothing is sent. */
  readonly breaks?: true
  /** Whether it is put in once more, as it is or after its row was released. */
  readonly again?: 'as it is' | 'released'
  /** Whether an earlier run of the job wrote its row, and died. */
  readonly died?: true
  /** Runs of the job, its row in the end, and requests that the mock saw. */
  readonly expected: readonly [runs: number, row: string, seen: number]
}

const cases: readonly Case[] = [
  { name: 'succeeds', expected: [1, 'succeeded', 1] },
  { name: 'is not sent at first', breaks: true, expected: [2, 'succeeded', 1] },
  { name: 'is not answered', answer: 'no_answer', expected: [1, 'unknown', 1] },
  { name: 'is refused', answer: { status: 422 }, expected: [1, 'rejected', 1] },
  {
    ...{ name: 'is refused, and put in again', answer: { status: 422 }, again: 'as it is' },
    expected: [1, 'rejected', 1],
  },
  {
    ...{
      name: 'is refused, released, and put in again',
      answer: { status: 429 },
      again: 'released',
    },
    expected: [1, 'succeeded', 2],
  },
  { name: 'is run again after a crash', died: true, expected: [1, 'pending', 0] },
]

const operation = 'createStablecoinConversion' as const
const asked = { profile_id: 'profile', amount: '1.5', source_asset: 'USDC', target_asset: 'USDG' }

/** Runs each kind of job, and prints what came of it. It tells whether all was as it has to be. */
export async function tryQueue(): Promise<boolean> {
  const postgres = await startPostgres()
  const { server } = postgres
  const pool = openPool(server)
  const seen = new Map<string, number>()
  const breaking = new Set<string | undefined>()
  const mock = await startMock({
    onRequest: (_, body) => {
      const { ref_id } = JSON.parse(body.toString()) as { ref_id: string }
      seen.set(ref_id, (seen.get(ref_id) ?? 0) + 1)
    },
  })
  const boss = new PgBoss({
    ...server,
    supervise: false,
    schedule: false,
    pollingIntervalSeconds: 0.5,
  })
  boss.on('error', (error) => console.error(error.message))
  try {
    await boss.start()
    await boss.createQueue('conversions', { name: 'conversions', retryLimit: 5, retryDelay: 1 })
    const journal = await openJournal(pool, { window: 3_500 })
    const { id: clientId, secret: clientSecret } = mockClient
    const client = createClient({
      baseUrl: mock.url,
      auth: clientCredentials({ tokenUrl: mock.tokenUrl, clientId, clientSecret }),
      maxRetries: 0,
      totalTimeout: 3_000,
      beforeSend: async (sending) => {
        const said = await journal.beforeSend(sending)
        if (breaking.delete(sending.refId)) throw new Error('the database failed')
        return said
      },
      onEvent: journal.onEvent,
    })
    await work(boss, 'conversions', client, journal)

    const runJob = async ({ name, answer, breaks, again, died }: Case, at: number) => {
      const data = { ...asked, ref_id: `job-${at}` }
      if (answer !== undefined) mock.next(operation, answer)
      if (breaks) breaking.add(data.ref_id)
      const sending = { operation, refId: data.ref_id, call: name, attempt: 1, totalTimeout: 1 }
      if (died) await journal.beforeSend({ ...sending, body: JSON.stringify(data) })
      const run = async () => ended(boss, (await boss.send('conversions', data)) ?? '')
      let runs = await run()
      if (again === 'released') {
        await sleep(3_600)
        await release(journal, data.ref_id, () => Promise.resolve('never_came'))
      }
      if (again !== undefined) runs = await run()
      const row = await closed(pool, data.ref_id, died ? 'pending' : undefined)
      return [runs, row, seen.get(data.ref_id) ?? 0]
    }
    const lines: { name: string; found: unknown[]; isRight: boolean }[] = []
    for (const [at, each] of cases.entries()) {
      const found = await runJob(each, at)
      const isRight = JSON.stringify(found) === JSON.stringify(each.expected)
      lines.push({ name: each.name, found, isRight })
    }
    const rows = lines.map(({ name, found, isRight }) => [
      ...[name, ...found.map(String)],
      isRight ? 'yes' : 'NO',
    ])
    console.log(
      `\n${markdownTable(['A job that', 'Runs', 'Row', 'Requests', 'as it has to be'], rows)}\n`,
    )
    return lines.every(({ isRight }) => isRight)
  } finally {
    await boss.stop({ graceful: false, wait: true })
    await mock.stop()
    await pool.end()
    await postgres.stop()
  }
}

/** Waits until a job is over; how often it was run. */
async function ended(boss: PgBoss, id: string): Promise<number | string> {
  for (let tries = 0; tries < 300; tries++) {
    const job = await boss.getJobById('conversions', id)
    if (job?.state === 'completed') return job.retryCount + 1
    if (job?.state === 'failed') return `${job.retryCount + 1}, failed`
    await sleep(100)
  }
  return 'it did not end'
}

/** The state of a row, once the event that closes it has come. */
async function closed(pool: Pool, key: string, state?: string): Promise<string | undefined> {
  for (let tries = 0; ; tries++) {
    const { rows } = await pool.query<{ state: string }>('SELECT state FROM calls WHERE key = $1', [
      key,
    ])
    const found = rows[0]?.state
    if (found === state || found !== 'pending' || tries > 50) return found
    await sleep(100)
  }
}
