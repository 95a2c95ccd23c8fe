import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import type { Document } from './document.js'

/** The document of the last release. */
export async function readReleased(file: string): Promise<Document | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (parse(text) as Document)
}
