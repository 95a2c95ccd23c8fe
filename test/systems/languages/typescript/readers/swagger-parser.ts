/** Validates the document, resolves its references, and shows the examples that it then has. */
import SwaggerParser from '@apidevtools/swagger-parser'
import { DOCUMENT, examples, nameOf, print } from './cases.js'

interface Side {
  readonly content: Record<string, { readonly examples: Record<string, { value: unknown }> }>
}

interface Operation {
  readonly operationId: string
  readonly requestBody: Side
  readonly responses: Record<string, Side>
}

const parsed = await SwaggerParser.validate(DOCUMENT)
const items = Object.values(parsed.paths ?? {}) as Record<string, Operation>[]
const operations = items.flatMap((item) => Object.values(item))

for (const example of examples) {
  const operation = operations.find(({ operationId }) => operationId === example.operationId)
  const [request, response] = [operation?.requestBody, operation?.responses['200']].map(
    (side) => side?.content['application/json']?.examples[example.name]?.value,
  )
  print({ example: nameOf(example), request, response })
}
