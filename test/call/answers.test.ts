import { expect, it } from 'vitest'
import type { ApiError, ClientError, ClientOptions } from '../../src/index.js'
import {
  address,
  answer,
  conversion,
  quote,
  reading,
  scripted,
  type Step,
} from '../support/scripted.js'

/** What a quote ends with after one answer. */
async function ending(step: Step, options: Partial<ClientOptions> = {}): Promise<unknown> {
  const { client } = scripted([step], { maxRetries: 0, ...options })
  return client.createIssuerQuote(quote).catch((error: unknown) => error)
}
const ended = (call: Promise<unknown>) => call.catch((error: unknown) => error)
const bytes = (text: string | readonly number[]): Uint8Array =>
  typeof text === 'string' ? new TextEncoder().encode(text) : Uint8Array.from(text)

it.each([200, 201, 204, 299])('an answer of %i with a JSON object is a success', async (status) => {
  expect(await ending(answer(status, { quote_id: 'q' }))).toEqual({ quote_id: 'q' })
})

it.each([
  [0, 'unknown'],
  [100, 'unknown'],
  [199, 'unknown'],
  [300, 'unknown'],
  [302, 'unknown'],
  [399, 'unknown'],
  [500, 'unknown'],
  [503, 'unknown'],
  [600, 'unknown'],
])('an answer of %i is %s', async (status, outcome) => {
  const error = await ending(answer(status, { why: 'x' }))
  expect(error).toMatchObject({ code: 'ERR_API', status, outcome, body: { why: 'x' } })
})

/** What a service answers that did nothing; every other status may come over what was carried out. */
const refusals = [
  ...[400, 401, 402, 403, 404, 406, 410, 411, 413, 414, 415, 417, 421, 422, 426, 428, 429, 431],
  451,
]
const below500 = Array.from({ length: 100 }, (_, at) => 400 + at)
const outcomes = (step: (status: number) => Promise<unknown>) =>
  Promise.all(below500.map(async (status) => ((await step(status)) as ClientError).outcome))

it('an answer of 400 to 499 refuses a quote and a conversion where only one that did nothing says so', async () => {
  const told = below500.map((status) => (refusals.includes(status) ? 'rejected' : 'unknown'))
  expect(await outcomes((status) => ending(answer(status)))).toEqual(told)
  expect(await outcomes((status) => ended(convert(answer(status))))).toEqual(told)
})

it('an answer of 400 to 499 refuses an address, which may be put again, but for 408 and 425', async () => {
  const put = (status: number) =>
    scripted([answer(status)], { maxRetries: 0 }).client.putCryptoDestinationAddress(address)
  const told = below500.map((status) => ([408, 425].includes(status) ? 'unknown' : 'rejected'))
  expect(await outcomes((status) => ended(put(status)))).toEqual(told)
})

const convert = (step: Step) => scripted([step]).client.createStablecoinConversion(conversion)
it.each([
  [405, '405, which gateways also send for a request that was carried out, after'],
  [409, '409, which may refer to an earlier copy with this ref_id, after'],
  [422, '422 after'],
  [503, '503 after'],
])(
  'an answer of %i to a conversion says why it is no refusal, where it is none',
  async (status, text) => {
    expect(String(await ended(convert(answer(status))))).toContain(`stablecoins: ${text} 1 attempt`)
  },
)

it('an answer of 409 to what has no reference says the same as one of 405', async () => {
  expect(String(await ending(answer(409, {}, { 'retry-after': '3' })))).toContain(
    '409, which gateways also send for a request that was carried out, which asks to wait 3 s, after',
  )
  const put = scripted([answer(409)]).client.putCryptoDestinationAddress(address)
  expect(String(await ended(put))).toContain('address: 409 after 1 attempt; outcome rejected')
})

it.each([
  ['{"a":1}', { a: 1 }],
  ['["a"]', ['a']],
  ['"a"', 'a'],
  ['null', null],
  ['5', 5],
  ['plain', 'plain'],
  ['{"cut":', '{"cut":'],
  ['', ''],
])('an answer that refuses with %j keeps what it said', async (text, body) => {
  expect(await ending(answer(422, text))).toMatchObject({ body })
})

it('an answer that refuses in JSON of 100 levels is kept as JSON, and in more as text', async () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  for (const depth of [100, 101, 3_900, 5_000, 100_000]) {
    const text = nested(depth)
    const error = (await ending(answer(400, text))) as ApiError
    expect([error.code, error.outcome]).toEqual(['ERR_API', 'rejected'])
    expect(error.body).toEqual(depth === 100 ? JSON.parse(text) : text.slice(0, 8_000))
    expect(() => JSON.stringify(error)).not.toThrow()
  }
})

it.each([
  [8_000, 'as JSON'],
  [8_001, 'as text'],
])('an answer that refuses in JSON of %i characters is kept %s', async (length, kind) => {
  const text = JSON.stringify({ why: 'x'.repeat(length - 10) })
  expect(text.length).toBe(length)
  const body: unknown = kind === 'as JSON' ? JSON.parse(text) : text.slice(0, 8_000)
  expect(await ending(answer(422, text))).toMatchObject({ body })
})

it('an answer is kept up to 8,000 characters', async () => {
  const text = 'x'.repeat(8_000)
  expect(await ending(answer(422, `${text}y`))).toMatchObject({ body: text })
  expect(await ending(answer(200, `${text}y`))).toMatchObject({ body: text })
})

it.each(['', '[]', '[{}]', 'null', '5', '"x"', 'true', '{', '<html>'])(
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

it('an answer 200 whose text is no UTF-8 is no success: an id in it would be changed', async () => {
  const body = bytes([...bytes('{"quote_id":"'), 0xff, ...bytes('"}')])
  expect(await ending(() => reading(200, { bytes: body }))).toMatchObject({
    code: 'ERR_INVALID_RESPONSE',
    body: '{"quote_id":"\uFFFD"}',
  })
  expect(await ending(() => reading(422, { bytes: body }))).toMatchObject({
    body: { quote_id: '\uFFFD' },
  })
})

it.each([
  ['broken', 'ERR_CONNECTION', '200 with an incomplete body'],
  ['too_large', 'ERR_INVALID_RESPONSE', '200 with a body of more than 1 MiB'],
] as const)(
  'an answer 200 that is cut as %s is no success, however good it looks',
  async (cut, code, what) => {
    const error = await ending(() => reading(200, { bytes: bytes('{"quote_id":"q"}'), cut }))
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
  const limits: number[] = []
  const step: Step = () =>
    Promise.resolve({
      status: 200,
      headers: new Headers(),
      read: (limit) => {
        limits.push(limit)
        return { bytes: bytes('{}') }
      },
    })
  await ending(step)
  expect(limits).toEqual([1_048_576])
})

it('an answer that asks to wait says so, with the seconds', async () => {
  expect(await ending(answer(503, {}, { 'Retry-After': '7' }))).toMatchObject({
    retryAfter: 7,
    message: expect.stringContaining('503, which asks to wait 7 s, after 1 attempt') as string,
  })
  expect(await ending(answer(503))).toMatchObject({
    retryAfter: undefined,
    message: expect.stringContaining('503 after 1 attempt') as string,
  })
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
  ['Bearer error="a.b-c_1"', 'a.b-c_1'],
])('401 tells the code of %j', async (challenge, error) => {
  expect(await ending(answer(401, {}, { 'WWW-Authenticate': challenge }))).toMatchObject({
    code: 'ERR_AUTHENTICATION',
    outcome: 'rejected',
    status: 401,
    error,
    message: expect.stringContaining(`401 (${error}): the service refused the token`) as string,
  })
})

it.each([
  ['Bearer'],
  ['Bearer error=""'],
  ['Bearer error="with space"'],
  ['Bearer xerror="invalid_token"'],
  ['Bearer error=invalid_token'],
  [`Bearer error="${'a'.repeat(65)}"`],
  [undefined],
])('401 tells no code of %j', async (challenge) => {
  const headers = challenge === undefined ? {} : { 'WWW-Authenticate': challenge }
  expect(await ending(answer(401, {}, headers))).toMatchObject({
    status: 401,
    error: undefined,
    message: expect.stringContaining(': 401: the service refused the token') as string,
  })
})
