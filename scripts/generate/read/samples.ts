import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Document, type Json, listOperations } from '../../lib/document.js'

/** The languages of the code samples, in the order in which the pages show them. */
export const languages = [
  { lang: 'TypeScript', file: 'typescript.ts' },
  { lang: 'curl', file: 'curl.sh' },
  { lang: 'Python', file: 'python.py' },
  { lang: 'Go', file: 'go.go' },
  { lang: 'Java', file: 'java.java' },
] as const

interface Sample {
  readonly lang: string
  readonly source: string
}

/** The samples of one operation, from the folder of its name; a language without a file is left out. */
async function samplesOf(folder: string, operationId: string): Promise<Sample[]> {
  const found = await Promise.all(
    languages.map(async ({ lang, file }) => {
      const source = await readFile(join(folder, operationId, file), 'utf8').catch(() => undefined)
      return source === undefined ? [] : [{ lang, source }]
    }),
  )
  return found.flat()
}

/** Adds the files of `samples/<operationId>/` beside the document to it, as `x-codeSamples`. */
export async function addSamples(file: string, document: Document): Promise<void> {
  const folder = join(dirname(file), 'samples')
  for (const { id, object } of listOperations(document)) {
    const samples = await samplesOf(folder, id)
    if (samples.length > 0) Object.assign(object, { 'x-codeSamples': samples as unknown as Json })
  }
}
