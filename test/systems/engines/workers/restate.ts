import { join } from 'node:path'
import * as restate from '@restatedev/restate-sdk'
import { rethrow } from '../../../../openapi/guides/examples/workflow-engines/restate.js'
import { comesUp, start } from '../../../support/run.js'
import { type Engine, type Order, orders, type Plan, until } from '../world.js'

function addressesOf({ ports }: Plan) {
  const [ingress, admin, node, worker] = ports.map((port) => `127.0.0.1:${port}`)
  return { ingress, admin, node, worker }
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const json = { 'content-type': 'application/json', ...headers }
  return fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) })
}

export const serve: Engine['serve'] = async (plan, folder) => {
  const { ingress, admin, node } = addressesOf(plan)
  const name = `restate-server-${process.platform}-${process.arch}`
  const program = join(
    import.meta.dirname,
    '../node_modules/@restatedev',
    name,
    'bin/restate-server',
  )
  const settings = {
    BASE_DIR: folder,
    INGRESS__BIND_ADDRESS: ingress,
    ADMIN__BIND_ADDRESS: admin,
    BIND_ADDRESS: node,
    ADVERTISED_ADDRESS: `http://${node}`,
    DISABLE_TELEMETRY: 'true', // it asks GitHub for its newest version all the same
    LOG_FILTER: 'error',
    ROCKSDB_TOTAL_MEMORY_SIZE: '256MB',
    // A worker that was killed is asked again soon.
    DEFAULT_RETRY_POLICY__INITIAL_INTERVAL: '100ms',
  }
  const env = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [`RESTATE_${key}`, value ?? '']),
  )
  const started = start([program], { env })
  await comesUp(started, async () => (await fetch(`http://${admin}/health`)).ok)
  return started
}

export const work: Engine['work'] = (client, { ports }) => {
  const convert = async (context: restate.Context, order: Order) => {
    const call = () => client.createStablecoinConversion(order).catch(rethrow)
    return (await context.run('convert', call)).id
  }
  const service = restate.service({ name: 'orders', handlers: { convert } })
  return restate.serve({ services: [service], port: ports[3] ?? 0 })
}

export const submit: Engine['submit'] = async (plan) => {
  const { ingress, admin, worker } = addressesOf(plan)
  await until(async () => {
    const answer = await post(`http://${admin}/deployments`, { uri: `http://${worker}` })
    if (!answer.ok) throw new Error(await answer.text())
  })
  const ends = new Map<string, string>()
  const send = async (order: Order): Promise<void> => {
    const key = { 'idempotency-key': order.ref_id }
    const answer = await until(() => post(`http://${ingress}/orders/convert`, order, key))
    ends.set(order.ref_id, answer.ok ? 'made' : await answer.text())
  }
  for (const order of orders) void send(order)
  return () => Promise.resolve(ends)
}
