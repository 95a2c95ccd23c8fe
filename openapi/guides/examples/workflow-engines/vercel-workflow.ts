import { ClientError } from 'stablecoin-issuer-api'
import { FatalError, RetryableError } from 'workflow'

export const rethrow = (error: unknown): never => {
  if (!ClientError.is(error)) throw error
  const { message, retryAt } = error
  if (!retryAt) throw new FatalError(message)
  throw new RetryableError(message, { retryAfter: retryAt })
}
