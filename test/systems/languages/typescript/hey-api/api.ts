import type { Answer, Api } from './answer.js'
import { createClient } from './client/client/index.js'
import * as sdk from './client/sdk.gen.js'

async function read(call: Promise<{ data?: unknown; response?: Response }>): Promise<Answer> {
  const { data, response } = await call
  if (response === undefined) throw new Error('no answer')
  return { status: response.status, data }
}

export function connect(baseUrl: string, token: string): Api {
  const client = createClient({ baseUrl, auth: token })
  return {
    put: (body) => read(sdk.putCryptoDestinationAddress({ client, body })),
    convert: (body) => read(sdk.createStablecoinConversion({ client, body })),
    quote: (body) => read(sdk.createIssuerQuote({ client, body })),
  }
}
