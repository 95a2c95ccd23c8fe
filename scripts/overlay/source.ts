import { fileURLToPath } from 'node:url'
import { writeFolder } from '../generate/write/folder.js'
import { bundle } from '../lib/bundle.js'
import type { Source } from './command.js'
import type { ProviderData } from './kept.js'

const file = fileURLToPath(new URL('../../openapi/openapi.yaml', import.meta.url))

/** Reads the source document. In the package, data of its build is in the place of this module. */
export async function readSource(): Promise<Source> {
  const document = await bundle(file)
  const files = await writeFolder(document, { header: '' })
  const provider = JSON.parse(files['provider.json'] ?? '') as ProviderData
  return { document, provider, program: 'npm run overlay --' }
}
