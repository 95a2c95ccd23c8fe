import { Queue, Worker } from 'bullmq'
import { rethrow } from '../../../../openapi/guides/examples/workflow-engines/bullmq.js'
import { listens, start } from '../../../support/run.js'
import { findProgram, Missing } from '../../../support/tools.js'
import { type Engine, type Order, orders } from '../world.js'

const name = 'orders'
const connectionTo = ([port = 0]: readonly number[]) => ({ port, maxRetriesPerRequest: null })
/** A worker that was killed is noticed soon, and its job given to the next. */
const stalls = { lockDuration: 2_000, stalledInterval: 1_000, maxStalledCount: 10 }

export const serve: Engine['serve'] = async ({ ports: [port = 0] }, folder) => {
  const program = findProgram('valkey-server', 'redis-server')
  if (program === undefined)
    throw new Missing('neither valkey-server nor redis-server is installed')
  const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder]
  const started = start([program, ...place, '--save', '', '--maxmemory-policy', 'noeviction'])
  await listens(port, started)
  return started
}

export const work: Engine['work'] = (client, { ports }) => {
  const options = { connection: connectionTo(ports), concurrency: 10, ...stalls }
  const worker = new Worker<Order>(
    name,
    (job, token) => client.createStablecoinConversion(job.data).catch(rethrow(job, token)),
    options,
  )
  return worker.waitUntilReady()
}

export const submit: Engine['submit'] = async ({ ports }) => {
  const queue = new Queue<Order>(name, { connection: connectionTo(ports) })
  queue.on('error', () => undefined) // Redis ends before it does
  await queue.addBulk(orders.map((data) => ({ name: 'convert', data, opts: { attempts: 20 } })))
  return async () => {
    const [completed, failed] = await Promise.all([queue.getCompleted(), queue.getFailed()])
    const made = completed.map(({ data }) => [data.ref_id, 'made'] as const)
    return new Map([...made, ...failed.map((job) => [job.data.ref_id, job.failedReason] as const)])
  }
}
