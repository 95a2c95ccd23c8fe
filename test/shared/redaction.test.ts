import { expect, it } from 'vitest'
import { redact, redactJson } from '../../src/shared/redact.js'
import { answer, quote, scripted } from '../support/scripted.js'

const gone = '[redacted]'

const secret = 'a"b\\c+/=d'
const codes = Array.from(secret, (character) => character.charCodeAt(0))
const escaped = (write: (code: number) => string): string =>
  codes
    .map((code) => {
      const character = String.fromCharCode(code)
      return /\w/.test(character) ? character : write(code)
    })
    .join('')
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')

it.each<[string, string]>([
  ['as it is', secret],
  ['in JSON', JSON.stringify(secret).slice(1, -1)],
  ['in JSON in JSON', JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
  ['in JSON with escaped slashes', JSON.stringify(secret).slice(1, -1).replace('/', '\\/')],
  ['in JSON by numbers', escaped((code) => `\\u${hex(code, 4)}`)],
  ['in JSON by numbers in capitals', escaped((code) => `\\u${hex(code, 4).toUpperCase()}`)],
  ['in JSON in JSON by numbers', escaped((code) => `\\\\u${hex(code, 4)}`)],
  ['in JSON four deep', escaped((code) => `\\\\\\\\u${hex(code, 4)}`)],
  ['in a URL', encodeURIComponent(secret)],
  ['in a URL in lower case', encodeURIComponent(secret).toLowerCase()],
  ['in a URL in a URL', encodeURIComponent(encodeURIComponent(secret))],
  ['in a URL three deep', encodeURIComponent(encodeURIComponent(encodeURIComponent(secret)))],
  ['in HTML by numbers', escaped((code) => `&#${code};`)],
  ['in HTML by numbers with zeros', escaped((code) => `&#00000${code};`)],
  ['in HTML by hexadecimal numbers', escaped((code) => `&#x${hex(code, 1)};`)],
  ['in HTML by those in capitals', escaped((code) => `&#X${hex(code, 1).toUpperCase()};`)],
  ['in HTML by those with zeros', escaped((code) => `&#x00000${hex(code, 1)};`)],
  ['in HTML by names', 'a&quot;b&#92;c&plus;&sol;&equals;d'],
  ['each character otherwise', 'a&quot;b\\\\c%2B\\/\\u003dd'],
])('a secret in a text is not shown %s', (_, text) => {
  expect(redact(text, [secret])).toBe(gone)
  expect(redact(`(${text}, ${text})`, [secret])).toBe(`(${gone}, ${gone})`)
})

it.each<[string, string, string]>([
  ['an ampersand', '12345&678', '12345&amp;678'],
  ['an apostrophe', "12345'678", '12345&apos;678'],
  ['less', '12345<678', '12345&lt;678'],
  ['more', '12345>678', '12345&gt;678'],
  ['a space in a form', '1234 5678', '1234+5678'],
  ['a space in a URL', '1234 5678', '1234%205678'],
  ['a letter in a URL', '1234ü5678', '1234%C3%BC5678'],
  ['a letter in JSON', '1234ü5678', '1234\\u00fc5678'],
  ['a letter by a number', '1234ü5678', '1234&#252;5678'],
  ['a letter of two units in JSON', '1234😀5678', '1234\\ud83d\\ude005678'],
  ['a letter of two units in a URL', '1234😀5678', '1234%F0%9F%98%805678'],
  ['a letter of two units by a number', '1234😀5678', '1234&#x1F600;5678'],
  ['dashes and dots', 'tok.en-12_3~4', 'tok.en-12_3~4'],
  ['what means something in patterns', '^a.b*[c]($|{2})', '^a.b*[c]($|{2})'],
  ['a line break in JSON', '1234\n5678', '1234\\u000a5678'],
])('a secret in a text is not shown with %s: %s', (_, secret, text) =>
  expect(redact(`<${text}>`, [secret])).toBe(`<${gone}>`),
)

it.each<[string, string]>([
  ['another text', 'a"b\\c+/=x'],
  ['a part of it', 'a"b\\c+/='],
  ['other letters', 'A"b\\c+/=d'],
  ['numbers of other characters', 'a&quot;b\\c%2C/=d'],
  ['a name in another case', 'a&QUOT;b\\c+/=d'],
  ['a plus, where it is no space', 'a"b\\c +/=d'],
])('a secret in a text is not seen in %s', (_, text) => expect(redact(text, [secret])).toBe(text))

it('a secret in a text is not taken for a pattern', () => {
  expect(redact('tokxen-1234', ['tok.en-1234'])).toBe('tokxen-1234')
  expect(redact('tok+en-1234', ['tok.en-1234'])).toBe('tok+en-1234')
  expect(redact('12345+678', ['12345 678'])).toBe(gone)
  expect(redact('12345x678', ['12345 678'])).toBe('12345x678')
})

it('a secret in a text is replaced in one pass, the longest first', () => {
  expect(redact('abcdefghij abcdefgh', ['abcdefgh', 'abcdefghij'])).toBe(`${gone} ${gone}`)
  expect(redact('abcdefghij abcdefgh', ['abcdefghij', 'abcdefgh'])).toBe(`${gone} ${gone}`)
  // `[redacted]` itself is not searched for secrets.
  expect(redact('12345678', ['12345678', 'redacted'])).toBe(gone)
})

it('a secret in a text is left alone where it is shorter than eight characters', () => {
  expect(redact('path 1234567', ['1234567', 't', ''])).toBe('path 1234567')
  expect(redact('path 12345678', ['12345678', 't', ''])).toBe(`path ${gone}`)
})

it('a secret in a text is not sought where there is none', () => {
  expect(redact('', [])).toBe('')
  expect(redact('text', [])).toBe('text')
})

it.each<[string, string, string]>([
  ['in a URL in HTML', 'a&b+c/d-1', 'a%26amp%3Bb%2Bc%2Fd-1'],
  ['with an escape of its own', 'a%41b&amp;c1', 'a%2541b&amp;amp;c1'],
  ['before what completes an escape', 'abcdefg%', 'abcdefg%41'],
  ['after what begins an escape', '41abcdefg', '%41abcdefg'],
  ['of backslashes in JSON', '\\'.repeat(8), '\\'.repeat(16)],
])('a secret in a text is not shown %s', (_, secret, text) => {
  expect(redact(text, [secret])).not.toContain(secret)
  expect(redact(text, [secret])).toContain(gone)
})

it('a secret in a text is replaced together with one that overlaps it', () => {
  expect(redact('<abcdefghijkl>', ['abcdefgh', 'efghijkl'])).toBe(`<${gone}>`)
  expect(redact('<aaaaaaaaaaaa>', ['aaaaaaaa'])).toBe(`<${gone}>`)
})

it('a secret in a text is found whole where only the beginning of a text is kept', () => {
  expect(redact('12345 tok-12345 tok-67890', ['tok-12345', 'tok-67890'], 8)).toBe(`12345 ${gone}`)
  expect(redact('12345 tok-12345', ['tok-12345'], 6)).toBe('12345 ')
  expect(redact('12345 tok-12345', ['tok-12345'], 20)).toBe(`12345 ${gone}`)
  expect(redact('12345', ['tok-12345'], 3)).toBe('123')
})

// Each of these took the product of both lengths, or twice as long for one character more.
it.each<[string, string, string]>([
  ['backslashes', `${'\\'.repeat(7)}secret-1`, '\\'.repeat(100_000)],
  ['percent signs', `${'%'.repeat(8)}secret-1`, '%25'.repeat(30_000)],
  ['ampersands', `${'&'.repeat(8)}secret-1`, '&amp;'.repeat(20_000)],
  ['digits of an entity', `${'&'.repeat(8)}secret-1`, '&#0000000'.repeat(10_000)],
  ['one letter', `${'a'.repeat(8_190)}b`, 'a'.repeat(2 ** 16)],
  ['backslashes and a long token', `${'\\'.repeat(8_190)}b`, '\\'.repeat(2 ** 16)],
])('a secret in a text costs no more than its length in a text of %s', (_, secret, text) => {
  expect(redact(text, [secret])).toBe(text)
  expect(redact(`${text}${secret}`, [secret])).toContain(gone)
})

it('a secret in a text leaves the list of secrets as it was', () => {
  const secrets = ['abcdefgh', 'abcdefghij']
  redact('x', secrets)
  expect(secrets).toEqual(['abcdefgh', 'abcdefghij'])
})

it('a secret in JSON is not shown in any value, and the rest stays', () => {
  const value = {
    a: 'say tok-12345',
    b: ['tok-12345', 5, null, true, { c: 'tok-12345' }],
    d: { e: 'fine' },
    f: 1.5,
  }
  expect(redactJson(value, ['tok-12345'])).toEqual({
    a: `say ${gone}`,
    b: [gone, 5, null, true, { c: gone }],
    d: { e: 'fine' },
    f: 1.5,
  })
})

it.each([
  ['tok-12345', gone],
  [null, null],
  [5, 5],
  [false, false],
])('a secret in JSON may be the whole: %j', (value, clean) =>
  expect(redactJson<unknown>(value, ['tok-12345'])).toBe(clean),
)

it.each([
  ['tok-12345', gone],
  ['token1234', gone],
  ['x'.repeat(25), gone],
  // These look like words, so they stay in names.
  ['nickname', 'nickname'],
  ['Nickname', 'Nickname'],
  ['nick_name', 'nick_name'],
  ['x'.repeat(24), 'x'.repeat(24)],
])('a secret in JSON is not shown as a name unless it may be a word: %s', (secret, name) =>
  expect(redactJson({ [secret]: secret }, [secret])).toEqual({ [name]: gone }),
)

const token = 'sec/ret+tok=1'
const said = async (body: unknown, headers: Record<string, string> = {}, status = 422) => {
  const { client, events } = scripted([answer(status, body, headers)], { auth: token })
  const error = await client.createIssuerQuote(quote).catch((reason: unknown) => reason)
  return { error: error as Error & { body?: unknown }, events }
}

it.each([
  ['as text', `you sent ${token}`, `you sent ${gone}`],
  ['as JSON', { you: { sent: token } }, { you: { sent: gone } }],
  ['as JSON with escapes', '{"sent":"sec\\/ret\\u002btok=1"}', { sent: gone }],
  ['as HTML', 'sec&#x2F;ret+tok&equals;1', gone],
  ['as a URL in lower case', 'sec%2fret%2btok%3d1', gone],
])(
  'a token that the service sends back is not in the body of an error: %s',
  async (_, body, kept) => {
    expect((await said(body)).error.body).toEqual(kept)
  },
)

it('a token that the service sends back is not in the body of a success that cannot be read', async () => {
  expect((await said(`<p>${token}</p>`, {}, 200)).error.body).toBe(`<p>${gone}</p>`)
})

it('a token that the service sends back is not in the first 200 characters of a refusal, which the message shows', async () => {
  const { error } = await said({ why: 'a limit', token, more: 'x'.repeat(400) })
  const start = `{"why":"a limit","token":"${gone}","more":"`
  expect(error.message).toContain(`422, which says ${start.padEnd(200, 'x')}, after 1 attempt;`)
  const cut = await said(`${'x'.repeat(195)}${token}`)
  expect(cut.error.message).toContain(`which says ${'x'.repeat(195)}${gone.slice(0, 5)}, after`)
})

it('a token that the service sends back is not in what is cut at 8,000 characters', async () => {
  const { error } = await said(`${'x'.repeat(7_995)}${token}`)
  expect(error.body).toBe(`${'x'.repeat(7_995)}${gone.slice(0, 5)}`)
})

it('a token that the service sends back is not in JSON that is too long to be kept as JSON', async () => {
  const { error } = await said({ token, more: 'x'.repeat(8_000) })
  expect(error.body).toMatch(/^\{"token":"\[redacted\]","more":"x+$/)
  expect(String(error.body).length).toBe(8_000)
})

it('a token that the service sends back is not the error code of a refused token', async () => {
  const plain = 'secret-token-1'
  const { client } = scripted(
    [answer(401, {}, { 'WWW-Authenticate': `Bearer error="${plain}"` })],
    { auth: plain },
  )
  const error = await client.createIssuerQuote(quote).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ status: 401, error: undefined })
  expect((error as Error).message).not.toContain(plain)
})

it('a token that the service sends back is not in what departs from the document', async () => {
  const { events } = await said({ quote_id: 'q', [token]: 'x' }, {}, 200)
  expect(JSON.stringify(events)).not.toContain(token)
  expect(JSON.stringify(events)).toContain(gone)
})
