/** A server whose handlers the document calls by their operationId. */
import { type Context, OpenAPIBackend } from 'openapi-backend'
import { DOCUMENT, examples, judge } from './cases.js'

const operations = [...new Set(examples.map(({ operationId }) => operationId))]
let answer: unknown
const accepted = () => ({ status: 200, body: answer })
const api = new OpenAPIBackend({
  definition: DOCUMENT,
  quick: true,
  handlers: {
    ...Object.fromEntries(operations.map((operationId) => [operationId, accepted])),
    validationFail: ({ validation }: Context) => ({ status: 400, body: validation.errors }),
    notFound: () => ({ status: 404 }),
  },
  securityHandlers: { oauth2: () => true },
})
await api.init()

await judge(async ({ method, url: path, body, response }) => {
  answer = response
  const headers = { 'content-type': 'application/json', authorization: 'Bearer token' }
  const handled = (await api.handleRequest({ method, path, body, headers })) as {
    status: number
    body: unknown
  }
  return { status: handled.status, why: JSON.stringify(handled.body) }
})
