import { readFile } from 'node:fs/promises'
import { type Document, type Json, dereference, listOperations } from './generate/document.js'

/** One named example of an operation: what is sent and what comes back. */
export interface Example {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly name: string
  readonly summary: string
  readonly request: Record<string, Json>
  readonly response: Record<string, Json>
}

type Named = Record<string, { summary?: string; value: Record<string, Json> }>
type Media = Record<string, { examples?: Named }>

/** Every named example of the document, in its order. */
export async function readExamples(): Promise<Example[]> {
  const file = new URL('../generated/openapi.json', import.meta.url)
  const document = JSON.parse(await readFile(file, 'utf8')) as Document
  return listOperations(document).flatMap(({ id, method, path, object }) => {
    const plain = dereference(document, object as unknown as Json) as unknown as {
      requestBody: { content: Media }
      responses: Record<string, { content: Media }>
    }
    const requests = plain.requestBody.content['application/json']?.examples ?? {}
    const responses = plain.responses['200']?.content['application/json']?.examples ?? {}
    return Object.entries(requests).map(([name, { summary = name, value }]) => {
      const response = responses[name]
      if (response === undefined) throw new Error(`${id}: no response example named ${name}`)
      return {
        operationId: id,
        method,
        path,
        name,
        summary,
        request: value,
        response: response.value,
      }
    })
  })
}
