import { bundle as bundleFile, createConfig } from '@redocly/openapi-core'
import type { Document } from './document.js'

/** Bundles the document into one without references to other files. */
export async function bundle(file: string): Promise<Document> {
  const { bundle, problems } = await bundleFile({ ref: file, config: await createConfig({}) })
  const [problem] = problems
  if (problem !== undefined) throw new Error(`${file} could not be bundled: ${problem.message}`)
  return bundle.parsed as Document
}
