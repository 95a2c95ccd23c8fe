import type * as Package from '../../src/index.js'
import type { LookedUp } from '../../src/journal/look-up.js'
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

/** Prints what a look-up found of the call whose answer was lost, and how a program goes on. */
export function showLookUp(found: LookedUp, request: string): void {
  console.log(
    `\nSo the program looks it up by its own reference, before it sends anything again\n  ${request}`,
  )
  console.log('  (made up: scripts/demo/acme.overlay.yaml says what a provider might say)')
  if (typeof found !== 'object') throw new Error('The look-up found nothing.')
  console.log(table('found', leaves(found.data)))
  console.log(
    '  It was made, so the program goes on with this id: sending it again could pay twice. A journal does all this.',
  )
}
