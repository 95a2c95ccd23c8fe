import type { Answer, Api } from './answer.js'
import { createClient } from './client/client/index.js'
import * as sdk from './client/sdk.gen.js'

async function read(call: Promise<{ data?: unknown; response?: Response }>): Promise<Answer> {
  const { data, response } = await call
  if (response === undefined) throw new Error('no answer')
  return { status: response.status, answer: data }
}

export function connect(baseUrl: string, token: string): Api {
  const client = createClient({ baseUrl, auth: token })
  return {
    putCryptoDestinationAddress: (body) => read(sdk.putCryptoDestinationAddress({ client, body })),
    createStablecoinConversion: (body) => read(sdk.createStablecoinConversion({ client, body })),
    createIssuerQuote: (body) => read(sdk.createIssuerQuote({ client, body })),
  }
}
