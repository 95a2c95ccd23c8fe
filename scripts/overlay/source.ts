import { fileURLToPath } from 'node:url'
import { writeFolder } from '../generate/write/folder.js'
import { withAnswersInPlace } from '../generate/write/published.js'
import { bundle } from '../lib/bundle.js'
import type { Document, Json } from '../lib/document.js'
import type { Source } from './command.js'
import type { ProviderData } from './kept.js'

const file = fileURLToPath(new URL('../../openapi/openapi.yaml', import.meta.url))

/** Reads the source document. In the package, data of its build is in the place of this module. */
export const readSource = async (): Promise<Source> =>
  sourceOf(await bundle(file), 'npm run overlay --')

/** What the command starts from: a document, and how the command is called. */
export async function sourceOf(written: Document, program: string): Promise<Source> {
  const document = withAnswersInPlace(written)
  const files = await writeFolder(document, { header: '' })
  const provider = JSON.parse(files['provider.json'] ?? '') as ProviderData
  return { document: document as object as Json, provider, program }
}
