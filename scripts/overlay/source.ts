import { packageImports, writeFolder } from '../generate/write/folder.js'
import { bundle } from '../lib/bundle.js'
import { inFolder } from '../lib/in-folder.js'
import type { ProviderData } from './changes.js'
import type { Source } from './command.js'

/** Reads the source document. In the package, data of its build is in the place of this module. */
export async function readSource(): Promise<Source> {
  const document = await inFolder('overlay', (folder) => bundle('openapi/openapi.yaml', folder))
  const files = await writeFolder(document, { header: '', imports: packageImports })
  const provider = JSON.parse(files['provider.json'] ?? '') as ProviderData
  return { document, provider, program: 'npm run overlay --' }
}
