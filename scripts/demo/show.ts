import type * as Package from '../../src/index.js'
import type { Example } from '../lib/examples.js'

type Method = (body: unknown) => { withResponse(): Promise<Package.CallResult<object | undefined>> }

function methodOf(client: Package.Client, { operationId }: Example): Method {
  return client[operationId as keyof Package.Client] as unknown as Method
}

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

/** Makes the call of an example, and prints what was sent and what came back. */
export async function showCall(client: Package.Client, example: Example): Promise<void> {
  const { operationId, method, url, summary, request } = example
  console.log(`\n${operationId}: ${summary}\n  ${method} ${url}`)
  console.log(table('sent', leaves(request)))
  const { status, data } = await methodOf(client, example)(request).withResponse()
  console.log(
    data === undefined ? `  received ${status}` : table(`received ${status}`, leaves(data)),
  )
}

/** Makes a call that has to fail, and prints how. */
export async function showFailure(
  title: string,
  client: Package.Client,
  example: Example,
  changes: object = {},
): Promise<void> {
  console.log(`\n${title}`)
  const outcome: unknown = await methodOf(
    client,
    example,
  )({ ...example.request, ...changes })
    .withResponse()
    .catch((error: unknown) => error)
  if (!(outcome instanceof Error)) throw new Error('This call should have failed.')
  const { name, message } = outcome
  const lines = message.split(/(?<=;) (?=[\w.]+ (?:is|must) |outcome)|(?<=\.) (?=It |The )/)
  const { refId } = outcome as { refId?: string }
  if (refId !== undefined) lines.push(`refId: ${refId}`)
  console.log(`  ${name}\n${lines.map((line) => `    ${line}`).join('\n')}`)
}

/** Looks up the call whose answer was lost, and prints how a program goes on. */
export async function showLookUp(read: typeof fetch, path: string): Promise<void> {
  console.log(
    `\nSo the program looks it up by its own reference, before it sends anything again\n  GET ${path}`,
  )
  console.log('  (an address made up for this demo: ask the service how to find what you sent)')
  const response = await read(path)
  if (!response.ok) throw new Error(`The look-up was answered ${response.status}.`)
  console.log(table('found', leaves(await response.json())))
  console.log(
    '  It was made, so the program goes on with this id: sending it again could pay twice.',
  )
  console.log(
    '  After a 404 it could still arrive: ask the service how long that takes before you send again.',
  )
}
