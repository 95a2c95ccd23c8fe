import { ApiError } from 'stablecoin-issuer-api'
import { provider } from '../../../../test/fixtures/acme/index.js'

/** Why Acme refused a call; undefined of any other error. */
export function reasonOf(error: unknown): string | undefined {
  if (!ApiError.isDocumented(error, provider)) return undefined
  const { code, detail = 'no detail' } = error.body // 'LIMIT', 'CLOSED', or one that is new
  return `${error.status} ${code}: ${detail}`
}
