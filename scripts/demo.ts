/** Makes the first example's call of each operation through the built client, against a mock, and loses two answers. */
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

const overlay = 'scripts/lib/acme.overlay.yaml'
const folder = 'dist/demo'
await overlayCommand([overlay, '--js', '--out', folder], readSource, () => undefined)
const { provider } = (await load(`${folder}/index.js`)) as { provider: Package.Provider }
const document = JSON.parse(await readFile(`${folder}/openapi.json`, 'utf8')) as object

const examples = await readFirstExamples()
/** The example whose answers are lost. */
const subject = examples.find(({ request }) => 'ref_id' in request)
if (subject === undefined) throw new Error('No example has a ref_id.')

const seen: string[] = []
const onRequest: MockOptions['onRequest'] = ({ method = '', url = '' }) =>
  seen.push(`${method} ${url}`)
const mock = await startMock({ provider, document, onRequest })
const { id: clientId, secret: clientSecret } = mockClient
const { tokenUrl, url: baseUrl } = mock
const auth = clientCredentials({ tokenUrl, clientId, clientSecret, scopes: provider.scopes })

type Method = (body: object) => { withResponse(): Promise<Package.CallResult<unknown>> }
const call = (client: object, { operationId }: Example, body: object) =>
  (Reflect.get(client, operationId) as Method)(body).withResponse()
/** Makes a conversion that is carried out, and whose answer is lost. */
const lose = (client: object, ref_id: string) => {
  mock.next(subject.operationId, 'broken')
  return call(client, subject, { ...subject.request, ref_id })
}

try {
  console.log(`A mock of openapi/openapi.yaml is at ${baseUrl}, with a token server`)
  const client = createClient({ baseUrl, auth })
  for (const example of examples) {
    const { operationId, method, url, summary, request } = example
    console.log(`\n${operationId}: ${summary}\n  ${method} ${url}\n  sent`, request)
    const { status, data } = await call(client, example, request)
    console.log(`  received ${status}`, data)
  }

  const lost: unknown = await lose(client, 'treasury-2026-03-02-0003').catch(
    (error: unknown) => error,
  )
  if (!(lost instanceof Error)) throw new Error('This call should have failed.')
  console.log(`
An answer is lost, and the document has no read that could find the conversion
  ${lost.name}: ${lost.message}`)

  seen.length = 0
  const found = await lose(createClient({ baseUrl, auth, provider }), 'treasury-2026-03-02-0004')
  console.log(
    `
Another is lost, with a read by ref_id that a provider may have (made up, in ${overlay})
  ${seen.join('\n  ')}
  the call gives`,
    found.data,
  )
  console.log(`
Done: one token, ${examples.length} calls, and two lost answers, one of them found by a look-up.`)
} finally {
  await mock.stop()
}
