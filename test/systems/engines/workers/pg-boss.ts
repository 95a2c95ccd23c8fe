import { PgBoss } from 'pg-boss'
import { endJob } from '../../../../openapi/guides/examples/workflow-engines/pg-boss.js'
import { type Engine, type Order, orders, type Plan } from '../world.js'

const queue = 'orders'

async function open({ database }: Plan): Promise<PgBoss> {
  // A worker that was killed is noticed soon, and its job given to the next.
  const intervals = { superviseIntervalSeconds: 1, monitorIntervalSeconds: 1 }
  const boss = new PgBoss({ ...database, schedule: false, ...intervals })
  boss.on('error', () => undefined) // it goes on without PostgreSQL
  await boss.start()
  await boss.createQueue(queue, { retryLimit: 20, expireInSeconds: 6 })
  return boss
}

export const work: Engine['work'] = async (client, plan) => {
  const boss = await open(plan)
  const options = { perJobResults: true, batchSize: 10, pollingIntervalSeconds: 0.5 } as const
  await boss.work<Order>(queue, options, (jobs) =>
    Promise.all(
      jobs.map((job) =>
        client
          .createStablecoinConversion(job.data)
          .then((output) => ({ id: job.id, status: 'completed' as const, output }))
          .catch(endJob(boss, queue, job)),
      ),
    ),
  )
}

export const submit: Engine['submit'] = async (plan) => {
  const boss = await open(plan)
  await boss.insert(
    queue,
    orders.map((data) => ({ data })),
  )
  return async () => {
    const jobs = await boss.findJobs<Order>(queue, { limit: 1_000 })
    const ended = jobs.flatMap(({ state, data, output }) => {
      if (state === 'failed') return [[data.ref_id, JSON.stringify(output)] as const]
      return state === 'completed' && 'id' in output ? [[data.ref_id, 'made'] as const] : []
    })
    return new Map(ended)
  }
}
