import { type ConnectionOptions, UnrecoverableError, Worker } from 'bullmq'
import type { Client } from 'stablecoin-issuer-api'
import { type Conversion, isFinal } from './worker.js'

/** Options of each job, in milliseconds: the last runs are after the lease of 15 minutes. */
export const attempts = { attempts: 9, backoff: { type: 'exponential', delay: 60_000 } }

/** Converts what is in a queue, with a client that has a journal. */
export function startWorker(queue: string, client: Client, connection: ConnectionOptions): Worker {
  const convert = ({ data }: { readonly data: Conversion }) =>
    client.createStablecoinConversion(data).catch((error: unknown) => {
      throw isFinal(error) ? new UnrecoverableError(error.message) : error
    })
  return new Worker(queue, convert, { connection }).on('error', console.error)
}
