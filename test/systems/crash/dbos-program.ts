/** A program whose orders DBOS carries out, in the workflow of the guide, beside others of the same PostgreSQL. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Pool } from 'pg'
import { clientCredentials, createClient } from 'stablecoin-issuer-api'
import { openJournal, postgres } from 'stablecoin-issuer-api/journal'
import {
  type Conversion,
  handOver,
  placeOrder,
} from '../../../openapi/guides/examples/after-unknown/outbox.js'
import { withPool } from '../../../openapi/guides/examples/after-unknown/pool.js'
import { registerConversion } from '../../../openapi/guides/examples/many-processes/dbos.js'
import { type DbosPlan, type Ended, isHidden, orderOf, tenant } from './plan.js'
import { print } from './program.js'

const plan = JSON.parse(process.argv[2] ?? '') as DbosPlan
await withPool(plan.url, run)

async function run(pool: Pool): Promise<void> {
  const { baseUrl, tokenUrl, book, totalTimeout, window } = plan
  const journal = await openJournal(postgres(pool), {
    partition: tenant,
    window,
    lookUp: async (refId) => {
      if (isHidden(refId)) return undefined
      const answer = await fetch(`${plan.serverLog}/${book}/${tenant}/${refId}`)
      if (answer.status === 404) return 'never_came'
      return answer.status === 200 ? { data: (await answer.json()) as object } : undefined
    },
  })
  const client = createClient({
    baseUrl,
    journal,
    totalTimeout,
    headers: { 'x-book': book },
    auth: clientCredentials({ tokenUrl, clientId: 'crash', clientSecret: 'crash-secret' }),
    // A moment between the row and the first byte, so that kills meet it.
    beforeSend: () => sleep(Math.random() * 20),
  })
  const ask = async (refId: string): Promise<void> => {
    await pool.query('INSERT INTO asked VALUES ($1) ON CONFLICT DO NOTHING', [refId])
  }
  const convert = registerConversion(client, ask, window + 100)
  DBOS.setConfig({
    name: 'crash',
    systemDatabaseUrl: plan.url,
    applicationVersion: '1',
    logLevel: 'error',
    ...(plan.executor && { executorID: plan.executor }),
  })
  await DBOS.launch()
  if (!plan.toTheEnd) print('at work')
  const start = (body: Conversion) => DBOS.startWorkflow(convert, { workflowID: body.ref_id })(body)
  await handOver(pool, start)
  for (let order = plan.first; order < plan.first + plan.orders; order++) {
    await placeOrder(pool, orderOf(book, order))
    // A moment after the commit, so that kills meet it.
    await sleep(Math.random() * 50)
    await handOver(pool, start)
  }
  if (plan.toTheEnd) await printEnds()
  // Until it is killed.
  else await sleep(60_000)
  await DBOS.shutdown()
}

/** Waits for every workflow, and prints how it ended. */
async function printEnds(): Promise<void> {
  for (const { workflowID, recoveryAttempts = 0 } of await DBOS.listWorkflows({})) {
    const result = await DBOS.retrieveWorkflow<{ outcome: string; id?: string }>(
      workflowID,
    ).getResult()
    const ended: Ended = { refId: workflowID, recoveries: recoveryAttempts, ...result }
    print(JSON.stringify(ended))
  }
}
