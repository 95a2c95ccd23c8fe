import { ApplicationFailure } from '@temporalio/common'
import { ClientError } from 'stablecoin-issuer-api'

export const rethrow = (error: unknown): never => {
  if (!ClientError.is(error)) throw error
  const { message, code, retryAt } = error
  const failure = { message, type: code, details: [error.toJSON()] }
  if (!retryAt) throw ApplicationFailure.create({ ...failure, nonRetryable: true })
  const nextRetryDelay = Math.max(retryAt.getTime() - Date.now(), 1)
  throw ApplicationFailure.create({ ...failure, nextRetryDelay })
}
