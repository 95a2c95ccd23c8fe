import { inspect } from 'node:util'
import type { StandardSchemaV1 } from '@tanstack/form-core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, type ClientOptions, createFetch } from '../../src/index.js'
import { createPathClient } from '../../src/openapi-fetch.js'
import { failureOf } from '../../src/testing.js'
import { heard } from '../support/heard-journal.js'
import { address, answer, conversion, ended, quote, scripted } from '../support/scripted.js'

interface Refusal {
  readonly reason: string
}
type Validate = StandardSchemaV1<unknown, Refusal>['~standard']['validate']
const schemaOf = (validate: Validate): StandardSchemaV1<unknown, Refusal> => ({
  '~standard': { version: 1, vendor: 'a-library', validate },
})

/** As a library's schema does that gives a member another name. */
const check: Validate = (body) => {
  const { code } = Object(body) as { code?: unknown }
  return typeof code === 'string'
    ? { value: { reason: code } }
    : { issues: [{ message: 'there is no code' }] }
}
const refused = answer(422, { code: 'limit', more: 1 })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function endOf(
  refusal: StandardSchemaV1<unknown, Refusal>,
  step = refused,
  more: Partial<ClientOptions> = {},
) {
  const { client, events } = scripted([step], { refusal, maxRetries: 0, ...more })
  const error = (await ended(client.createStablecoinConversion(conversion))) as ApiError
  return { error, events, body: ApiError.hasBody(error, refusal) ? error.body.reason : 'unknown' }
}

it.each<[string, Validate]>([
  ['at once', check],
  ['later', async (body) => check(body)],
])(
  'a refusal whose body fits the schema has its output as body, checked %s',
  async (_, validate) => {
    const { error, body } = await endOf(schemaOf(validate))
    expect(body).toBe('limit')
    expect(error).toMatchObject({ status: 422, outcome: 'rejected', body: { reason: 'limit' } })
    expect(ApiError.hasBody(error, schemaOf(validate))).toBe(false)
    expect(inspect([error, error.toJSON()], { depth: Infinity })).not.toContain('a-library')
  },
)

const raw = { code: 'limit', more: 1 }
it.each<[string, unknown, unknown, Validate]>([
  ['does not fit', { why: 'no' }, { why: 'no' }, check],
  ['is a page', '<p>503</p>', '<p>503</p>', check],
  ['was cut', `{"code":"${'x'.repeat(9_000)}"}`, `{"code":"${'x'.repeat(7_991)}`, check],
  [
    'is checked by what throws',
    raw,
    raw,
    () => {
      throw new Error('raw')
    },
  ],
  ['is checked by what rejects', raw, raw, () => Promise.reject(new Error('raw'))],
  ['is checked by what never settles', raw, raw, () => new Promise<never>(() => undefined)],
  ['is checked by what gives no result', raw, raw, () => undefined as never],
  ['is checked by what gives nothing to take', raw, raw, () => ({}) as never],
  [
    'is checked by what gives a value beside issues',
    raw,
    raw,
    () => ({ value: 1, issues: [{ message: 'no' }] }) as never,
  ],
])(
  'a refusal whose body %s keeps it, with the outcome that it had',
  async (_, sent, kept, validate) => {
    for (const [status, outcome] of [
      [422, 'rejected'],
      [503, 'unknown'],
    ] as const) {
      const { error, body, events } = await endOf(schemaOf(validate), answer(status, sent))
      expect(error).toMatchObject({ code: 'ERR_API', status, outcome, body: kept })
      expect([body, events.at(-1)]).toMatchObject(['unknown', { type: 'end', outcome }])
    }
  },
)

it('a schema that answers after the call ended changes nothing', async () => {
  const late: Validate = (body) =>
    new Promise<void>((resolve) => setTimeout(resolve, 40_000)).then(() => check(body))
  const started = Date.now()
  const { client } = scripted([refused], { refusal: schemaOf(late), totalTimeout: 1_000 })
  let at = 0
  const call = client.createIssuerQuote(quote).finally(() => (at = Date.now() - started))
  expect(await ended(call)).toMatchObject({ status: 422, body: raw })
  // The clock reads in whole milliseconds, and so may be one ahead.
  expect([at - (at % 10), Date.now() - started]).toEqual([1_000, 40_000])
})

it('a schema sees the body of the last attempt once, without secrets, and after the journal kept the outcome', async () => {
  const steps: unknown[] = []
  const refusal = schemaOf((body) => {
    steps.push(body)
    return check(body)
  })
  const echo = answer(503, { code: 'no', token: 'tok-1234567' })
  const { client } = scripted([echo], { refusal, maxRetries: 2 })
  expect(ApiError.hasBody(await ended(client.putCryptoDestinationAddress(address)), refusal)).toBe(
    true,
  )
  expect(steps).toEqual([{ code: 'no', token: '[redacted]' }])
  await endOf(refusal, refused, { journal: heard((what) => void steps.push(what)) })
  expect(steps.slice(2)).toEqual(['rejected', raw])
})

it('a refusal through a fetch is a Response as the service wrote it, and an unknown outcome has the checked body', async () => {
  const refusal = schemaOf(check)
  for (const status of [422, 503]) {
    const fetch = () => Promise.resolve(Response.json(raw, { status }))
    const options = { baseUrl: 'https://api.example.com', auth: 'tok-1234567', fetch, refusal }
    const init = { method: 'POST', body: JSON.stringify(quote) }
    const one = await ended(createFetch(options)('/v2/issuer-quote', init))
    const two = await ended(createPathClient(options).POST('/v2/issuer-quote', { body: quote }))
    if (status === 422) {
      expect(await (one as Response).json()).toEqual(raw)
      expect(two).toMatchObject({ error: raw, response: { status } })
    } else for (const error of [one, two]) expect(ApiError.hasBody(error, refusal)).toBe(true)
  }
})

it('a method that is replaced can fail with a body that a schema gave', async () => {
  const refusal = schemaOf(check)
  const facts = { operation: 'createIssuerQuote', status: 422, body: { reason: 'limit' } } as const
  const error = await ended(failureOf('ApiError', { ...facts, refusal }))
  expect(ApiError.hasBody(error, refusal) && error.body.reason).toBe('limit')
  expect(ApiError.hasBody(await ended(failureOf('ApiError', facts)), refusal)).toBe(false)
  expect(ApiError.hasBody(new Error('other'), refusal)).toBe(false)
  const { operation, status } = facts
  expect(() => failureOf('ApiError', { operation, status, refusal })).toThrow('give body beside')
})

it('without a schema no error has its body, and an error without it stays an ApiError', async () => {
  const error: unknown = await ended(failureOf('TimeoutError', { operation: 'createIssuerQuote' }))
  expect(ApiError.hasBody(error, undefined as never)).toBe(false)
  const refused = await ended(
    failureOf('ApiError', { operation: 'createIssuerQuote', status: 422 }),
  )
  const statusOf = (one: ApiError, loose: StandardSchemaV1): number =>
    ApiError.hasBody(one, loose) ? 0 : one.status
  expect(statusOf(refused as ApiError, schemaOf(check))).toBe(422)
})
