import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Client, ClientError, type ClientOptions, createClient } from 'stablecoin-issuer-api'
import { openJournal, postgres } from 'stablecoin-issuer-api/journal'

type Order = Parameters<Client['createStablecoinConversion']>[0]

/** A worker's client, `convert`, which makes an order once, and the timer that looks up what is open. */
export async function openWorker(pool: Pool, options: ClientOptions) {
  pool.on('error', ({ message }) => console.error(message)) // else it ends the process
  const journal = await openJournal(postgres(pool), { partition: 'acme-us' })
  const client = createClient({ ...options, journal })

  const settle = async () => {
    const { left, failed } = await journal.settle()
    if (left > 0) console.error(`${left} conversions are still open`)
    for (const { refId, error } of failed) console.error(`${refId} is still unknown:`, error)
  }
  const run = () => void settle().catch(console.error)
  run()
  const timer = setInterval(run, 600_000)

  const convert = async (order: Order) => {
    for (;;)
      try {
        return await client.createStablecoinConversion(order)
      } catch (error) {
        if (!ClientError.is(error) || !error.retryAt) throw error // a person looks at it
        await wait(error.retryAt.getTime() - Date.now())
      }
  }
  return { client, convert, timer }
}
