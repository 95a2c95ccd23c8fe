/** A server whose handlers the document calls by their operationId. */
import { type Context, OpenAPIBackend } from 'openapi-backend'
import { DOCUMENT, broken, examples, nameOf, print } from './cases.js'

const operations = [...new Set(examples.map(({ operationId }) => operationId))]
let answer: unknown
const taken = () => ({ status: 200, body: answer })
const api = new OpenAPIBackend({
  definition: DOCUMENT,
  quick: true,
  handlers: {
    ...Object.fromEntries(operations.map((operationId) => [operationId, taken])),
    validationFail: ({ validation }: Context) => ({ status: 400, body: validation.errors }),
    notFound: () => ({ status: 404 }),
  },
  securityHandlers: { oauth2: () => true },
})
await api.init()

async function send(method: string, path: string, body: unknown) {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer token' }
  return (await api.handleRequest({ method, path, body, headers })) as {
    status: number
    body: unknown
  }
}

for (const example of examples) {
  const { status, body } = await send(example.method, example.url, example.body)
  print({ example: nameOf(example), taken: status === 200, why: JSON.stringify(body) })
}
for (const { rule, method, path, body } of broken) {
  const { status } = await send(method, path, body)
  if (status !== 200 && status !== 400) throw new Error(`${rule}: ${status}`)
  print({ rule, taken: status === 200 })
}
