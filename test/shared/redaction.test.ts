import { expect, it } from 'vitest'
import { type ApiError, createFetch } from '../../src/index.js'
import { redact, redactJson } from '../../src/shared/redact.js'
import { conversion, quote } from '../support/examples.js'
import { answer, scripted } from '../support/scripted.js'

const gone = '[redacted]'
const json = (text: string): string => JSON.stringify(text).slice(1, -1)
const form = (text: string): string => new URLSearchParams({ a: text }).toString().slice(2)
const gson: typeof json = (text) =>
  json(text).replace(/[<>&'=]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)

const token = 'ab+cd/ef==-1'
const secret = 'a"b\\c+/=d <&>\' é'
it.each<[string, (text: string) => string]>([
  ['as it is', (text) => text],
  ['in JSON', json],
  ['in JSON of Gson', gson],
  ['in JSON of .NET', (text) => json(text).replaceAll('+', '\\u002B').replace('é', '\\u00E9')],
  ['in a URL', encodeURIComponent],
  ['in a URL that is escaped as a whole', encodeURI],
  [
    'in a URL in lower case',
    (text) => encodeURIComponent(text).replace(/%../g, (one) => one.toLowerCase()),
  ],
  ['in a form', form],
  ['in a URL in JSON', (text) => json(encodeURI(text)).replaceAll('/', '\\/')],
])('a secret in a text is not shown %s', (_, write) => {
  for (const one of [secret, token])
    expect(redact(`(${write(one)}, ${write(one)})`, [one])).toBe(`(${gone}, ${gone})`)
})

it.each<[string, string, string]>([
  ['another text', token, 'ab+cd/ef==-2'],
  ['a part of it', token, 'ab+cd/ef==-'],
  ['a plus, where it is no space', token, 'ab +cd/ef==-1'],
  ['what a pattern of it would fit', 'tok.en-1234', 'tokxen-1234'],
  ['fewer than eight characters', '1234567', '1234567'],
])('a secret in a text is not seen in %s', (_, one, text) =>
  expect(redact(text, [one, 't', ''])).toBe(text),
)

it('a secret in a text is replaced by the longest first, in any order', () => {
  const secrets = ['abcdefgh', 'abcdefghij']
  for (const list of [secrets, secrets.toReversed()])
    expect(redact('abcdefghij abcdefgh', list)).toBe(`${gone} ${gone}`)
  expect(redact('12345678', ['12345678', 't', ''])).toBe(gone)
})

it('a secret in a text is replaced before the text is cut', () => {
  const secrets = ['tok-12345', 'tok-67890']
  expect(redact('12345 tok-12345 tok-67890', secrets, 20)).toBe(`12345 ${gone} [re`)
  expect(redact('12345 tok-12345', secrets, 10)).toBe('12345 [red')
  expect(redact(`12345 ${form(token)}`, [token], 20)).toBe(`12345 ${gone}`)
})

it.each([8_190, 8_191, 8_192, 8_193, 20_000])(
  'a secret in a text is hidden as a whole: %i',
  (length) => {
    const long = Array.from({ length }, (_, at) => `${at};`)
      .join('')
      .slice(0, length)
    expect(redact(`(${long}) ${long.slice(-7)}`, [long])).toBe(`(${gone}) ${long.slice(-7)}`)
  },
)

/** A header of a browser, and a refusal: each word of the one was looked for in all of the other. */
const cookie = Array.from({ length: 620 }, (_, at) => `name${at}=value-${at * 7919}`).join('; ')
it.each<[string, string, string?]>([
  ['a text with its words', `<p>${cookie.slice(0, 200)}</p>`.repeat(970)],
  ['a text with all of it', `${'x'.repeat(7_000)}${cookie}`.padEnd(200_000, 'y ')],
  ['JSON of many texts', JSON.stringify(Array.from({ length: 20_000 }, (_, at) => `name${at}`))],
  ['one letter, as is the token', 'a'.repeat(200_000), 'a'.repeat(8_192)],
  ['backslashes, as is the token', '\\'.repeat(200_000), '\\'.repeat(30) + '"'],
])('a long secret costs less than 1,000 loops over an answer: %s', { retry: 4 }, async (...row) => {
  const [, text, auth = token] = row
  const transport = answer(422, text)
  const headers = { cookie, 'x-copy': cookie }
  const send = createFetch({ baseUrl: 'https://api.example.com', auth, transport, headers })
  const call = { method: 'POST', body: JSON.stringify(quote) }
  await send('/v2/issuer-quote', call)
  const start = performance.now()
  await send('/v2/issuer-quote', call)
  const spent = performance.now() - start
  let sum = 0
  for (let turn = 0; turn < 100; turn++)
    for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at)
  expect(sum).toBeGreaterThan(0)
  expect(spent).toBeLessThan((performance.now() - start - spent) * 10)
})

it('a secret in JSON is not shown in any value or name, and the rest stays', () => {
  const one = { 'tok-12345': 'tok-12345' }
  const value = { a: 'say tok-12345', b: ['tok-12345', 5, null, true, one], f: 1.5 }
  const clean = { a: `say ${gone}`, b: [gone, 5, null, true, { [gone]: gone }], f: 1.5 }
  expect(redactJson(value, ['tok-12345'])).toEqual(clean)
  expect(redactJson<unknown>('tok-12345', ['tok-12345'])).toBe(gone)
})

/** The error of a call whose answer repeats the token. */
const failure = async (body: unknown, status = 422, headers = {}, auth = token) => {
  const { client } = scripted([answer(status, body, headers)], { auth })
  const error = await client.createIssuerQuote(quote).catch((reason: unknown) => reason)
  return error as Error & { body?: unknown; error?: unknown }
}

it.each<[string, unknown, number, unknown]>([
  ['a text', `you sent ${token}`, 422, `you sent ${gone}`],
  ['JSON', { you: { sent: token } }, 422, { you: { sent: gone } }],
  ['JSON with escapes', '{"sent":"ab\\u002bcd\\/ef==-1"}', 422, { sent: gone }],
  ['a success that cannot be read', `<p>${token}</p>`, 200, `<p>${gone}</p>`],
  ['a text that is cut', 'x'.repeat(7_995) + token, 422, `${'x'.repeat(7_995)}[reda`],
  [
    'JSON that is too long to be kept as JSON',
    { token, more: 'x'.repeat(8_000) },
    422,
    `{"token":"${gone}","more":"`.padEnd(8_000, 'x'),
  ],
])(
  'a token that the service sends back is not in the body of an error: %s',
  async (_, body, status, kept) => expect((await failure(body, status)).body).toEqual(kept),
)

it('a token that the service sends back is not in the words of a refusal that the message shows', async () => {
  const error = await failure({ message: `no ${token}`, token })
  expect(error.message).toContain(`422, which says no ${gone}, after 1 attempt;`)
  const cut = await failure({ message: `${'x'.repeat(195)}${token}` })
  expect(cut.message).toContain(`which says ${'x'.repeat(195)}[reda, after`)
})

it('a reference is readable wherever it stands, also where a header has it or a part of it', async () => {
  const step = answer(422, { message: 'no treasury-2026-0001', got: `treasury-2026 ${token}` })
  const headers = { 'X-Ref': 'treasury-2026-0001', 'X-Desk': 'treasury-2026', 'X-Copy': token }
  const call = scripted([step]).client.createStablecoinConversion(
    { ...conversion, ref_id: 'treasury-2026-0001' },
    { headers },
  )
  const error = (await call.catch((reason: unknown) => reason)) as ApiError
  expect(error).toMatchObject({
    refId: 'treasury-2026-0001',
    body: { message: 'no treasury-2026-0001', got: `treasury-2026 ${gone}` },
    message: expect.stringContaining('which says no treasury-2026-0001, after') as string,
  })
})

it('a token that the service sends back is no error code', async () => {
  const challenge = { 'WWW-Authenticate': 'Bearer error="token-123"' }
  const error = await failure({}, 401, challenge, 'token-123')
  expect([error.error, error.message.includes('token-123')]).toEqual([undefined, false])
})
