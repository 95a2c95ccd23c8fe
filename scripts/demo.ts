/** Makes the three calls through the built client: against a mock of its own, or a service given by --base-url. */
import { parseArgs } from 'node:util'
import type * as Package from '../src/index.js'
import { showCall, showFailure, startBreaking } from './demo/show.js'
import { type Example, readExamples } from './examples.js'
import { startMock } from './mock/server.js'
import { mockClient } from './mock/token-server.js'

const built = new URL('../dist/src/index.js', import.meta.url).href
const { createClient, clientCredentials } = (await import(built)) as typeof Package

const examples = await readExamples()
const operationIds = new Set(examples.map(({ operationId }) => operationId))

function first(operationId: string): Example {
  const example = examples.find((candidate) => candidate.operationId === operationId)
  if (example === undefined) throw new Error(`The document has no example of ${operationId}.`)
  return example
}
const conversion = first('createStablecoinConversion')

async function showThreeCalls(client: Package.Client): Promise<void> {
  for (const id of operationIds) await showCall(client, first(id))
  const broken = { amount: 12.5, source_asset: undefined, refid: 'a-1' }
  await showFailure(
    'A body that breaks the rules is refused before anything is sent',
    client,
    conversion,
    broken,
  )
}

async function againstService(baseUrl: string): Promise<void> {
  const token = process.env['TOKEN']
  if (token === undefined || token === '')
    throw new Error('Set TOKEN to an access token of the service to use --base-url.')
  const client = createClient({ baseUrl, auth: token })
  console.log(`The service is at ${baseUrl}`)
  await showThreeCalls(client)
  console.log('\nDone: three calls made, one body refused.')
}

async function againstMock(): Promise<void> {
  const [mock, breaking] = await Promise.all([startMock(), startBreaking()])
  try {
    console.log(`A mock of openapi/openapi.yaml is at ${mock.url}, with a token server`)
    const credentials = {
      tokenUrl: mock.tokenUrl,
      clientId: mockClient.id,
      clientSecret: mockClient.secret,
    }
    const auth = clientCredentials(credentials)
    const onEvent = (event: Package.ClientEvent): void => {
      if (event.type === 'token')
        console.log(
          `  a token was obtained, which lives ${event.expiresIn ?? '?'} s and serves all calls`,
        )
    }
    await showThreeCalls(createClient({ baseUrl: mock.url, auth, onEvent }))

    const quotesOnly = clientCredentials({
      ...credentials,
      scopes: ['exchange:write_issuer_quote'],
    })
    const narrow = createClient({ baseUrl: mock.url, auth: quotesOnly })
    await showFailure(
      'A token without the scope of an operation is not sent there',
      narrow,
      conversion,
    )

    const unlucky = createClient({ baseUrl: breaking.url, auth })
    const title =
      'A connection that breaks after the request leaves the outcome unknown: it is not sent again'
    await showFailure(title, unlucky, conversion, { ref_id: 'treasury-2026-03-02-0003' })
    console.log(
      '\nDone: one token, three calls, one refused body, one missing scope, one unknown outcome.',
    )
  } finally {
    await mock.stop()
    breaking.stop()
  }
}

try {
  const { values } = parseArgs({ options: { 'base-url': { type: 'string' } } })
  await (values['base-url'] === undefined ? againstMock() : againstService(values['base-url']))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
