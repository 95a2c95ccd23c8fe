import type { PgBoss } from 'pg-boss'
import {
  type AnyClientError,
  type Client,
  ClientError,
  type CreateStablecoinConversionRequest,
} from 'stablecoin-issuer-api'

/** A job. Its `ref_id` is from whoever put it into the queue: each run of the job has the same. */
export type Conversion = CreateStablecoinConversionRequest & { readonly ref_id: string }

/** In seconds: the last runs are after the lease of 15 minutes. */
export const retries = { retryLimit: 8, retryDelay: 60, retryBackoff: true }

/** Whether another run would be refused as well: after a 429 it may not. */
const isFinal = (error: unknown): error is AnyClientError =>
  ClientError.is(error) &&
  error.outcome === 'rejected' &&
  !(error.code === 'ERR_API' && error.status === 429)

/** Converts what is in a queue, which is made if it is not there, with a client that has a journal. */
export async function work(boss: PgBoss, queue: string, client: Client): Promise<void> {
  const convert = (body: Conversion) =>
    client.createStablecoinConversion(body).catch((error: unknown) => {
      if (isFinal(error)) return { refused: error.message }
      throw error
    })
  await boss.createQueue(queue, retries)
  await boss.work<Conversion>(queue, async ([job]) => job && convert(job.data))
}
