/** Orders that are handed over to pg-boss, and its jobs that the worker of the guide runs: what is sent, and how often. */
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { postgres } from 'stablecoin-issuer-api/journal'
import {
  type Conversion,
  retries,
  work,
} from '../../../openapi/guides/examples/many-processes/worker.js'
import { openPool, type Server } from './databases.js'
import type { Outcome } from './failing.js'
import { open, orderOf } from './program.js'
import type { Service } from './service.js'

/** What the service does with the request of a job, and what is then true: the job, its row, and requests in all. */
const jobs = {
  'a job that succeeds': { expected: 'completed, succeeded, 1' },
  'a job that is not answered, and found': { end: 'lost', expected: 'completed, succeeded, 1' },
  'a job that is refused': { end: 'refused', expected: 'refused, rejected, 1' },
} as const

const queue = 'conversions'
const plan = { book: 'queue', table: 'queue', totalTimeout: 3_000, window: 6_000 }

/** Runs each kind of job, and what succeeded once more, as a queue may deliver it. */
export async function runJobs(service: Service, server: Server): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const pool = openPool(server)
  const boss = new PgBoss({ ...server, supervise: false, schedule: false })
  boss.on('error', (error) => console.error(error.message))
  await boss.start()
  try {
    const common = { ...service.connection, ...plan }
    const { journal, makeClient } = await open(common, postgres(pool))
    await boss.createQueue(queue, { ...retries, retryDelay: 1, retryDelayMax: 1 })
    await work(boss, queue, makeClient())
    for (const [name, { expected, ...metadata }] of Object.entries(jobs)) {
      const ref_id = name.replaceAll(' ', '-')
      const conversion = { ...orderOf(), ref_id, metadata: { order: 0, ...metadata } }
      let end = await convert(boss, conversion)
      if (end === 'completed') end = await convert(boss, conversion)
      const row = await journal.find(ref_id)
      const { seen } = service.bookOf(plan.book).of(ref_id)
      outcomes.push({ name, found: `${end}, ${row?.state}, ${seen}`, expected })
    }
  } finally {
    await boss.stop({ graceful: false })
    await pool.end()
  }
  return outcomes
}

/** Puts a job into the queue, and waits until it is over. */
async function convert(boss: PgBoss, conversion: Conversion): Promise<string> {
  const id = (await boss.send(queue, conversion)) ?? ''
  for (let tries = 0; tries < 300; tries++) {
    const [job] = await boss.findJobs(queue, { id })
    if (job?.state === 'failed') return job.state
    if (job?.state === 'completed')
      return Object.hasOwn(job.output, 'refused') ? 'refused' : job.state
    await sleep(100)
  }
  return 'it did not end'
}
