import { expect, it, vi } from 'vitest'
import {
  type ApiError,
  type AuthenticationError,
  type ClientError,
  type ClientEvent,
} from '../../src/index.js'
import { callBy } from '../support/client.js'
import { answering } from '../support/fake-service.js'
import { parcel, postage, scripted, shelf } from '../support/parcels/calls.js'
import {
  type ClientOptions,
  createClient,
  createFetch,
  createPathClient,
} from '../support/parcels/client.js'
import { answer, reading, type Step } from '../support/scripted.js'

/** What a request for postage ends with after one answer. */
async function ending(step: Step, options: Partial<ClientOptions> = {}): Promise<unknown> {
  const { client } = scripted([step], { maxRetries: 0, ...options })
  return client.quotePostage(postage).catch((error: unknown) => error)
}
const ended = (call: Promise<unknown>) => call.catch((error: unknown) => error)
const bytes = (text: string | readonly number[]): Uint8Array =>
  typeof text === 'string' ? new TextEncoder().encode(text) : Uint8Array.from(text)

it.each([200, 201, 204, 299])('an answer of %i with a JSON object is a success', async (status) => {
  expect(await ending(answer(status, { postage_id: 'q' }))).toEqual({ postage_id: 'q' })
})

it.each([0, 199, 300, 399, 500, 600])('an answer of %i may have taken effect', async (status) => {
  const error = await ending(answer(status, { why: 'x' }))
  expect(error).toMatchObject({ code: 'ERR_API', status, outcome: 'unknown', body: { why: 'x' } })
})

/** What a service answers that did nothing; every other status may come over what was carried out. */
const refusals = [
  ...[400, 401, 402, 403, 404, 406, 410, 411, 413, 414, 415, 417, 421, 422, 426, 428, 429, 431],
  451,
]
const below500 = Array.from({ length: 100 }, (_, at) => 400 + at)
const outcomes = (step: (status: number) => Promise<unknown>) =>
  Promise.all(below500.map(async (status) => ((await step(status)) as ClientError).outcome))

it('an answer of 400 to 499 refuses postage and a parcel where only one that did nothing says so', async () => {
  const told = below500.map((status) => (refusals.includes(status) ? 'rejected' : 'unknown'))
  expect(await outcomes((status) => ending(answer(status)))).toEqual(told)
  expect(await outcomes((status) => ended(create(answer(status))))).toEqual(told)
})

it('an answer of 400 to 499 refuses a shelf, which may be put again, but for 408 and 425', async () => {
  const put = (status: number) =>
    scripted([answer(status)], { maxRetries: 0 }).client.putShelf(shelf)
  const told = below500.map((status) => ([408, 425].includes(status) ? 'unknown' : 'rejected'))
  expect(await outcomes((status) => ended(put(status)))).toEqual(told)
})

const create = (step: Step) => scripted([step]).client.createParcel(parcel)
it.each([
  [405, '405, which gateways also send for a request that was carried out, after'],
  [409, '409, which may refer to an earlier copy with this ref_id, after'],
  [422, '422 after'],
  [503, '503 after'],
])(
  'an answer of %i to a parcel says why it is no refusal, where it is none',
  async (status, text) => {
    expect(String(await ended(create(answer(status))))).toContain(`parcels: ${text} 1 attempt`)
  },
)

it.each([
  ['{"a":1}', { a: 1 }],
  ['["a"]', ['a']],
  ['null', null],
  ['{"cut":', '{"cut":'],
  ['', ''],
])('an answer that refuses with %j keeps what it said', async (text, body) => {
  expect(await ending(answer(422, text))).toMatchObject({ body })
})

it('an answer that refuses in JSON of 100 levels is kept as JSON, and in more as text', async () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  for (const depth of [100, 101, 100_000]) {
    const text = nested(depth)
    const error = (await ending(answer(400, text))) as ApiError
    expect([error.code, error.outcome]).toEqual(['ERR_API', 'rejected'])
    expect(error.body).toEqual(depth === 100 ? JSON.parse(text) : text.slice(0, 8_000))
    expect(() => JSON.stringify(error)).not.toThrow()
  }
})

it.each([200, 422])(
  'the body of an answer of %i is kept up to 8,000 characters, and what is cut as text',
  async (status) => {
    const text = JSON.stringify(['x'.repeat(7_996)])
    const kept = status === 422 ? (JSON.parse(text) as unknown) : text
    expect(await ending(answer(status, text))).toMatchObject({ body: kept })
    expect(await ending(answer(status, `${text} `))).toMatchObject({ body: text })
  },
)

it.each(['', '[{}]', 'null', '5', '{', '<html>'])(
  'an answer 200 with %j is no success',
  async (text) => {
    expect(await ending(answer(200, text))).toMatchObject({
      code: 'ERR_INVALID_RESPONSE',
      outcome: 'unknown',
      status: 200,
      body: text,
      message: expect.stringContaining('200 with a body that is not a JSON object') as string,
    })
  },
)

type Row = readonly [
  ...[id: string, method: 'POST' | 'PUT', path: string, body: object],
  made: (identifier: unknown) => object,
]
const paths = ['/v1/postage', '/v1/parcels', '/v1/shelf'] as const
/** Each operation with a body, and an answer that has an identifier and nothing else. */
const operations: readonly Row[] = [
  ['quotePostage', 'POST', paths[0], postage, (postage_id) => ({ postage_id })],
  ['createParcel', 'POST', paths[1], parcel, (id) => ({ id })],
  ['putShelf', 'PUT', paths[2], shelf, (id) => ({ shelf: { id } })],
]

/** What each way to make a call ends with after an answer, with default options, and how often it sent it. */
async function endings([id, method, path, body]: Row, json: unknown) {
  const service = answering(200, JSON.stringify(json))
  const drift: unknown[] = []
  const onEvent = ({ type }: ClientEvent): unknown => type === 'drift' && drift.push(type)
  const options = { baseUrl: 'https://api.example.com', auth: 'tok', fetch: service.fetch, onEvent }
  const init = { method, body: JSON.stringify(body) }
  const { request } = createPathClient(options)
  const verb = method.toLowerCase() as 'post'
  const ends = [
    await ended(callBy(createClient(options), id, body)),
    await ended(createFetch(options)(path, init).then((response) => response.json())),
    await ended(
      request(verb, path as (typeof paths)[0], { body } as never).then(({ data }) => data),
    ),
  ]
  return { ends, sent: service.sent.length, drift: drift.length }
}

it.each(operations)(
  'an answer 200 to %s without the identifier that the service gives is no success, by any way to call',
  async (...operation) => {
    const [, , , body, made] = operation
    const errors = [
      {},
      { code: 'INSUFFICIENT_FUNDS' },
      { error: 'maintenance' },
      { status: 'error' },
    ]
    const identifiers = ['', null, 7, true, ['q'], { id: 'q' }].map((value) => made(value))
    const echoes = [body, { room: 'HALL', place: '0x1' }]
    const elsewhere = [{ data: made('q') }, [made('q')]]
    for (const json of [...errors, ...identifiers, ...echoes, ...elsewhere]) {
      const { ends, sent, drift } = await endings(operation, json)
      const failure = { code: 'ERR_INVALID_RESPONSE', outcome: 'unknown', attempts: 1, status: 200 }
      expect(ends, JSON.stringify(json)).toMatchObject(Array(3).fill(failure))
      expect([sent, drift]).toEqual([3, 0])
    }
  },
)

it.each(operations)(
  'an answer 200 to %s with its identifier is a success, and what else is missing is drift',
  async (...operation) => {
    const data = operation[4]('q')
    expect(await endings(operation, data)).toEqual({ ends: [data, data, data], sent: 3, drift: 3 })
  },
)

it('an answer 200 without the identifier says which field is missing', async () => {
  expect(String(await ending(answer(200, { error: 'maintenance' })))).toContain(
    'POST /v1/postage: 200 with a body that lacks a valid postage_id, which every success has, after 1 attempt; outcome unknown.',
  )
})

it('an answer 200 whose text is no UTF-8 is no success: an id in it would be changed', async () => {
  const body = bytes([...bytes('{"postage_id":"'), 0xff, ...bytes('"}')])
  expect(await ending(() => reading(200, { bytes: body }))).toMatchObject({
    code: 'ERR_INVALID_RESPONSE',
    body: '{"postage_id":"\uFFFD"}',
  })
  expect(await ending(() => reading(422, { bytes: body }))).toMatchObject({
    body: { postage_id: '\uFFFD' },
  })
})

it.each([
  ['broken', 'ERR_CONNECTION', '200 with an incomplete body'],
  ['too_large', 'ERR_INVALID_RESPONSE', '200 with a body of more than 1 MiB'],
] as const)(
  'an answer 200 that is cut as %s is no success, however good it looks',
  async (cut, code, what) => {
    const error = await ending(() => reading(200, { bytes: bytes('{"postage_id":"q"}'), cut }))
    expect(error).toMatchObject({
      code,
      outcome: 'unknown',
      message: expect.stringContaining(what) as string,
    })
  },
)

it.each(['broken', 'too_large'] as const)(
  'an answer that refuses is read as far as it came: %s',
  async (cut) => {
    const error = await ending(() => reading(422, { bytes: bytes('{"why":'), cut }))
    expect(error).toMatchObject({ code: 'ERR_API', outcome: 'rejected', body: '{"why":' })
  },
)

it('an answer is asked for 1 MiB of its body', async () => {
  const read = vi.fn(() => ({ bytes: bytes('{}') }))
  await ending(() => Promise.resolve({ status: 200, headers: new Headers(), read }))
  expect(read).toHaveBeenCalledWith(1_048_576)
})

it('an answer that asks to wait says so, with the seconds', async () => {
  expect(await ending(answer(503, {}, { 'Retry-After': '7' }))).toMatchObject({
    retryAfter: 7,
    message: expect.stringContaining('503, which asks to wait 7 s, after 1 attempt') as string,
  })
  const silent = await ending(answer(503))
  expect(silent).toMatchObject({
    message: expect.stringContaining('503 after 1 attempt') as string,
  })
  expect(silent).not.toHaveProperty('retryAfter')
})

it('an answer that redirects is never followed, and says so', async () => {
  const redirect = answer(307, '', { location: 'https://else.example.com' })
  const { message } = (await ending(redirect)) as Error
  expect(message).toContain('307, a redirect, which is never followed, after')
  expect(((await ending(answer(400))) as Error).message).not.toContain('redirect')
})

it.each([
  ['Bearer error="invalid_token"', 'invalid_token'],
  ['Bearer realm="x", error="insufficient_scope", error_description="y"', 'insufficient_scope'],
  [`Bearer error="${'a'.repeat(64)}"`, 'a'.repeat(64)],
  [`Bearer error="${'a'.repeat(65)}"`, undefined],
  ['Bearer error="with space"', undefined],
  ['Bearer xerror="invalid_token"', undefined],
  ['Bearer error=invalid_token', undefined],
  ['', undefined],
])('401 with %j tells the code %s', async (challenge, error) => {
  const code = error === undefined ? '' : ` (${error})`
  const end = await ending(answer(401, {}, { 'WWW-Authenticate': challenge }))
  expect(end).toMatchObject({
    code: 'ERR_AUTHENTICATION',
    outcome: 'rejected',
    status: 401,
    message: expect.stringContaining(`: 401${code}: the service refused the token`) as string,
  })
  expect((end as AuthenticationError).error).toBe(error)
})
