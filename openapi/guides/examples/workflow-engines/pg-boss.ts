import type { Job, JobResult, PgBoss } from 'pg-boss'
import { ClientError } from 'stablecoin-issuer-api'

/** Ends a job as failed, or as done with another in its place. */
export const endJob =
  (boss: PgBoss, queue: string, { id, data }: Job<object>) =>
  async (error: unknown): Promise<JobResult> => {
    if (!ClientError.is(error)) throw error
    const output = error.toJSON()
    if (!error.retryAt) return { id, status: 'deadletter', output }
    await boss.send(queue, data, { startAfter: error.retryAt })
    return { id, status: 'completed', output }
  }
