import { readFile } from 'node:fs/promises'
import { operations as table } from '../../generated/index.js'
import { writeParameters } from '../../src/document/parameters.js'
import { type Document, listOperations } from './document.js'
import { namedExamples } from './named-examples.js'

export type Example = Awaited<ReturnType<typeof readExamples>>[number]

/** Every named example of the document, in its order, and how it goes over the wire: its path with the query, and headers. */
export async function readExamples() {
  const file = new URL('../../generated/openapi.json', import.meta.url)
  const document = JSON.parse(await readFile(file, 'utf8')) as Document
  return listOperations(document).flatMap((operation) => {
    const { id, method, path } = operation
    const parameters = table[id]?.parameters ?? []
    return namedExamples(operation).map((example) => {
      const { path: url, headers } = writeParameters(path, parameters, example.request)
      return { operationId: id, method, ...example, url, headers }
    })
  })
}

/** The first example of each operation that has one. */
export async function readFirstExamples(): Promise<Example[]> {
  const all = await readExamples()
  const ids = all.map(({ operationId }) => operationId)
  return all.filter(({ operationId }, at) => ids.indexOf(operationId) === at)
}
