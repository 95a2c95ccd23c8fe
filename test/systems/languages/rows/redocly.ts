import { join } from 'node:path'
import { redocly } from '../../../../scripts/lib/redocly.js'

export { redoclyVersion } from '../../../../scripts/lib/redocly.js'

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
