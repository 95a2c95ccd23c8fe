import { writeFolder } from '../../scripts/generate/write/folder.js'
import type { Source } from '../../scripts/overlay/command.js'
import type { ProviderData } from '../../scripts/overlay/kept.js'
import { baseDocument } from './base-document.js'

/** What the overlay command starts from, as its package has it. */
export async function ownSource(): Promise<Source> {
  const document = baseDocument()
  const files = await writeFolder(document, { header: '' })
  const provider = JSON.parse(files['provider.json'] ?? '') as ProviderData
  return { document, provider, program: 'npx stablecoin-issuer-overlay' }
}
