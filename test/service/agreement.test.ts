import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exampleAnswers } from '../../generated/index.js'
import { operations as table } from '../../generated/index.js'
import { forbidOthers } from '../../scripts/generate/read/exclusive.js'
import { dereference, requestSchema } from '../../scripts/lib/document.js'
import { readExamples } from '../../scripts/lib/examples.js'
import { fits } from '../../src/document/schema-check.js'
import { InvalidRequestError } from '../../src/index.js'
import { agreed, ask } from '../agreement/ask.js'
import { bearerOf, type Door, doors } from '../agreement/doors.js'
import { nearlyValid } from '../support/arbitrary.js'
import { cases } from '../support/cases.js'
import { callBy, prismClient } from '../support/client.js'
import {
  document,
  find,
  requestByAjv,
  responseByAjv,
  statusOf,
  withBody,
} from '../support/document.js'
import { brokenRules } from '../support/rules.js'

const examples = await readExamples()
const json = { 'content-type': 'application/json' }
const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'SELL', base_amount: '7.5' } as const

/** How many random bodies of each operation are sent. */
const bodies = cases(1_000, 150)
const unreachable = (): never => {
  throw new Error('a body that breaks a rule was sent')
}

let all: readonly Door[]
beforeAll(async () => {
  all = await Promise.all(doors.map((open) => open()))
})
afterAll(() => Promise.all(all.map(({ stop }) => stop())))

it.each(examples)('over HTTP, $name of $operationId is answered as documented', async (example) => {
  const { operationId, name, request, response } = example
  const client = prismClient({
    fetch: (url, init) => {
      const headers = new Headers(init.headers)
      headers.set('Prefer', `example=${name}`)
      return fetch(url, { ...init, headers })
    },
  })
  const { data, status, attempts } = await callBy(client, operationId, request).withResponse()
  expect({ data, status, attempts }).toEqual({
    data: response,
    status: statusOf(operationId),
    attempts: 1,
  })
  expect(responseByAjv[operationId]?.(data)).toBe(true)
  const rules = table[operationId]?.response
  expect(rules === undefined || fits(rules, data)).toBe(true)
})

// A list has what others made meanwhile: test/next-operation/ asks for those.
const single = examples.filter(({ operationId }) => !exampleAnswers[operationId]?.resource?.list)
it.each(single)(
  'the fake, the mock and Prism alone agree on the example $name of $operationId',
  async (example) => {
    const { operationId, method, url: path, name, body, response } = example
    const answers = await ask(all, async (door) => {
      const authorization = await bearerOf(door)
      // Prism serves the first example unless it is asked for another.
      const headers = { ...json, ...example.headers, authorization, prefer: `example=${name}` }
      const {
        status,
        headers: answered,
        text,
      } = await door.send({ method, path, headers, body: JSON.stringify(body) })
      const data = text === '' ? undefined : (JSON.parse(text) as unknown)
      return [status, data && answered.get('content-type'), data]
    })
    agreed(answers, [statusOf(operationId), response && 'application/json', response])
  },
)

it.each(brokenRules)(
  'the fake, the mock and Prism alone agree that $operationId refuses: $rule',
  async (broken) => {
    const { operationId, body, path: field } = broken
    const call = callBy(prismClient({ fetch: unreachable }), operationId, body)
    const refusal: unknown = await call.catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(InvalidRequestError)
    expect(refusal).toMatchObject({ operation: operationId, outcome: 'not_sent', attempts: 0 })
    expect((refusal as InvalidRequestError).issues.map((issue) => issue.jsonPath)).toContain(field)
    expect(requestByAjv[operationId]?.(body)).toBe(false)

    const { method, path } = find(operationId)
    const answers = await ask(all, async (door) => {
      const headers = { ...json, authorization: await bearerOf(door) }
      const { status, text } = await door.send({
        method,
        path,
        headers,
        body: JSON.stringify(body),
      })
      return [status, text]
    })
    agreed(answers, [422, ''])
  },
)

const text = JSON.stringify(quote)
it.each<[string, number, string, string, Record<string, string>, string | undefined]>([
  ['a body that is not JSON', 400, 'POST', '/v2/issuer-quote', json, '{'],
  ['no body', 422, 'POST', '/v2/issuer-quote', json, ''],
  ['another content type', 415, 'POST', '/v2/issuer-quote', { 'content-type': 'text/plain' }, text],
  ['no content type', 422, 'POST', '/v2/issuer-quote', { 'content-type': '' }, text],
  [
    'JSON with a charset',
    200,
    'POST',
    '/v2/issuer-quote',
    { 'content-type': 'application/json; charset=utf-8' },
    text,
  ],
  ['a path that is not there', 404, 'POST', '/v2/no-operation', json, text],
  ['another method', 405, 'DELETE', '/v2/issuer-quote', {}, undefined],
])(
  'the fake, the mock and Prism alone agree on the status for %s',
  async (_what, status, method, path, headers, body) => {
    const answers = await ask(all, async (door) => {
      const authorization = await bearerOf(door)
      const raw = { method, path, headers: { ...headers, authorization } }
      return (await door.send(body === undefined ? raw : { ...raw, body })).status
    })
    agreed(answers, status)
  },
)

it('the fake, the mock and Prism alone agree that a request without a token is answered 401', async () => {
  const raw = { method: 'POST', path: '/v2/issuer-quote', headers: json, body: text }
  agreed(await ask(all, async ({ send }) => (await send(raw)).status), 401)
})

it.each(withBody)(
  'the fake, the mock and Prism alone agree which random bodies near its schema $id accepts',
  async (operation) => {
    const { method, path } = operation
    const schema = dereference(forbidOthers(document), requestSchema(operation) ?? false)
    const bearers = new Map(
      await Promise.all(all.map(async (door) => [door, await bearerOf(door)] as const)),
    )
    const counts = { accepted: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(nearlyValid(schema), async (value) => {
        const body = JSON.stringify(value)
        const isValid = fits(table[operation.id]?.request ?? false, JSON.parse(body))
        const answers = await ask(all, async (door) => {
          const headers = { ...json, authorization: bearers.get(door) ?? '' }
          return (await door.send({ method, path, headers, body })).status
        })
        agreed(answers, isValid ? 200 : 422)
        expect(requestByAjv[operation.id]?.(JSON.parse(body))).toBe(isValid)
        counts[isValid ? 'accepted' : 'refused']++
      }),
      { numRuns: bodies },
    )
    // Both valid and invalid bodies occurred: otherwise nothing was compared.
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(bodies / 30)
  },
)
