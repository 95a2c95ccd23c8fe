import { ClientError } from 'stablecoin-issuer-api'

/** What becomes of a step that has failed so many times. */
export const retryStrategy = (error: unknown, attempts: number) => {
  if (!ClientError.is(error)) return { shouldRetry: attempts < 3 }
  if (!error.retryAt) return { shouldRetry: false }
  const seconds = Math.ceil((error.retryAt.getTime() - Date.now()) / 1_000)
  return { shouldRetry: true, delay: { seconds: Math.max(seconds, 1) } }
}
