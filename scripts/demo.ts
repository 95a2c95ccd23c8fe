/** Makes the first example's call of each operation through the built client, against a mock of its own. */
import { operations, scopes } from '../generated/index.js'
import type * as Package from '../src/index.js'
import type * as Journal from '../src/journal.js'
import { type MockOptions, startMock } from '../src/mock/server.js'
import { mockClient } from '../src/mock/token-server.js'
import { providerOf } from './demo/provider.js'
import { showCall, showFailure, showLookUp } from './demo/show.js'
import { isPlain, missingExample, readFirstExamples } from './lib/examples.js'

import './lib/plain-errors.js'

const built = new URL('../dist/src/index.js', import.meta.url).href
const { createClient, clientCredentials } = (await import(built)) as typeof Package
const journal = new URL('../dist/src/journal.js', import.meta.url).href
const { createLookUp } = (await import(journal)) as typeof Journal

const examples = await readFirstExamples()
const unshown = Object.values(operations).filter(
  ({ id }) => !examples.some(({ operationId }) => operationId === id),
)
/** The example by which failures are shown: it has a body with a reference field such as `ref_id`. */
const subject = examples.find(
  (example) => isPlain(example) && operations[example.operationId]?.referenceField !== undefined,
)

if (subject === undefined) throw new Error('No example has a reference field such as ref_id.')
const { operationId } = subject
const { referenceField = '', scopes: needed = [] } = operations[operationId] ?? {}

const { provider, document } = await providerOf(operationId)
const seen: string[] = []
const onRequest: MockOptions['onRequest'] = ({ method = '', url = '' }) => {
  seen.push(`${method} ${url}`)
}
const mock = await startMock({ provider, document, onRequest })
try {
  console.log(`A mock of openapi/openapi.yaml is at ${mock.url}, with a token server`)
  const credentials = {
    tokenUrl: mock.tokenUrl,
    clientId: mockClient.id,
    clientSecret: mockClient.secret,
  }
  const auth = clientCredentials({ ...credentials, scopes })
  const client = createClient({
    baseUrl: mock.url,
    auth,
    onEvent: (event) => {
      if (event.type === 'token')
        console.log(
          `  a token was obtained, which lives ${event.expiresIn ?? '?'} s and serves all calls`,
        )
    },
  })
  for (const example of examples) await showCall(client, example)
  for (const operation of unshown) console.log(`\n${missingExample(operation)}.`)

  await showFailure(
    'A body that breaks the rules is refused before anything is sent',
    client,
    subject,
    { amount: 12.5, source_asset: undefined, refid: 'a-1' },
  )
  const others = scopes.filter((scope) => !needed.includes(scope))
  await showFailure(
    'A token without the scope of an operation is not sent there',
    createClient({
      baseUrl: mock.url,
      auth: clientCredentials({ ...credentials, scopes: others }),
    }),
    subject,
  )
  const reference = 'treasury-2026-03-02-0003'
  mock.next(operationId, 'broken')
  await showFailure(
    'An answer is lost: the call may have taken effect, so the client does not send it again',
    createClient({ baseUrl: mock.url, auth }),
    subject,
    { [referenceField]: reference },
  )
  const lookUp = createLookUp({ baseUrl: mock.url, auth, provider })
  const body = { ...subject.request, [referenceField]: reference }
  const now = new Date()
  const facts = { operation: operationId, body, at: now, lease: now, account: mock.url }
  const found = await lookUp(reference, facts)
  showLookUp(found, seen.at(-1) ?? '')
  console.log(
    `\nDone: one token, ${examples.length} calls, one refused body, one missing scope, one lost answer that was looked up.`,
  )
} finally {
  await mock.stop()
}
