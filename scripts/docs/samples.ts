import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Operation } from '../lib/document.js'

/** The languages of the code samples, in the order in which the pages show them. */
export const languages = [
  { lang: 'TypeScript', file: 'typescript.ts' },
  { lang: 'curl', file: 'curl.sh' },
  { lang: 'Python', file: 'python.py' },
  { lang: 'Go', file: 'go.go' },
  { lang: 'Java', file: 'java.java' },
]

/** The samples of an operation of our own document, as Redoc reads them. Those that a document has itself stay. */
export async function samplesOf({ id, object }: Operation): Promise<object> {
  // A provider may have its own.
  if ('x-codeSamples' in object) return {}
  const samples = []
  for (const { lang, file } of languages) {
    const path = join('openapi/samples', id, file)
    if (existsSync(path)) samples.push({ lang, source: await readFile(path, 'utf8') })
  }
  return samples.length > 0 ? { 'x-codeSamples': samples } : {}
}
