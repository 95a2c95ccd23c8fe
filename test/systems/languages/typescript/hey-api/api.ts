import type { Answer } from './answer.js'
import { createClient } from './client/client/index.js'
import * as sdk from './client/sdk.gen.js'
import type {
  CreateIssuerQuoteRequest,
  CreateStablecoinConversionRequest,
  PutCryptoDestinationAddressRequest,
} from './types.js'

async function read(call: Promise<{ data?: unknown; response?: Response }>): Promise<Answer> {
  const { data, response } = await call
  if (response === undefined) throw new Error('no answer')
  return { status: response.status, data }
}

export function connect(baseUrl: string, token: string) {
  const client = createClient({ baseUrl, auth: token })
  return {
    put: (body: PutCryptoDestinationAddressRequest) =>
      read(sdk.putCryptoDestinationAddress({ client, body })),
    convert: (body: CreateStablecoinConversionRequest) =>
      read(sdk.createStablecoinConversion({ client, body })),
    quote: (body: CreateIssuerQuoteRequest) => read(sdk.createIssuerQuote({ client, body })),
  }
}
