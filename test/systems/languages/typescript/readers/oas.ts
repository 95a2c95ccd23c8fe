/** Shows the examples that ReadMe's pages have of an operation. */
import { readFile } from 'node:fs/promises'
import Oas from 'oas'
import { DOCUMENT, examples, nameOf, print } from './cases.js'

interface Shown {
  readonly title?: string
  readonly value?: unknown
}

const oas = Oas.init(JSON.parse(await readFile(DOCUMENT, 'utf8')) as Record<string, unknown>)
for (const example of examples) {
  const operation = oas.operation(example.url, example.method.toLowerCase() as 'post')
  const [body] = operation.getRequestBodyExamples()
  const [answer] = operation.getResponseExamples()
  const [request, response] = [body?.examples, answer?.mediaTypes['application/json']].map(
    (shown) => (shown as Shown[] | undefined)?.find(({ title }) => title === example.name)?.value,
  )
  print({ example: nameOf(example), request, response })
}
