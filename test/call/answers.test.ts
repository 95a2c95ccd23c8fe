import { expect, it, vi } from 'vitest'
import { type ApiError, ClientError, type ClientOptions } from '../../src/index.js'
import { callBy } from '../support/client.js'
import { address, conversion, quote } from '../support/examples.js'
import { answer, reading, scripted, type Step } from '../support/scripted.js'

/** Each operation as a request. */
const calls = {
  createIssuerQuote: ['POST', '/v2/issuer-quote', quote],
  createStablecoinConversion: ['POST', '/v2/conversion/stablecoins', conversion],
  putCryptoDestinationAddress: ['PUT', '/v2/transfer/crypto-destination-address', address],
} as const
type Id = keyof typeof calls
const token = 'tok-1234567'
const caught = (call: Promise<unknown>) => call.catch((error: unknown) => error)
const bytes = (text: string | readonly number[]): Uint8Array =>
  typeof text === 'string' ? new TextEncoder().encode(text) : Uint8Array.from(text)

function fetched(step: Step, id: Id = 'createIssuerQuote', options: Partial<ClientOptions> = {}) {
  const [method, path, body] = calls[id]
  const { fetch } = scripted([step], { maxRetries: 0, ...options })
  return fetch(path, { method, body: JSON.stringify(body), redirect: 'follow' })
}

/**
 * What a call ends with after one answer. By createFetch it ends the same, but for what the service refused: that is a
 * Response.
 */
async function ending(step: Step, id: Id = 'createIssuerQuote'): Promise<unknown> {
  const { client, sent } = scripted([step], { maxRetries: 0 })
  const end = await caught(callBy(client, id, calls[id][2]))
  const response = await caught(fetched(step, id))
  if (!ClientError.is(end)) expect(response).toBeInstanceOf(Response)
  else if (end.outcome === 'rejected')
    expect(response).toHaveProperty('status', (end as ApiError).status)
  else expect(response).toMatchObject({ message: end.message, outcome: end.outcome })
  expect(sent.length).toBe(1)
  return end
}

it.each([200, 201, 204, 299])('an answer of %i with a JSON object is a success', async (status) => {
  expect(await ending(answer(status, { quote_id: 'q' }))).toEqual({ quote_id: 'q' })
})

it.each([0, 199, 300, 399, 500, 600])('an answer of %i may have taken effect', async (status) => {
  const error = await ending(answer(status, { why: 'x' }))
  expect(error).toMatchObject({ code: 'ERR_API', status, outcome: 'unknown', body: { why: 'x' } })
})

const below500 = Array.from({ length: 100 }, (_, at) => 400 + at)
it.each<[Id, refused: readonly number[]]>([
  // What a service answers that did nothing; every other status may come over what was carried out.
  [
    'createStablecoinConversion',
    [
      ...[400, 401, 402, 403, 404, 406, 410, 411, 413, 414, 415, 417, 421, 422, 426, 428, 429, 431],
      451,
    ],
  ],
  // It may be put again.
  ['putCryptoDestinationAddress', below500.filter((status) => ![408, 425].includes(status))],
])(
  'an answer of 400 to 499 refuses %s where only one that did nothing says so',
  async (id, all) => {
    const ends = await Promise.all(below500.map((status) => ending(answer(status), id)))
    const refused = (ends as ApiError[]).filter(({ outcome }) => outcome === 'rejected')
    expect(refused.map(({ status }) => status)).toEqual(all)
  },
)

const rejected = { code: 'ERR_API', outcome: 'rejected' }
const unknown = { code: 'ERR_API', outcome: 'unknown' }
const unread = { code: 'ERR_INVALID_RESPONSE', outcome: 'unknown', status: 200 }
const noObject = '200 with a body that is not a JSON object'
const lacking = '200 with a body that lacks a valid quote_id, which every success has, after 1'
const good = bytes('{"quote_id":"q"}')
const odd = bytes([...bytes('{"quote_id":"'), 0xff, ...bytes('"}')])
const start = bytes('{"why":')
const redirect = answer(307, '', { location: 'https://else.example.com' })

it.each<[string, Step, facts: object, text?: string]>([
  ['422 with an object', answer(422, '{"a":1}'), { ...rejected, body: { a: 1 } }],
  ['422 with a list', answer(422, '["a"]'), { ...rejected, body: ['a'] }],
  ['422 with null', answer(422, 'null'), { ...rejected, body: null }],
  ['422 without a body', answer(422, ''), { ...rejected, body: '' }, '422 after 1 attempt'],
  ['422 with what is no JSON', answer(422, '{"cut":'), { ...rejected, body: '{"cut":' }],
  ['422 that is no UTF-8', () => reading(422, { bytes: odd }), { body: { quote_id: '\uFFFD' } }],
  [
    '422 that breaks off',
    () => reading(422, { bytes: start, cut: 'broken' }),
    { ...rejected, body: '{"why":' },
  ],
  [
    '503 that asks to wait',
    answer(503, {}, { 'Retry-After': '7' }),
    { ...unknown, retryAfter: 7 },
    '503, which asks to wait 7 s, after 1 attempt',
  ],
  ['307', redirect, unknown, '307, a redirect, which is never followed, after 1 attempt'],
  ['200 without a body', answer(200, ''), { ...unread, body: '' }, '200 with no body, where the'],
  ...['[{}]', 'null', '5', '{', '<html>'].map((body): [string, Step, object, string] => [
    `200 with '${body}'`,
    answer(200, body),
    { ...unread, body },
    noObject,
  ]),
  // Of another encoding, an id in it would be changed.
  [
    '200 that is no UTF-8',
    () => reading(200, { bytes: odd }),
    { ...unread, body: '{"quote_id":"\uFFFD"}' },
  ],
  ['200 without the identifier', answer(200, { error: 'maintenance' }), unread, lacking],
  [
    '200 that breaks off, however good it looks',
    () => reading(200, { bytes: good, cut: 'broken' }),
    { code: 'ERR_CONNECTION', outcome: 'unknown' },
    '200 with an incomplete body',
  ],
  [
    '200 that is too large, however good it looks',
    () => reading(200, { bytes: good, cut: 'too_large' }),
    unread,
    '200 with a body of more than 1 MiB',
  ],
])('an answer %s says what it is', async (_, step, facts, text = '') => {
  const end = await ending(step)
  expect(end).toMatchObject(facts)
  expect(String(end)).toContain(text)
})

it.each([
  [405, '405, which gateways also send for a request that was carried out, after'],
  [409, '409, which may refer to an earlier copy with this ref_id, after'],
  [422, '422 after'],
])('an answer %i to a conversion says why it is no refusal, where it is none', async (...row) => {
  const [status, text] = row
  const end = await ending(answer(status), 'createStablecoinConversion')
  expect(String(end)).toContain(text)
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
])('an answer 401 with %j tells the code %s', async (challenge, error) => {
  const code = error === undefined ? '' : ` (${error})`
  const end = await ending(answer(401, {}, { 'WWW-Authenticate': challenge }))
  expect(end).toMatchObject({ code: 'ERR_AUTHENTICATION', outcome: 'rejected', status: 401 })
  expect(String(end)).toContain(`: 401${code}: the service refused the token`)
  expect((end as { error?: string }).error).toBe(error)
})

it.each([200, 422])(
  'the body of an answer %i is kept up to 8,000 characters, and what is cut as text',
  async (status) => {
    const text = JSON.stringify(['x'.repeat(7_996)])
    const kept = status === 422 ? (JSON.parse(text) as unknown) : text
    expect(await ending(answer(status, text))).toMatchObject({ body: kept })
    expect(await ending(answer(status, `${text} `))).toMatchObject({ body: text })
  },
)

it('an answer is asked for 1 MiB of its body', async () => {
  const read = vi.fn(() => ({ bytes: bytes('{}') }))
  await ending(() => Promise.resolve({ status: 200, headers: new Headers(), read }))
  expect(read).toHaveBeenCalledWith(1_048_576)
})

it('a success is a Response with status, headers and the body as it came', async () => {
  const text = '{ "quote_id": "q", "market": "PAXGUSD",\n "n": 12345678901234567890 }'
  const step = answer(201, text, {
    'X-Request-Id': 'r-1',
    'Content-Encoding': 'identity',
    'Content-Length': String(text.length),
    'Set-Cookie': 'sid=0123456789abcdef',
  })
  const response = await fetched(step)
  expect([response.status, response.ok, response.redirected]).toEqual([201, true, false])
  expect([...response.headers]).toEqual([['x-request-id', 'r-1']])
  expect(await response.clone().json()).toHaveProperty('quote_id', 'q')
  expect(await response.text()).toBe(text)
})

const escaped = token.replace('-', '\\u002d')
it.each<[body: string, clean?: string]>([
  [''],
  ['{"cut":'],
  [' { "why" : "x" } '],
  ['{"a":1.0,"a":2}'],
  [`{"why":"${'x'.repeat(10_000)}"}`],
  [`sent ${token}`, 'sent [redacted]'],
  [`{"sent": "${token}"}`, '{"sent": "[redacted]"}'],
  [`{"sent": "${escaped}"}`, '{"sent": "[redacted]"}'],
  [`{"sent": "Bearer ${token}"}`, '{"sent": "Bearer [redacted]"}'],
])(
  'a refusal is a Response with the body as it came, but for a secret: %j',
  async (body, clean) => {
    const response = await fetched(answer(422, body, { 'X-Request-Id': 'r-2', 'X-Echo': token }))
    const { headers } = response
    expect([headers.get('x-request-id'), headers.get('x-echo')]).toEqual(['r-2', '[redacted]'])
    expect([response.status, response.ok, await response.clone().text()]).toEqual([
      ...[422, false, clean ?? body],
    ])
  },
)

it('an error shows no token that a source gave for the call, and none that replaced it', async () => {
  const tokens = ['first-1234567', 'second-1234567']
  const auth = () => tokens[Math.min(count++, 1)] as string
  let count = 0
  const echo = { echo: tokens.join(' ') }
  const { client } = scripted([answer(401), answer(422, echo)], { auth })
  const error = await client.createIssuerQuote(quote).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ status: 422, body: { echo: '[redacted] [redacted]' } })
})

it.each<[longest: number, ...ends: string[]]>([
  [3_990, '[', ']'],
  [1_300, '{"a":', '}'],
])('a refusal is read however deeply it is nested: %i levels', async (longest, ...ends) => {
  for (const depth of [longest, 150_000]) {
    const [open, close] = ends.map((end) => end.repeat(depth))
    const [text, secret] = [`${open}1${close}`, `${open}"${token}"${close}`]
    const error = (await ending(answer(400, text))) as ApiError
    expect(error).toMatchObject({ code: 'ERR_API', outcome: 'rejected' })
    expect(error.body).toEqual(depth === longest ? JSON.parse(text) : text.slice(0, 8_000))
    expect(() => JSON.stringify(error)).not.toThrow()
    expect((await (await fetched(answer(400, text))).text()) === text).toBe(true)
    const clean = secret.replace(token, '[redacted]')
    expect((await (await fetched(answer(400, secret))).text()) === clean).toBe(true)
  }
})

it.each(['with the same', 'without another'])('a 401 is a Response %s token', async (what) => {
  let asked = 0
  const auth = (): string => {
    if (asked++ > 0 && what === 'without another') throw new Error('no other')
    return token
  }
  const step = answer(401, 'no', { 'WWW-Authenticate': 'Bearer error="invalid_token"' })
  const response = await fetched(step, 'createIssuerQuote', { auth, maxRetries: 2 })
  expect([response.status, await response.text(), asked]).toEqual([401, 'no', 2])
  expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
})
