/** Jobs of two queues, pg-boss on PostgreSQL and BullMQ on Redis, run by the workers of the guide: what is sent, and how often. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { createClient as createRedis } from '@redis/client'
import { Queue } from 'bullmq'
import { PgBoss } from 'pg-boss'
import { type Client, clientCredentials, createClient } from 'stablecoin-issuer-api'
import { type JournalDatabase, openJournal, postgres } from 'stablecoin-issuer-api/journal'
import { markdownTable } from '../../../scripts/lib/record.js'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import type { NextAnswer } from '../../../src/testing/faults.js'
import { attempts, startWorker } from '../../../openapi/guides/examples/many-processes/bullmq.js'
import {
  type Conversion,
  retries,
  work,
} from '../../../openapi/guides/examples/many-processes/worker.js'
import { unreferenced } from '../../support/examples.js'
import { inFolder } from '../../support/runs.js'
import { toolsAreRequired } from '../../support/tools.js'
import { findRedis, startRedis } from '../fleet/redis.js'
import { openPool, startPostgres } from './postgres.js'

interface Case {
  /** The fault of its first request. */
  readonly answer?: NextAnswer
  /** Whether the database fails before that. */
  readonly breaks?: true
  /** Whether an earlier run wrote its row, and died before it sent. */
  readonly died?: true
  /** Whether the queue delivers it once more: its end must be the same. */
  readonly again?: true
  /** The job, its row in the end, and requests that the mock saw. */
  readonly expected: string
}

const cases: Readonly<Record<string, Case>> = {
  succeeds: { expected: 'completed, succeeded, 1' },
  'succeeds and is delivered again': { again: true, expected: 'completed, succeeded, 1' },
  'is not sent at first': { breaks: true, expected: 'completed, succeeded, 1' },
  'is not answered, and found': { answer: 'no_answer', expected: 'completed, succeeded, 1' },
  'died before it sent, and never came': { died: true, expected: 'completed, succeeded, 1' },
  'is refused': { answer: { status: 422 }, expected: 'refused, rejected, 1' },
}

const operation = 'createStablecoinConversion' as const
const name = 'conversions'

/** The state of a job, and its result. */
type End = readonly [state: string, result: unknown]

interface TriedQueue {
  readonly title: string
  /** Puts a job in. @returns what reads its end, which is undefined until it has one */
  readonly add: (data: Conversion) => Promise<() => Promise<End | undefined>>
  readonly stop: () => Promise<void>
}

async function startBoss(server: object, client: Client): Promise<TriedQueue> {
  const boss = new PgBoss({ ...server, supervise: false, schedule: false })
  boss.on('error', (error) => console.error(error.message))
  await boss.start()
  await boss.createQueue(name, { ...retries, retryDelay: 1, retryDelayMax: 1 })
  await work(boss, name, client)
  return {
    title: 'pg-boss',
    add: async (data) => {
      const id = (await boss.send(name, data)) ?? ''
      return async () => {
        const [job] = await boss.findJobs(name, { id })
        const { state = '', output } = job ?? {}
        const isRefused = Object.hasOwn(output ?? {}, 'refused')
        if (state === 'completed') return [isRefused ? 'refused' : state, output]
        return state === 'failed' ? [state, output] : undefined
      }
    },
    stop: () => boss.stop({ graceful: false }),
  }
}

async function startBull(port: number, client: Client): Promise<TriedQueue> {
  const redis = createRedis({ url: `redis://127.0.0.1:${port}` }).on('error', console.error)
  await redis.connect()
  const queue = new Queue<Conversion>(name, { connection: redis })
  const worker = startWorker(name, client, redis)
  const backoff = { type: 'fixed', delay: 1_000 }
  return {
    title: 'BullMQ',
    add: async (data) => {
      const { id = '' } = await queue.add('convert', data, { ...attempts, backoff })
      return async () => {
        const job = await queue.getJob(id)
        const state = await job?.getState()
        if (state === 'completed') return [state, job?.returnvalue]
        const reason = String(job?.failedReason)
        const isRefused = reason.includes('outcome rejected')
        return state === 'failed' ? [isRefused ? 'refused' : state, reason] : undefined
      }
    },
    stop: async () => {
      await worker.close()
      await queue.close()
      await redis.close()
    },
  }
}

/** Runs each kind of job on each queue, and prints what came of it. @returns whether all was as it has to be */
export async function tryQueue(): Promise<boolean> {
  const { server, stop } = await startPostgres()
  const pool = openPool(server)
  const seen: string[] = []
  const mock = await startMock({
    onRequest: (_, body) => void seen.push((JSON.parse(body.toString()) as Conversion).ref_id),
  })
  const database = postgres(pool)
  let breaks = false
  const run: JournalDatabase['run'] = (sql, values, wait) => {
    if (!breaks || !sql.startsWith('INSERT')) return database.run(sql, values, wait)
    breaks = false
    return Promise.reject(new Error('the database failed'))
  }
  const journal = await openJournal(
    { ...database, run },
    {
      partition: 'acme-us',
      window: 6_000,
      lookUp: (refId) =>
        seen.includes(refId) ? { data: { id: 'looked up', ref_id: refId } } : 'never_came',
    },
  )
  const { id: clientId, secret: clientSecret } = mockClient
  const auth = clientCredentials({ tokenUrl: mock.tokenUrl, clientId, clientSecret })
  const options = { baseUrl: mock.url, auth, maxRetries: 0, totalTimeout: 3_000, journal }
  const client = createClient(options)
  /** Writes a row and sends nothing, as a process that is killed in between. */
  const dying = createClient({
    ...options,
    journal: { ...journal, end: () => Promise.resolve() },
    fetch: () => Promise.reject(new Error('killed')),
  })

  const lines: string[][] = []
  const tryCases = async ({ title, add }: TriedQueue): Promise<void> => {
    for (const [which, { answer, died, again, expected, ...own }] of Object.entries(cases)) {
      const data = { ...unreferenced, ref_id: `job-${lines.length}` }
      if (answer !== undefined) mock.next(operation, answer)
      if (died) await dying.createStablecoinConversion(data).catch(() => undefined)
      breaks = own.breaks === true
      const end = await endOf(await add(data))
      const isSame = !again || isDeepStrictEqual(await endOf(await add(data)), end)
      const requests = seen.filter((refId) => refId === data.ref_id).length
      const found = `${end[0]}, ${(await journal.find(data.ref_id))?.state}, ${requests}`
      lines.push([title, which, found, found === expected && isSame ? 'yes' : 'NO'])
    }
  }
  try {
    const boss = await startBoss(server, client)
    await tryCases(boss).finally(boss.stop)
    const redis = findRedis()
    if (redis === undefined)
      console.error('BullMQ: skipped: neither valkey-server nor redis-server is installed')
    else
      await inFolder('queue', async (folder) => {
        const started = await startRedis(redis, folder)
        const bull = await startBull(started.port, client)
        await tryCases(bull)
          .finally(bull.stop)
          .finally(() => started.stop())
      })
    const head = ['Queue', 'A job that', 'job, row, requests', 'as it has to be']
    console.log(`\n${markdownTable(head, lines)}\n`)
    const isRight = lines.every((line) => line.at(-1) === 'yes')
    return isRight && (redis !== undefined || !toolsAreRequired)
  } finally {
    await mock.stop()
    await pool.end()
    await stop()
  }
}

/** Waits until a job is over. */
async function endOf(read: () => Promise<End | undefined>): Promise<End> {
  for (let tries = 0; tries < 300; tries++) {
    const end = await read()
    if (end) return end
    await sleep(100)
  }
  return ['it did not end', undefined]
}
