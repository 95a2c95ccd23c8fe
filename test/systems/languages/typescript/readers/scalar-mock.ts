/** Scalar's mock: it answers with the first example of an operation, and judges bodies. */
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { createMockServer } from '@scalar/mock-server'
import { DOCUMENT, broken, examples, nameOf, print } from './cases.js'

const log = console.log
console.log = () => undefined // it prints how to use it
const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as object
const application = await createMockServer({ document })
console.log = log

async function send(method: string, path: string, body: unknown) {
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer token' }
  return application.request(path, { method, headers, body: JSON.stringify(body) })
}

for (const example of examples) {
  const [first] = examples.filter(({ operationId }) => operationId === example.operationId)
  const answer = await send(example.method, example.url, example.body)
  const text = await answer.text()
  const isFirst = answer.status === 200 && isDeepStrictEqual(JSON.parse(text), first?.response)
  print({ example: nameOf(example), taken: isFirst, why: text })
}
for (const { rule, method, path, body } of broken)
  print({ rule, taken: (await send(method, path, body)).status === 200 })
