import { isPlain, readFirstExamples } from '../examples.js'
import type { ExampleCall } from './measured/setup.js'

/** The document's first example of each operation that takes a body alone: every contestant can make these calls. */
export async function exampleCalls(): Promise<ExampleCall[]> {
  const examples = (await readFirstExamples()).filter(isPlain)
  return examples.map(({ operationId, method, path, request, response }) => {
    return { operationId, method, path, body: request, answer: response }
  })
}
