/** Serves the document by Prism, with a token server, until it is interrupted. */
import { parseArgs } from 'node:util'
import { scopes } from '../generated/operations.js'
import { type Example, isPlain, readExamples } from './examples.js'
import { startMock } from './mock/server.js'
import { mockClient } from './mock/token-server.js'

const byLength = (one: Example, other: Example): number =>
  JSON.stringify(one.body).length - JSON.stringify(other.body).length

try {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '4010' } } })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('--port must be a number from 0 to 65535.')
  const mock = await startMock({ port })
  const [example] = (await readExamples()).filter(isPlain).sort(byLength)
  console.log(`The mock is at ${mock.url}. It answers with the document's examples.

Obtain a token that is good for all operations:

  curl ${mock.tokenUrl} -d grant_type=client_credentials -d client_id=${mockClient.id} \\
    -d client_secret=${mockClient.secret} \\
    -d 'scope=${scopes.join(' ')}'

Call with it:

  curl -X ${example?.method ?? 'POST'} ${mock.url}${example?.url ?? ''} -H "Authorization: Bearer $TOKEN" \\
    -H 'Content-Type: application/json' -d '${JSON.stringify(example?.body)}'

Press Ctrl-C to stop.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void mock.stop().then(() => process.exit(0)))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
