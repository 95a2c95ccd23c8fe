import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { redocly } from '../../../scripts/redocly.js'

const about = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
export const redoclyVersion = (JSON.parse(readFileSync(about, 'utf8')) as { version: string })
  .version

/** Writes the one file of a client. The command wants a name that ends in .ts, and changes the ending itself. */
export async function writeRedoclyClient(
  generator: string,
  document: string,
  folder: string,
  ...options: string[]
): Promise<void> {
  const output = join(folder, 'client.ts')
  const target = ['--generator', generator, '--output', output, ...options]
  const { code, stderr } = await redocly('generate-client', document, ...target)
  if (code !== 0) throw new Error(stderr)
}
