/** Makes the three calls through the built client: against a mock of its own, or a service given by --base-url. */
import { parseArgs } from 'node:util'
import type * as Package from '../src/index.js'
import type { CallResult, Client } from '../src/index.js'
import { type Example, readExamples } from './examples.js'
import { type Running, startPrism } from './mock/prism.js'

type Method = (body: unknown) => { withResponse(): Promise<CallResult<object>> }

const built = new URL('../dist/src/index.js', import.meta.url).href
const { createClient, ClientError } = (await import(built)) as typeof Package

/** The leaves of a JSON value, as `path value` pairs. */
function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]]
  return Object.entries(value).flatMap(([key, member]) =>
    leaves(member, path === '' ? key : `${path}.${key}`),
  )
}

function table(title: string, rows: readonly [string, string][]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, value]) => `    ${name.padEnd(width)}  ${value}`)
  return [`  ${title}`, ...lines].join('\n')
}

async function show(client: Client, example: Example): Promise<void> {
  const { operationId, method, path, summary, request } = example
  console.log(`\n${operationId}: ${summary.toLowerCase()}\n  ${method} ${path}`)
  console.log(table('sent', leaves(request)))
  const call = client[operationId as keyof Client] as unknown as Method
  const { status, data } = await call(request).withResponse()
  console.log(table(`received ${status}`, leaves(data)))
}

async function showRefusal(client: Client, example: Example): Promise<void> {
  console.log('\nA body that breaks the rules is refused before anything is sent')
  const body = { ...example.request, amount: 12.5, source_asset: undefined, refid: 'a-1' }
  const call = client[example.operationId as keyof Client] as unknown as Method
  try {
    await call(body).withResponse()
    throw new Error('A body that breaks the rules was sent.')
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    console.log(`  ${error.name}, outcome ${error.outcome}\n  ${error.message}`)
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'base-url': { type: 'string' } } })
  const token = process.env['TOKEN']
  if (values['base-url'] !== undefined && (token === undefined || token === ''))
    throw new Error('Set TOKEN to an access token of the service to use --base-url.')
  let mock: Running | undefined
  try {
    if (values['base-url'] === undefined) mock = await startPrism('generated/openapi.json')
    const baseUrl = mock?.url ?? values['base-url'] ?? ''
    const where = mock === undefined ? 'The service' : 'A mock of openapi/openapi.yaml'
    console.log(`${where} is at ${baseUrl}`)
    const client = createClient({ baseUrl, auth: mock === undefined ? (token ?? '') : 'any' })
    const examples = await readExamples()
    const first = (id: string): Example => {
      const example = examples.find(({ operationId }) => operationId === id)
      if (example === undefined) throw new Error(`the document has no example of ${id}`)
      return example
    }
    for (const id of new Set(examples.map(({ operationId }) => operationId)))
      await show(client, first(id))
    await showRefusal(client, first('createStablecoinConversion'))
    console.log('\nDone: three calls made, one body refused.')
  } finally {
    await mock?.stop()
  }
}

try {
  await main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
