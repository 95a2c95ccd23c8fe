/** Makes the first example's call of each operation against a mock, and loses the answers of two calls. */
import { type CallResult, clientCredentials, createClient } from '../src/index.js'
import { type Example, readFirstExamples } from './lib/examples.js'
import { readProvider } from './lib/read-provider.js'
import { step } from './lib/step.js'
import type { Mock } from './mock/server.js'
import { mockClient } from './mock/token-server.js'

import './lib/plain-errors.js'

step('Starting a mock of openapi/openapi.yaml, with a token server')
// The mock, and below the overlay command, load for a second: the first line does not wait for them.
const { startMock } = await import('./mock/server.js')

/** Values by their names; those of an inner object have its name before theirs. */
const rowsOf = (values: object, before = ''): [name: string, value: unknown][] =>
  Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    value instanceof Object ? rowsOf(value, `${before}${name}.`) : [[before + name, value]],
  )
function show(title: string, values: object): void {
  for (const [at, [name, value]] of rowsOf(values).entries())
    console.log(`  ${(at === 0 ? title : '').padEnd(16)}${name.padEnd(29)}${String(value)}`)
}

function settingsOf({ url: baseUrl, tokenUrl }: Mock) {
  const { id: clientId, secret: clientSecret } = mockClient
  return { baseUrl, auth: clientCredentials({ tokenUrl, clientId, clientSecret }) }
}
type Method = (body: object) => { withResponse(): Promise<CallResult<unknown>> }
const call = (client: object, { operationId }: Example, body: object) =>
  (Reflect.get(client, operationId) as Method)(body).withResponse()

const examples = await readFirstExamples()
/** The example whose answers are lost. */
const subject = examples.find(({ request }) => 'ref_id' in request)
if (subject === undefined) throw new Error('No example has a ref_id.')
/** Makes a call that is carried out, and whose answer is lost. */
const lose = (mock: Mock, client: object, ref_id: string) => {
  mock.next(subject.operationId, 'broken')
  return call(client, subject, { ...subject.request, ref_id })
}

const mock = await startMock()
console.log(`The mock is at ${mock.url}`)
const client = createClient(settingsOf(mock))
for (const example of examples) {
  const { operationId, method, url, summary, request } = example
  console.log(`\n${operationId}: ${summary}\n  ${method} ${url}`)
  show('sent', request)
  const { status, data } = await call(client, example, request)
  show(`received ${status}`, data as object)
}

console.log(`\nAn answer is lost, and the document has no read that could find the conversion`)
const lost: unknown = await lose(mock, client, 'order-3').catch((error: unknown) => error)
if (!(lost instanceof Error)) throw new Error('This call should have failed.')
console.log(`  ${lost.name}: ${lost.message.replaceAll(/(?<=[.;]) /g, '\n  ')}`)
await mock.stop()

console.log()
step('Starting a mock of a provider with a read by ref_id, made up')
const { overlayCommand } = await import('./overlay/command.js')
const { readSource } = await import('./overlay/source.js')
// The folder stays, for the README's `lost.ts`.
const overlay = ['scripts/lib/acme.overlay.yaml', '--out', 'dist/demo', '--force']
await overlayCommand(overlay, readSource, () => undefined)
const { provider, document } = await readProvider('dist/demo')
const other = await startMock({
  provider,
  document,
  onRequest: ({ method = '', url = '' }) => {
    const what = method === 'GET' ? 'looked up by the client' : 'carried out; the connection breaks'
    console.log(`  ${method.padEnd(4)} ${url.padEnd(40)} ${what}`)
  },
})
console.log('\nAn answer is lost again. The server sees:')
const found = await lose(other, createClient({ ...settingsOf(other), provider }), 'order-4')
show('the call gives', found.data as object)
await other.stop()
console.log('\nDone: the answers of two calls were lost, and one was found by a look-up.')
