/** Jobs of a queue on PostgreSQL, run by the worker of the guide: which of them are tried again, and what is sent. */
import { setTimeout as sleep } from 'node:timers/promises'
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
  /** What befalls its request. */
  readonly answer?: NextAnswer
  /** Whether the database fails once the row is written, so that nothing is sent. */
  readonly breaks?: true
  /** Whether it is put in once more, as it is or after its row was released. */
  readonly again?: 'as it is' | 'released'
  /** Whether an earlier run of the job wrote its row, and died. */
  readonly died?: true
  /** Runs of the job, its row in the end, and requests that the mock saw. */
  readonly expected: string
}

const refusal = { status: 422 }
const cases: Readonly<Record<string, Case>> = {
  succeeds: { expected: '1, succeeded, 1' },
  'is not sent at first': { breaks: true, expected: '2, succeeded, 1' },
  'is not answered': { answer: 'no_answer', expected: '1, unknown, 1' },
  'is refused': { answer: refusal, expected: '1, rejected, 1' },
  'is refused, and put in again': {
    ...{ answer: refusal, again: 'as it is' },
    expected: '1, rejected, 1',
  },
  'is refused, released, and put in again': {
    ...{ answer: { status: 429 }, again: 'released' },
    expected: '1, succeeded, 2',
  },
  'is run again after a crash': { died: true, expected: '1, pending, 0' },
}

const operation = 'createStablecoinConversion' as const
const order = { profile_id: 'profile', amount: '1.5', source_asset: 'USDC', target_asset: 'USDG' }

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
  const own = { supervise: false, schedule: false, pollingIntervalSeconds: 0.5 }
  const boss = new PgBoss({ ...server, ...own })
  boss.on('error', (error) => console.error(error.message))

  /** Puts a job in and waits until it is over; how often it was run. */
  const runJob = async (data: object): Promise<string> => {
    const id = (await boss.send('conversions', data)) ?? ''
    for (let tries = 0; tries < 300; tries++) {
      const { state, retryCount = 0 } = (await boss.getJobById('conversions', id)) ?? {}
      if (state === 'completed') return `${retryCount + 1}`
      if (state === 'failed') return `${retryCount + 1}, failed`
      await sleep(100)
    }
    return 'it did not end'
  }
  /** The state of a row, once the event that closes it has come. */
  const stateOf = async (key: string, died = false): Promise<string | undefined> => {
    const query = 'SELECT state FROM calls WHERE key = $1'
    for (let tries = 0; ; tries++) {
      const state = (await pool.query<{ state: string }>(query, [key])).rows[0]?.state
      if (died || state !== 'pending' || tries > 50) return state
      await sleep(100)
    }
  }
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
        const answer = await journal.beforeSend(sending)
        if (breaking.delete(sending.refId)) throw new Error('the database failed')
        return answer
      },
      onEvent: journal.onEvent,
    })
    await work(boss, 'conversions', client, journal)

    const lines: string[][] = []
    for (const [name, { answer, breaks, again, died, expected }] of Object.entries(cases)) {
      const refId = `job-${lines.length}`
      const data = { ...order, ref_id: refId }
      if (answer !== undefined) mock.next(operation, answer)
      if (breaks) breaking.add(refId)
      const sending = { operation, refId, call: name, attempt: 1, totalTimeout: 1 }
      if (died) await journal.beforeSend({ ...sending, body: JSON.stringify(data) })
      let runs = await runJob(data)
      if (again === 'released') {
        await sleep(3_600)
        await release(journal, refId, () => Promise.resolve('never_came'))
      }
      if (again !== undefined) runs = await runJob(data)
      const found = `${runs}, ${await stateOf(refId, died)}, ${seen.get(refId) ?? 0}`
      lines.push([name, found, found === expected ? 'yes' : 'NO'])
    }
    const head = ['A job that', 'runs, row, requests', 'as it has to be']
    console.log(`\n${markdownTable(head, lines)}\n`)
    return lines.every(([, , isRight]) => isRight === 'yes')
  } finally {
    await boss.stop({ graceful: false, wait: true })
    await mock.stop()
    await pool.end()
    await postgres.stop()
  }
}
