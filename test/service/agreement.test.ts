import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { exampleAnswers } from '../../generated/index.js'
import { readExamples } from '../../scripts/lib/examples.js'
import { createClient, InvalidRequestError } from '../../src/index.js'
import { createRequestCheck } from '../../src/mock/check-request.js'
import { callBy } from '../support/client.js'
import { find, statusOf } from '../support/document.js'
import { quote } from '../support/examples.js'
import { brokenRules } from '../support/rules.js'
import { openFakeAndMock } from './stand-ins.js'

const both = await openFakeAndMock()
afterAll(() => Promise.all(both.map(({ stop }) => stop())))

// A list has what others made meanwhile: test/next-operation/ asks for those.
const examples = (await readExamples()).filter(
  ({ operationId }) => !exampleAnswers[operationId]?.resource?.list,
)

describe.each(both)('$title', ({ send }) => {
  it.each(examples)('answers the example $name of $operationId', async (example) => {
    const { operationId, method, url, body, headers, response } = example
    const { status, type, data } = await send(method, url, body, headers)
    expect([status, data]).toEqual([statusOf(operationId), response])
    if (response) expect(type).toBe('application/json')
  })

  it.each(brokenRules)('refuses for $operationId: $rule', async ({ operationId, body }) => {
    const { method, path } = find(operationId)
    const { status, data } = await send(method, path, body)
    expect([status, data]).toEqual([422, undefined])
  })

  it.each<[string, number, unknown, Record<string, string>?]>([
    ['a body that is not JSON', 400, Buffer.from('{')],
    ['no body', 422, Buffer.from('')],
    ['another content type', 415, quote, { 'content-type': 'text/plain' }],
    ['no content type', 422, quote, { 'content-type': '' }],
    ['JSON with a charset', 200, quote, { 'content-type': 'application/json; charset=utf-8' }],
    ['no token', 401, quote, { authorization: '' }],
  ])('answers %s with %i', async (_, status, body, headers) => {
    expect(await send('POST', '/v2/issuer-quote', body, headers)).toMatchObject({ status })
  })

  it('answers a path that is not there with 404, and another method with 405', async () => {
    expect(await send('POST', '/v2/no-operation', quote)).toMatchObject({ status: 404 })
    expect(await send('GET', '/v2/issuer-quote')).toMatchObject({ status: 405 })
  })
})

it('Prism reads the document in OpenAPI 3.0, and accepts every example and refuses every broken rule', async () => {
  const published = JSON.parse(await readFile('generated/openapi-3.0.json', 'utf8')) as object
  const check = await createRequestCheck(published)
  const json = { authorization: 'Bearer any', 'content-type': 'application/json' }
  const isRefused = async (method: string, url: string, body: unknown, headers = {}) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    return (
      (await check({ method, url, headers: { ...json, ...headers }, body: text }))?.status === 422
    )
  }
  for (const { method, url, name, body, headers } of examples)
    expect([name, await isRefused(method, url, body, headers)]).toEqual([name, false])
  for (const { operationId, rule, body } of brokenRules) {
    const { method, path } = find(operationId)
    expect([rule, await isRefused(method, path, body)]).toEqual([rule, true])
  }
})

it.each(brokenRules)('the client refuses for $operationId: $rule', async (broken) => {
  const { operationId, body, path } = broken
  const transport = () => Promise.reject(new Error('a body that breaks a rule was sent'))
  const client = createClient({ baseUrl: 'https://api.example.com', auth: 'any', transport })
  const refusal: unknown = await callBy(client, operationId, body).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(InvalidRequestError)
  expect(refusal).toMatchObject({ operation: operationId, outcome: 'not_sent', attempts: 0 })
  const paths = (refusal as InvalidRequestError).issues.map((issue) => issue.path.join('.'))
  expect(paths).toContain(path)
})
