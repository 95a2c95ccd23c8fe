/** Serves the document by Prism, with a token server, until it is interrupted. */
import { parseArgs } from 'node:util'
import { startMock } from './mock/server.js'
import { mockClient } from './mock/token-server.js'

try {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '4010' } } })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('--port must be a number from 0 to 65535.')
  const mock = await startMock({ port })
  console.log(`The mock is at ${mock.url}. It answers with the document's examples.

Obtain a token that is good for all three operations:

  curl ${mock.tokenUrl} -d grant_type=client_credentials -d client_id=${mockClient.id} \\
    -d client_secret=${mockClient.secret} \\
    -d 'scope=transfer:write_crypto_destination_address conversion:write_conversion_stablecoin exchange:write_issuer_quote'

Call with it:

  curl ${mock.url}/v2/issuer-quote -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
    -d '{"profile_id":"p-1","market":"PAXGUSD","side":"BUY","base_amount":"2.5"}'

Press Ctrl-C to stop.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void mock.stop().then(() => process.exit(0)))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
