/** Validates the document, resolves its references, and shows the examples that it then has. */
import SwaggerParser from '@apidevtools/swagger-parser'
import { DOCUMENT, examples, type Operation, show } from './cases.js'

const parsed = await SwaggerParser.validate(DOCUMENT)
const items = Object.values(parsed.paths ?? {}) as Record<string, Operation>[]
const operations = items.flatMap((item) => Object.values(item))

for (const example of examples)
  show(
    example,
    operations.find(({ operationId }) => operationId === example.operationId),
  )
