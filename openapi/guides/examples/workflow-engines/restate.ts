import { RetryableError, TerminalError } from '@restatedev/restate-sdk'
import { ClientError } from 'stablecoin-issuer-api'

export const rethrow = (error: unknown): never => {
  if (!ClientError.is(error)) throw error
  const { message, code, outcome, retryAt } = error
  if (!retryAt) throw new TerminalError(message, { metadata: { code, outcome } })
  const retryAfter = Math.max(retryAt.getTime() - Date.now(), 1)
  throw RetryableError.from(error, { retryAfter })
}
