import type PgBoss from 'pg-boss'
import {
  type Client,
  ClientError,
  type CreateStablecoinConversionRequest,
} from 'stablecoin-issuer-api'
import { type Journal, SentBefore } from '../after-unknown/postgres.js'

/** A job. Its `ref_id` is from whoever put it into the queue: each run of the job has the same. */
type Conversion = CreateStablecoinConversionRequest & { readonly ref_id: string }

/** Converts what is in a queue; the client records in the journal. */
export async function work(boss: PgBoss, queue: string, client: Client, journal: Journal) {
  await boss.work<Conversion>(queue, async ([job]) => {
    if (job === undefined) return undefined
    try {
      return await client.createStablecoinConversion(job.data)
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      // An earlier run may have sent it, and died: that is for people, as `unknown` is.
      const isForPeople = error.outcome !== 'not_sent' || error.cause instanceof SentBefore
      if (isForPeople) return { outcome: error.outcome, message: error.message }
      // The event may not have closed its row yet, which would keep the next run from sending.
      await journal.close(error.call, error.outcome)
      throw error
    }
  })
}
