import { expect, it } from 'vitest'
import { refusedText } from '../../src/call/answer.js'
import type { Answer } from '../../src/call/call.js'

const gone = '[redacted]'

const secrets = ['tok-12345']
const whole = (text: string): string =>
  refusedText({ bytes: new TextEncoder().encode(text) } as unknown as Answer, secrets)

it.each([
  '',
  'no JSON',
  '{"cut":',
  ' { "why" : "x" } ',
  '{"a":1.0,"a":2}',
  'null',
  `{"why":"${'x'.repeat(10_000)}"}`,
])('the whole text of a refusal is as it came where no secret is in it: %j', (text) =>
  expect(whole(text)).toBe(text),
)

it('the whole text of a refusal is as it came, or without the secret, however deeply it is nested', () => {
  for (const depth of [100, 101, 5_000, 200_000])
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const nested = (inner: string): string => open.repeat(depth) + inner + close.repeat(depth)
      expect(whole(nested('1')) === nested('1')).toBe(true)
      expect(whole(nested('"tok\\u002d12345"')) === nested(`"${gone}"`)).toBe(true)
    }
})

it.each([
  ['sent tok-12345', `sent ${gone}`],
  ['{"sent": "tok-12345"}', `{"sent":"${gone}"}`],
  ['{"sent": "tok\\u002d12345"}', `{"sent":"${gone}"}`],
  ['["tok-12345", 5]', `["${gone}",5]`],
])('the whole text of a refusal is without the secret: %j', (text, clean) =>
  expect(whole(text)).toBe(clean),
)
