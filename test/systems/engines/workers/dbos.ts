import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk'
import { settled } from '../../../../openapi/guides/examples/workflow-engines/dbos.js'
import { type Engine, type Order, orders, type Plan, until } from '../world.js'

const [workflowName, queueName] = ['convert', 'orders']

/** Its tables are beside those of the journal. */
const urlOf = ({ database: { host, user, database } }: Plan) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`

export const work: Engine['work'] = async (client, plan) => {
  const convert = async (order: Order) => {
    const { id } = await settled('convert', () => client.createStablecoinConversion(order))
    return id
  }
  DBOS.registerWorkflow(convert, { name: workflowName })
  // The same version and executor, so that the next worker goes on with what the last one began.
  const life = { applicationVersion: '1', executorID: 'local', runAdminServer: false }
  DBOS.setConfig({ name: 'orders', systemDatabaseUrl: urlOf(plan), logLevel: 'error', ...life })
  await DBOS.launch()
  await DBOS.registerQueue(queueName, { workerConcurrency: 10 })
}

export const submit: Engine['submit'] = async (plan) => {
  const open = async () => {
    const opened = await DBOSClient.create({ systemDatabaseUrl: urlOf(plan) })
    await opened.listWorkflows({ limit: 1 })
    return opened
  }
  const client = await until(open)
  for (const order of orders) {
    const options = { workflowName, queueName, workflowID: order.ref_id }
    await until(() => client.enqueue(options, order))
  }
  return async () => {
    const workflows = await client.listWorkflows({ limit: 100 })
    const ended = workflows.filter(({ status }) => status !== 'PENDING' && status !== 'ENQUEUED')
    return new Map(
      ended.map(({ workflowID, status, error }) => [
        workflowID,
        status === 'SUCCESS' ? 'made' : `${status} ${JSON.stringify(error)}`,
      ]),
    )
  }
}
