/** Resolves the document as Swagger UI does, and shows the examples that it then has. */
import { readFile } from 'node:fs/promises'
import SwaggerClient from 'swagger-client'
import { DOCUMENT, examples, nameOf, print } from './cases.js'

interface Side {
  readonly content: Record<string, { readonly examples: Record<string, { value: unknown }> }>
}

interface Operation {
  readonly requestBody: Side
  readonly responses: Record<string, Side>
}

const spec = JSON.parse(await readFile(DOCUMENT, 'utf8')) as object
const { spec: resolved, errors } = (await SwaggerClient.resolve({ spec })) as {
  readonly spec: { readonly paths: Record<string, Record<string, Operation>> }
  readonly errors: readonly unknown[]
}
if (errors.length > 0) throw new Error(JSON.stringify(errors))
for (const example of examples) {
  const { requestBody, responses } = resolved.paths[example.url]![example.method.toLowerCase()]!
  const [request, response] = [requestBody, responses['200']!].map(
    ({ content }) => content['application/json']?.examples[example.name]?.value,
  )
  print({ example: nameOf(example), request, response })
}
