import { DelayedError, type Job, UnrecoverableError } from 'bullmq'
import { ClientError } from 'stablecoin-issuer-api'

export const rethrow = (job: Job, token?: string) => async (error: unknown) => {
  if (!ClientError.is(error)) throw error
  if (!error.retryAt) throw new UnrecoverableError(error.message)
  await job.moveToDelayed(error.retryAt.getTime(), token)
  throw new DelayedError(error.message)
}
