import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Document, listOperations } from '../../lib/document.js'

/** The languages of the code samples, in the order in which the pages show them. */
export const languages = [
  { lang: 'TypeScript', file: 'typescript.ts' },
  { lang: 'curl', file: 'curl.sh' },
  { lang: 'Python', file: 'python.py' },
  { lang: 'Go', file: 'go.go' },
  { lang: 'Java', file: 'java.java' },
] as const

/** Adds the files of `samples/<operationId>/` beside the document to it, as `x-codeSamples`. */
export async function addSamples(written: string, document: Document): Promise<void> {
  for (const { id, object } of listOperations(document)) {
    const samples = []
    for (const { lang, file } of languages) {
      const path = join(dirname(written), 'samples', id, file)
      if (existsSync(path)) samples.push({ lang, source: await readFile(path, 'utf8') })
    }
    if (samples.length > 0) Object.assign(object, { 'x-codeSamples': samples })
  }
}
