/** A server that Fastify's schemas judge the bodies of; the word `defaults` leaves its options as they are. */
import fastify from 'fastify'
import glue from 'fastify-openapi-glue'
import { DOCUMENT, examples, judge } from './cases.js'

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

await judge(async ({ method, url, body, response }) => {
  answer = response
  const headers = { 'content-type': 'application/json', authorization: 'Bearer token' }
  const request = { method: method as 'POST', url, headers, payload: JSON.stringify(body) }
  const { statusCode: status, body: why } = await application.inject(request)
  return { status, why }
})
