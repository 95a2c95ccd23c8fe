import { ApiError, type Client } from 'stablecoin-issuer-api'
import {
  type CreateStablecoinConversionRequest,
  provider,
} from '../../../../test/fixtures/acme/index.js'

type Body = CreateStablecoinConversionRequest

/** Converts, and says why Acme refuses it. */
export async function convert(client: Client<typeof provider>, body: Body): Promise<string> {
  try {
    const { status } = await client.createStablecoinConversion(body)
    return status
  } catch (error) {
    if (!ApiError.isDocumented(error, provider)) throw error
    const { code, detail = 'no detail' } = error.body // 'LIMIT', 'CLOSED', or one that is new
    return `${error.status} ${code}: ${detail}`
  }
}
