/** Makes the first example's call of each operation through the built client: against a mock of its own, or a service given by --base-url. */
import { parseArgs } from 'node:util'
import { operations, scopes } from '../generated/operations.js'
import type * as Package from '../src/index.js'
import { startMock } from '../src/mock/server.js'
import { mockClient } from '../src/mock/token-server.js'
import { showCall, showFailure } from './demo/show.js'
import { isPlain, missingExample, readFirstExamples } from './lib/examples.js'

import './lib/plain-errors.js'

const built = new URL('../dist/src/index.js', import.meta.url).href
const { createClient, clientCredentials } = (await import(built)) as typeof Package

const examples = await readFirstExamples()
const unshown = Object.values(operations).filter(
  ({ id }) => !examples.some(({ operationId }) => operationId === id),
)
const count = `${examples.length} call${examples.length === 1 ? '' : 's'}`

/** The example by which failures are shown: it has a body with a reference field such as `ref_id`. */
const subject = examples.find(
  (example) => isPlain(example) && operations[example.operationId]?.referenceField !== undefined,
)

async function showCalls(client: Package.Client): Promise<void> {
  for (const example of examples) await showCall(client, example)
  for (const operation of unshown) console.log(`\n${missingExample(operation)}.`)
  if (subject === undefined) return
  const broken = { amount: 12.5, source_asset: undefined, refid: 'a-1' }
  await showFailure(
    'A body that breaks the rules is refused before anything is sent',
    client,
    subject,
    broken,
  )
}

async function againstService(baseUrl: string): Promise<void> {
  const token = process.env['TOKEN']
  if (token === undefined || token === '')
    throw new Error('Set TOKEN to an access token of the service to use --base-url.')
  const client = createClient({ baseUrl, auth: token })
  console.log(`The service is at ${baseUrl}`)
  await showCalls(client)
  console.log(`\nDone: ${count} made, one body refused.`)
}

async function againstMock(): Promise<void> {
  const mock = await startMock()
  try {
    console.log(`A mock of openapi/openapi.yaml is at ${mock.url}, with a token server`)
    const credentials = {
      tokenUrl: mock.tokenUrl,
      clientId: mockClient.id,
      clientSecret: mockClient.secret,
    }
    const auth = clientCredentials({ ...credentials, scopes })
    const onEvent = (event: Package.ClientEvent): void => {
      if (event.type === 'token')
        console.log(
          `  a token was obtained, which lives ${event.expiresIn ?? '?'} s and serves all calls`,
        )
    }
    await showCalls(createClient({ baseUrl: mock.url, auth, onEvent }))

    if (subject === undefined) return
    const needed = operations[subject.operationId]?.scopes ?? []
    const others = clientCredentials({
      ...credentials,
      scopes: scopes.filter((scope) => !needed.includes(scope)),
    })
    await showFailure(
      'A token without the scope of an operation is not sent there',
      createClient({ baseUrl: mock.url, auth: others }),
      subject,
    )

    mock.next(subject.operationId, 'broken')
    const broken = createClient({ baseUrl: mock.url, auth })
    const title =
      'A connection that breaks after the request leaves the outcome unknown: it is not sent again'
    await showFailure(title, broken, subject, { ref_id: 'treasury-2026-03-02-0003' })
    console.log(
      `\nDone: one token, ${count}, one refused body, one missing scope, one unknown outcome.`,
    )
  } finally {
    await mock.stop()
  }
}

const { values } = parseArgs({ options: { 'base-url': { type: 'string' } } })
await (values['base-url'] === undefined ? againstMock() : againstService(values['base-url']))
