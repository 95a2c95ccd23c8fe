/** Scalar's mock: it answers with the first example of an operation, and judges bodies. */
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { createMockServer } from '@scalar/mock-server'
import { DOCUMENT, examples, judge } from './cases.js'

const log = console.log
console.log = () => undefined // it prints how to use it
const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as object
const application = await createMockServer({ document })
console.log = log

await judge(async ({ operationId, method, url, body }) => {
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer token' }
  const { response } = examples.find((one) => one.operationId === operationId)!
  const answer = await application.request(url, { method, headers, body: JSON.stringify(body) })
  const why = await answer.text()
  if (answer.status === 200 && !isDeepStrictEqual(JSON.parse(why), response)) throw new Error(why)
  return { status: answer.status === 200 ? 200 : 400, why }
})
