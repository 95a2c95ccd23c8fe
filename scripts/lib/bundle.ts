import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Document } from './document.js'
import { redocly } from './redocly.js'

/** Bundles the document into one file without references to other files, and reads it back. */
export async function bundle(file: string, folder: string): Promise<Document> {
  const output = join(folder, 'bundle.tmp.yaml')
  const { code, stderr } = await redocly('bundle', file, '--output', output, '--lint-config', 'off')
  if (code !== 0) throw new Error(`${file} could not be bundled:\n${stderr}`)
  const document = parse(await readFile(output, 'utf8')) as Document
  await rm(output)
  return document
}
