/** Makes the first example's call of each operation through the built client, against a mock, and looks up a lost answer. */
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type * as Package from '../src/index.js'
import { type MockOptions, startMock } from '../src/mock/server.js'
import { mockClient } from '../src/mock/token-server.js'
import { type Example, readFirstExamples } from './lib/examples.js'
import { overlayCommand } from './overlay/command.js'
import { readSource } from './overlay/source.js'

import './lib/plain-errors.js'

const load = (file: string): Promise<unknown> => import(pathToFileURL(file).href)
const { createClient, clientCredentials } = (await load('dist/src/index.js')) as typeof Package

/** What a provider might say. */
const overlay = 'scripts/demo/acme.overlay.yaml'
const folder = 'dist/demo'
await overlayCommand([overlay, '--js', '--out', folder], readSource, () => undefined)
const { provider } = (await load(`${folder}/index.js`)) as { provider: Package.Provider }
const document = JSON.parse(await readFile(`${folder}/openapi.json`, 'utf8')) as object

const examples = await readFirstExamples()
/** The example whose answer is lost. */
const subject = examples.find(({ request }) => 'ref_id' in request)
if (subject === undefined) throw new Error('No example has a ref_id.')

const seen: string[] = []
const onRequest: MockOptions['onRequest'] = ({ method = '', url = '' }) =>
  seen.push(`${method} ${url}`)
const mock = await startMock({ provider, document, onRequest })
const { id: clientId, secret: clientSecret } = mockClient
const { tokenUrl, url: baseUrl } = mock
const auth = clientCredentials({ tokenUrl, clientId, clientSecret, scopes: provider.scopes })
const client = createClient({ baseUrl, auth })

type Method = (body: object) => { withResponse(): Promise<Package.CallResult<unknown>> }
const call = ({ operationId }: Example, body: object) =>
  (client[operationId as keyof typeof client] as unknown as Method)(body).withResponse()

try {
  console.log(`A mock of openapi/openapi.yaml is at ${baseUrl}, with a token server`)
  for (const example of examples) {
    const { operationId, method, url, summary, request } = example
    console.log(`\n${operationId}: ${summary}\n  ${method} ${url}\n  sent`, request)
    const { status, data } = await call(example, request)
    console.log(`  received ${status}`, data)
  }
  const ref_id = 'treasury-2026-03-02-0003'
  const body = { ...subject.request, ref_id }
  mock.next(subject.operationId, 'broken')
  const lost: unknown = await call(subject, body).catch((error: unknown) => error)
  if (!(lost instanceof Error)) throw new Error('This call should have failed.')
  console.log(`
An answer is lost: the call may have taken effect, so the client does not send it again
  ${lost.name}: ${lost.message}`)
  mock.next(subject.operationId, 'broken')
  const other = { ...subject, request: { ...body, ref_id: `${ref_id}-b` } }
  const { createStablecoinConversion } = createClient({ baseUrl, auth, provider }) as typeof client
  const found = await createStablecoinConversion(other.request as never)
  console.log(`
A client that knows how your provider finds a conversion looks it up at once, by its reference
  ${seen.at(-1) ?? ''}
  (made up: ${overlay} says what a provider might say)
  found`)
  console.log(found)
  console.log(`  It was made, so the call gives its answer, and nothing was sent again.

Done: one token, ${examples.length} calls, one lost answer that was looked up.`)
} finally {
  await mock.stop()
}
