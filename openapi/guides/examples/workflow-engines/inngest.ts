import { NonRetriableError, RetryAfterError } from 'inngest'
import { ClientError } from 'stablecoin-issuer-api'

export const rethrow = (error: unknown): never => {
  if (!ClientError.is(error)) throw error
  const { message, retryAt } = error
  const cause = error.toJSON()
  if (!retryAt) throw new NonRetriableError(message, { cause })
  throw new RetryAfterError(message, retryAt, { cause })
}
