/** Resolves the document as Swagger UI does, and shows the examples that it then has. */
import { readFile } from 'node:fs/promises'
import SwaggerClient from 'swagger-client'
import { DOCUMENT, examples, type Operation, show } from './cases.js'

const spec = JSON.parse(await readFile(DOCUMENT, 'utf8')) as object
const { spec: resolved, errors } = (await SwaggerClient.resolve({ spec })) as {
  readonly spec: { readonly paths: Record<string, Record<string, Operation>> }
  readonly errors: readonly unknown[]
}
if (errors.length > 0) throw new Error(JSON.stringify(errors))
for (const example of examples)
  show(example, resolved.paths[example.url]![example.method.toLowerCase()])
