/** Orders that are handed over to pg-boss, and its jobs that the worker of the guide runs: what is sent, and how often. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import { type JournalDatabase, postgres } from 'stablecoin-issuer-api/journal'
import {
  type Conversion,
  retries,
  work,
} from '../../../openapi/guides/examples/many-processes/worker.js'
import type { Server } from './databases.js'
import type { Outcome } from './failing.js'
import { open, orderOf } from './program.js'
import type { Service } from './service.js'

interface Case {
  /** What the service does with its request. */
  readonly end?: 'lost' | 'refused'
  /** Whether the database fails before that. */
  readonly breaks?: true
  /** Whether an earlier run wrote its row, and died before it sent. */
  readonly died?: true
  /** Whether it is handed over once more: its end must be the same. */
  readonly again?: true
  /** The job, its row in the end, and requests that the service received. */
  readonly expected: string
}

const cases: Readonly<Record<string, Case>> = {
  succeeds: { expected: 'completed, succeeded, 1' },
  'succeeds and is delivered again': { again: true, expected: 'completed, succeeded, 1' },
  'is not sent at first': { breaks: true, expected: 'completed, succeeded, 1' },
  'is not answered, and found': { end: 'lost', expected: 'completed, succeeded, 1' },
  'died before it sent, and never came': { died: true, expected: 'completed, succeeded, 1' },
  'is refused': { end: 'refused', expected: 'refused, rejected, 1' },
}

const queue = 'conversions'
const plan = { book: 'queue', table: 'queue', totalTimeout: 3_000, window: 6_000 }

/** Runs each kind of job, one after the other. */
export async function runJobs(service: Service, server: Server): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const host = encodeURIComponent(server.host)
  const url = `postgresql://${server.user}@localhost/${server.database}?host=${host}`
  const pool = new Pool({ connectionString: url }).on('error', console.error)
  const boss = new PgBoss({ ...server, supervise: false, schedule: false })
  boss.on('error', (error) => console.error(error.message))
  await boss.start()
  try {
    const run = await startWorker(service, pool, boss)
    for (const [name, one] of Object.entries(cases)) {
      const found = await run(name.replaceAll(' ', '-'), one)
      outcomes.push({ name: `a job that ${name}`, found, expected: one.expected })
    }
  } finally {
    await boss.stop({ graceful: false })
    await pool.end()
  }
  return outcomes
}

/** Starts the worker of the guide. @returns what runs a job */
async function startWorker(service: Service, pool: Pool, boss: PgBoss) {
  const database = postgres(pool)
  let breaks = false
  const run: JournalDatabase['run'] = (sql, values, wait) => {
    if (!breaks || !sql.startsWith('INSERT')) return database.run(sql, values, wait)
    breaks = false
    return Promise.reject(new Error('the database failed'))
  }
  const common = { ...service.connection, ...plan }
  const { journal, makeClient } = await open(common, { ...database, run })
  /** Writes a row and sends nothing, as a process that is killed in between. */
  const dying = makeClient({
    journal: { ...journal, keep: () => Promise.resolve() },
    fetch: () => Promise.reject(new Error('killed')),
    maxRetries: 0,
  })
  await boss.createQueue(queue, { ...retries, retryDelay: 1, retryDelayMax: 1 })
  await work(boss, queue, makeClient())

  /** Puts a job into the queue, and waits until it is over. */
  const convert = async (conversion: Conversion): Promise<readonly [state: string, unknown]> => {
    const id = (await boss.send(queue, conversion)) ?? ''
    for (let tries = 0; tries < 300; tries++) {
      const [job] = await boss.findJobs(queue, { id })
      if (job?.state === 'failed') return [job.state, job.output]
      if (job?.state === 'completed')
        return [Object.hasOwn(job.output, 'refused') ? 'refused' : job.state, job.output]
      await sleep(100)
    }
    return ['it did not end', undefined]
  }
  return async (ref_id: string, { end, died, again, ...own }: Case): Promise<string> => {
    const metadata = { order: 0, ...(end && { end }) }
    const conversion = { ...orderOf(), ref_id, metadata }
    if (died) await dying.createStablecoinConversion(conversion).catch(() => undefined)
    breaks = own.breaks === true
    const ended = await convert(conversion)
    const isSame = !again || isDeepStrictEqual(await convert(conversion), ended)
    const row = await journal.find(ref_id)
    const { seen } = service.bookOf(plan.book).of(ref_id)
    return `${ended[0]}, ${row?.state}, ${seen}${isSame ? '' : ', then another end'}`
  }
}
