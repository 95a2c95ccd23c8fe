import { readExamples } from '../examples.js'
import type { ExampleCall } from './measured/setup.js'

/** One call of each operation: the document's first example of it. */
export async function exampleCalls(): Promise<ExampleCall[]> {
  const examples = await readExamples()
  const isFirst = ({ operationId }: { operationId: string }, at: number): boolean =>
    examples.findIndex((other) => other.operationId === operationId) === at
  return examples.filter(isFirst).map(({ operationId, method, path, request, response }) => {
    return { operationId, method, path, body: request, answer: response }
  })
}
