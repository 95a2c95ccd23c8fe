import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { writeFolder } from '../../scripts/generate/write/folder.js'
import type { Document } from '../../scripts/lib/document.js'
import { type ProviderFolder, readProvider } from '../../scripts/lib/read-provider.js'
import { baseDocument } from '../support/base-document.js'
import { merge, type Node } from '../support/merge.js'
import { scratchFolder } from '../support/scratch-folder.js'

const acme = parse(readFileSync(new URL('acme.yaml', import.meta.url), 'utf8')) as Node

/** Our document with what a provider says beyond it, as the mock reads the folder of the provider. */
export const acmeFolder = (): Promise<ProviderFolder> =>
  folderOf(merge(baseDocument() as object as Node, acme))

/** The folder of a document. */
export async function folderOf(document: object): Promise<ProviderFolder> {
  const files = await writeFolder(document as Document, { header: '' })
  const folder = scratchFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return readProvider(folder)
}
