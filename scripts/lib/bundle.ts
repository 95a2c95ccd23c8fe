import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Document } from './document.js'
import { inFolder } from './in-folder.js'
import { redocly } from './redocly.js'

/** Bundles the document into one file without references to other files, and reads it back. */
export async function bundle(file: string): Promise<Document> {
  return inFolder('bundle', async (folder) => {
    const output = join(folder, 'bundle.yaml')
    const command = ['bundle', file, '--output', output, '--lint-config', 'off']
    const { code, stderr } = await redocly(...command)
    if (code !== 0) throw new Error(`${file} could not be bundled:\n${stderr}`)
    return parse(await readFile(output, 'utf8')) as Document
  })
}
