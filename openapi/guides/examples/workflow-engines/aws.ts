import { ClientError } from 'stablecoin-issuer-api'

export const retryStrategy = (error: unknown, attempts: number) => {
  if (!ClientError.is(error)) return { shouldRetry: attempts < 3 }
  if (!error.retryAt) return { shouldRetry: false }
  const seconds = Math.ceil((error.retryAt.getTime() - Date.now()) / 1_000)
  return { shouldRetry: true, delay: { seconds: Math.max(seconds, 1) } }
}
