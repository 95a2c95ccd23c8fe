import type PgBoss from 'pg-boss'
import {
  type Client,
  ClientError,
  type CreateStablecoinConversionRequest,
} from 'stablecoin-issuer-api'
import type { Journal } from '../after-unknown/journal.js'

/** A job. Its `ref_id` is from whoever put it into the queue: each run of the job has the same. */
type Conversion = CreateStablecoinConversionRequest & { readonly ref_id: string }

/** Converts what is in a queue; the client records in the journal. */
export async function work(boss: PgBoss, queue: string, client: Client, journal: Journal) {
  await boss.work<Conversion>(queue, async ([job]) => {
    if (job === undefined) return undefined
    try {
      const { id } = await client.createStablecoinConversion(job.data)
      await journal.succeeded(job.data.ref_id, id)
      return { outcome: 'succeeded', id }
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      // Of `unknown` and `rejected` the row tells; `ERR_SENT_BEFORE` is `unknown` as well.
      if (error.outcome !== 'not_sent') return { outcome: error.outcome, message: error.message }
      // The event may not have closed its row yet, which would keep the next run from sending.
      await journal.close(error.call, error.outcome)
      throw error
    }
  })
}
