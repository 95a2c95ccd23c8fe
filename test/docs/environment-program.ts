/** Sends a quote to the URL that it is given, over the transport that it is given, and prints how it ended. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { ClientError, createClient } from 'stablecoin-issuer-api'
import { undiciTransport } from 'stablecoin-issuer-api/undici'
import type * as Undici from 'undici'
import { quote } from '../support/scripted.js'

const [way, baseUrl = '', file = ''] = process.argv.slice(2)
const agent = () => {
  // From the folder of this program, which has an undici or has none.
  const { EnvHttpProxyAgent } = createRequire(import.meta.url)('undici') as typeof Undici
  return new EnvHttpProxyAgent()
}
const transports: Record<string, () => object> = {
  fetch: () => ({}),
  pool: () => ({ transport: undiciTransport() }),
  authority: () => ({ transport: undiciTransport({ connect: { ca: readFileSync(file) } }) }),
  agent: () => ({ transport: undiciTransport({ dispatcher: agent() }) }),
}

try {
  const options = transports[way ?? '']?.()
  await createClient({ baseUrl, auth: 'token', maxRetries: 0, ...options }).createIssuerQuote(quote)
  console.log('answered')
} catch (error) {
  console.log(ClientError.is(error) ? error.outcome : 'no transport')
}
process.exit()
