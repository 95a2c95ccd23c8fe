import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { provider as own } from '../../generated/index.js'
import type { Provider } from '../../src/index.js'

const folder = 'dist/demo'

/** What a provider might say. */
const overlay = 'scripts/demo/acme.overlay.yaml'

/** A document with a look-up of the operation: ours, or what the command makes of the overlay of this demo. */
export async function providerOf(
  operation: string,
): Promise<{ readonly provider: Provider; readonly document?: object }> {
  if ((own.operations[operation] as { lookUp?: object }).lookUp) return { provider: own }
  const command = ['scripts/overlay/main.ts', overlay, '--js']
  const { execPath } = process
  await promisify(execFile)(execPath, ['--import', 'tsx', ...command, '--out', folder])
  const { href } = pathToFileURL(join(folder, 'index.js'))
  const { provider } = (await import(href)) as { provider: Provider }
  const document = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8')) as object
  return { provider, document }
}
