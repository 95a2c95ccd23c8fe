import { stringify } from 'yaml'
import { writeFolder } from '../../scripts/generate/write/folder.js'
import type { Document, Json, Node } from '../../scripts/lib/document.js'
import { applyOverlays } from '../../scripts/overlay/apply.js'
import { readOverlay } from '../../scripts/overlay/read.js'
import type { Provider } from '../../src/index.js'
import { baseDocument } from './base-document.js'

/** The provider that the overlay command makes of these actions. */
export async function providerOf(...actions: readonly Node[]): Promise<Provider> {
  const text = stringify({ overlay: '1.1.0', info: { title: 'A bank', version: '1.0.0' }, actions })
  const applied = applyOverlays(baseDocument() as object as Json, [readOverlay('bank.yaml', text)])
  const files = await writeFolder(applied.document as object as Document, { header: '' })
  return JSON.parse(files['provider.json'] ?? '') as Provider
}
