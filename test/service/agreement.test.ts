import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { exampleAnswers } from '../../generated/index.js'
import { readExamples } from '../../scripts/lib/examples.js'
import { createRequestCheck } from '../../scripts/mock/check-request.js'
import { createClient, InvalidRequestError } from '../../src/index.js'
import { callBy } from '../support/client.js'
import { find, statusOf } from '../support/document.js'
import { quote } from '../support/examples.js'
import { brokenRules } from '../support/rules.js'
import { openFakeAndMock, type StandIn } from './stand-ins.js'

const prism = 'https://stoplight.io/prism/errors#'
const quotes = '/v2/issuer-quote'
const noToken = { authorization: '' }
const otherToken = { authorization: 'Bearer other' }
const plain = { 'content-type': 'text/plain' }

const both = await openFakeAndMock()
afterAll(() => Promise.all(both.map(({ stop }) => stop())))

// A list has what others made meanwhile.
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
    const { status, type, data } = await send(method, path, body)
    expect([status, type]).toEqual([422, 'application/problem+json'])
    expect(data).toMatchObject({ type: `${prism}UNPROCESSABLE_ENTITY`, title: 'Invalid request' })
    const [first] = data['validation'] as readonly object[]
    expect(first).toMatchObject({ message: expect.stringMatching(/\w/) as string })
  })

  it.each<[string, number, unknown, Record<string, string>?]>([
    ['no body', 422, Buffer.from('')],
    ['no content type', 422, quote, { 'content-type': '' }],
    ['JSON with a charset', 200, quote, { 'content-type': 'application/json; charset=utf-8' }],
  ])('answers %s with %i', async (_, status, body, headers) => {
    expect(await send('POST', quotes, body, headers)).toMatchObject({ status })
  })

  it.each<[string, number, string, RegExp, ...Parameters<StandIn['send']>]>([
    ['a body that is not JSON', 400, 'about:blank', /not JSON/, 'POST', quotes, Buffer.from('{')],
    ['no token', 401, `${prism}UNAUTHORIZED`, /no bearer token/, 'POST', quotes, quote, noToken],
    ['another token', 401, `${prism}UNAUTHORIZED`, /not issued/, 'POST', quotes, quote, otherToken],
    ['no such path', 404, `${prism}NO_PATH_MATCHED_ERROR`, /no operation/, 'POST', '/v2/no', quote],
    ['another method', 405, `${prism}NO_METHOD_MATCHED_ERROR`, /only POST/, 'GET', quotes],
    [
      'text',
      415,
      `${prism}INVALID_CONTENT_TYPE`,
      /types: application/,
      'POST',
      quotes,
      quote,
      plain,
    ],
  ])('says why it refuses %s with %i', async (_, status, type, detail, ...request) => {
    const answer = await send(...request)
    expect([answer.status, answer.type]).toEqual([status, 'application/problem+json'])
    const text = {
      title: expect.any(String) as string,
      detail: expect.stringMatching(detail) as string,
    }
    expect(answer.data).toEqual({ type, status, ...text })
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
