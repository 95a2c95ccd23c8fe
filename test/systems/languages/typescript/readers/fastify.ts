/** A server that Fastify's schemas judge the bodies of; `DEFAULTS=yes` leaves its options as they are. */
import fastify from 'fastify'
import glue from 'fastify-openapi-glue'
import { DOCUMENT, broken, examples, nameOf, print } from './cases.js'

const options = { removeAdditional: false, coerceTypes: false } as const
const application = fastify(
  process.argv[2] === 'defaults' ? {} : { ajv: { customOptions: options } },
)
let answer: unknown
const handlers = Object.fromEntries(
  examples.map(({ operationId }) => [operationId, () => Promise.resolve(answer)]),
)
await application.register(glue, {
  specification: DOCUMENT,
  serviceHandlers: handlers,
  securityHandlers: { initialize: () => undefined, oauth2: () => Promise.resolve() },
})

async function send(method: string, url: string, payload: unknown) {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer token' }
  const request = { method: method as 'POST', url, headers, payload: JSON.stringify(payload) }
  return application.inject(request)
}

for (const example of examples) {
  answer = example.response
  const { statusCode, body } = await send(example.method, example.url, example.body)
  print({ example: nameOf(example), taken: statusCode === 200, why: body })
}
for (const { rule, operationId, method, path, body } of broken) {
  answer = examples.find((example) => example.operationId === operationId)?.response
  const { statusCode } = await send(method, path, body)
  if (statusCode !== 200 && statusCode !== 400) throw new Error(`${rule}: ${statusCode}`)
  print({ rule, taken: statusCode === 200 })
}
