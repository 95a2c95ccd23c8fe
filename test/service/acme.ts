import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { writeFolder } from '../../scripts/generate/write/folder.js'
import type { Document } from '../../scripts/lib/document.js'
import { type ProviderFolder, readProvider } from '../../src/mock/read-provider.js'
import { baseDocument } from '../support/base-document.js'
import { merge, type Node } from '../support/merge.js'

const acme = parse(readFileSync(new URL('acme.yaml', import.meta.url), 'utf8')) as Node

/** Our document with what a provider says beyond it, as the mock reads the folder of the provider. */
export const acmeFolder = (): Promise<ProviderFolder> =>
  folderOf(merge(baseDocument() as object as Node, acme))

/** The folder of a document. */
export async function folderOf(document: object): Promise<ProviderFolder> {
  const target = { header: '' }
  const files = await writeFolder(document as Document, target)
  const folder = await mkdtemp(join(tmpdir(), 'stablecoin-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const made = await readProvider(folder)
  await rm(folder, { recursive: true })
  return made
}
