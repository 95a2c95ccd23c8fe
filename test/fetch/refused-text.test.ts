import { expect, it } from 'vitest'
import { answering, fetchOf, post, postageUrl, token } from '../support/fake-service.js'

const gone = '[redacted]'
const escaped = token.replace('-', '\\u002d')
const text = async (body: string): Promise<string> =>
  (await fetchOf(answering(422, body))(postageUrl, post)).text()

it.each(['', '{"cut":', ' { "why" : "x" } ', '{"a":1.0,"a":2}', `{"why":"${'x'.repeat(10_000)}"}`])(
  'the text of a refusal is as it came where no secret is in it: %j',
  async (body) => expect(await text(body)).toBe(body),
)

it.each([
  [`sent ${token}`, `sent ${gone}`],
  [`{"sent": "${token}"}`, `{"sent":"${gone}"}`],
  [`{"sent": "${escaped}"}`, `{"sent":"${gone}"}`],
])('the text of a refusal is without the secret: %j', async (body, clean) =>
  expect(await text(body)).toBe(clean),
)

it('the text of a refusal is as it came, or without the secret, however deeply it is nested', async () => {
  for (const depth of [100, 101, 150_000])
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const nested = (inner: string): string => open.repeat(depth) + inner + close.repeat(depth)
      expect((await text(nested('1'))) === nested('1')).toBe(true)
      expect((await text(nested(`"${token}"`))) === nested(`"${gone}"`)).toBe(true)
    }
})
