import { readFile } from 'node:fs/promises'
import { operations as table } from '../../generated/index.js'
import { type Document, listOperations, type Operation } from './document.js'
import { type NamedExample, namedExamples } from './named-examples.js'

/** One named example of an operation, and how it goes over the wire. */
export interface Example extends NamedExample {
  readonly operationId: string
  readonly method: string
  /** The path with its parameters and the query. */
  readonly url: string
  /** The headers of parameters. */
  readonly headers: Readonly<Record<string, string>>
}

/** Every named example of the document, in its order. */
export async function readExamples(): Promise<Example[]> {
  const file = new URL('../../generated/openapi.json', import.meta.url)
  const document = JSON.parse(await readFile(file, 'utf8')) as Document
  return listOperations(document).flatMap((operation) => {
    const { id, method, path } = operation
    const own = table[id]
    if (own === undefined) throw new Error(`${id} is not in generated/: run npm run generate`)
    return namedExamples(document, operation).map((example) => {
      const written = own.parameters?.write(path, example.request)
      const { path: url, headers } = written ?? { path, headers: {} }
      return { operationId: id, method, ...example, url, headers }
    })
  })
}

/** What to add where, so that an operation can be shown by an example. */
export function missingExample({ id, method, path }: Pick<Operation, 'id' | 'method' | 'path'>) {
  const place = `openapi/openapi.yaml, paths.${path}.${method.toLowerCase()}`
  return `${id} has no example: add one of a name to the 200 response, and under the same name to the request body or the parameters (${place})`
}

/** Whether an example is a call of a body alone, which any program can make without writing parameters. */
export function isPlain({ operationId, body }: Example): boolean {
  const operation = table[operationId]
  return body !== undefined && operation !== undefined && !operation.parameters
}

/** The first example of each operation that has one. */
export async function readFirstExamples(): Promise<Example[]> {
  const first = new Map<string, Example>()
  for (const example of await readExamples())
    if (!first.has(example.operationId)) first.set(example.operationId, example)
  return [...first.values()]
}
