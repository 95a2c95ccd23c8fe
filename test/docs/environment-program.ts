/** Sends a quote to the URL that it is given, over the transport that it is given, and prints how it ended. */
import { readFileSync } from 'node:fs'
import { EnvHttpProxyAgent } from 'undici'
import { ClientError, createClient } from 'stablecoin-issuer-api'
import { undiciTransport } from 'stablecoin-issuer-api/undici'
import { quote } from '../support/scripted.js'

const [way, baseUrl = '', file = ''] = process.argv.slice(2)
const transports: Record<string, () => object> = {
  fetch: () => ({}),
  pool: () => ({ transport: undiciTransport() }),
  authority: () => ({ transport: undiciTransport({ connect: { ca: readFileSync(file) } }) }),
  agent: () => ({ transport: undiciTransport({ dispatcher: new EnvHttpProxyAgent() }) }),
}

try {
  const options = transports[way ?? '']?.()
  await createClient({ baseUrl, auth: 'token', maxRetries: 0, ...options }).createIssuerQuote(quote)
  console.log('answered')
} catch (error) {
  console.log(ClientError.is(error) ? error.outcome : String(error))
}
process.exit()
