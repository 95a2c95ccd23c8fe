import { expect, it } from 'vitest'
import type { CallContext } from '../../src/errors.js'
import {
  AbortError,
  ApiError,
  AuthenticationError,
  BeforeSendError,
  ClientError,
  ConnectionError,
  InvalidRequestError,
  InvalidResponseError,
  MissingScopeError,
  SentBeforeError,
  TimeoutError,
} from '../../src/index.js'
import { kindOf, printable } from '../../src/shared/printable.js'
import { answer, quote, scripted } from '../support/scripted.js'

const post = { id: 'createThing', method: 'POST', path: '/v2/thing', idempotent: false }
const context = (facts: Partial<CallContext> = {}, more: object = {}): CallContext => ({
  operation: { ...post, ...more },
  call: 'c-1',
  refId: undefined,
  attempts: 1,
  unknown: false,
  ...facts,
})

it.each<[string, string, ClientError]>([
  ['InvalidRequestError', 'ERR_INVALID_REQUEST', new InvalidRequestError(context(), [])],
  ['MissingScopeError', 'ERR_MISSING_SCOPE', new MissingScopeError(context(), 'a', [])],
  [
    'AuthenticationError',
    'ERR_AUTHENTICATION',
    new AuthenticationError('x', context(), 'rejected'),
  ],
  ['BeforeSendError', 'ERR_BEFORE_SEND', new BeforeSendError('x', context(), 'not_sent')],
  ['SentBeforeError', 'ERR_SENT_BEFORE', new SentBeforeError('x', context(), 'unknown')],
  ['ConnectionError', 'ERR_CONNECTION', new ConnectionError('x', context(), 'unknown')],
  ['TimeoutError', 'ERR_TIMEOUT', new TimeoutError('x', context(), 'unknown')],
  ['AbortError', 'ERR_ABORTED', new AbortError('x', context(), 'unknown')],
  ['ApiError', 'ERR_API', new ApiError(context(), 'rejected', 400, {})],
  [
    'InvalidResponseError',
    'ERR_INVALID_RESPONSE',
    new InvalidResponseError('x', context(), 200, ''),
  ],
])('an error of the class %s is told by name and code', (name, code, error) => {
  expect(error).toBeInstanceOf(ClientError)
  expect(error).toMatchObject({ name, code, operation: 'createThing', attempts: 1 })
  expect(String(error)).toMatch(new RegExp(`^${name}: POST /v2/thing: `))
})

it.each<[Partial<CallContext>, object, 'not_sent' | 'rejected' | 'unknown', string]>([
  [{}, {}, 'not_sent', 'x after 1 attempt; outcome not_sent. It cannot have taken effect.'],
  [
    { attempts: 2 },
    {},
    'rejected',
    'x after 2 attempts; outcome rejected. The service refused it.',
  ],
  [
    {},
    { idempotent: true },
    'unknown',
    'x after 1 attempt; outcome unknown. It may have taken effect; the operation is idempotent, so it may be sent again.',
  ],
  [
    {},
    {},
    'unknown',
    'x after 1 attempt; outcome unknown. It may have taken effect; if you send it again, it may take effect twice.',
  ],
  [
    { refId: 'r"1' },
    { referenceField: 'order_ref' },
    'unknown',
    'x after 1 attempt; outcome unknown. It may have taken effect: look it up by order_ref "r\\"1" before you send it again.',
  ],
  [
    { refId: 'r'.repeat(101) },
    { referenceField: 'ref_id' },
    'unknown',
    `x after 1 attempt; outcome unknown. It may have taken effect: look it up by ref_id "${'r'.repeat(100)}" before you send it again.`,
  ],
  // Once an attempt was unknown, the call stays unknown.
  [
    { unknown: true },
    {},
    'rejected',
    'x after 1 attempt; outcome unknown. It may have taken effect; if you send it again, it may take effect twice.',
  ],
])('an error of %j %j that is %s says what follows from it', (facts, more, outcome, sentence) => {
  const error = new ConnectionError('x', context(facts, more), outcome)
  expect(error.message).toBe(`POST /v2/thing: ${sentence}`)
  expect([error.refId, error.outcome]).toEqual([facts.refId, facts.unknown ? 'unknown' : outcome])
})

it.each([
  [10, 'invalid request: 1; 2; 3; 4; 5; 6; 7; 8; 9; 10'],
  [12, 'invalid request: 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; and 2 more, see issues'],
])('an error of a body with %i problems tells ten, and how many more', (count, text) => {
  const issues = Array.from({ length: count }, (_, at) => ({ path: '$', message: `${at + 1}` }))
  const error = new InvalidRequestError(context({ attempts: 0 }), issues)
  expect(error.message).toContain(`POST /v2/thing: ${text}; outcome not_sent.`)
  expect(error.issues).toEqual(issues)
})

it.each<[string[], string]>([
  [[], 'no scope'],
  [['a', 'b'], 'a b'],
])('an error of a scope that is missing tells those that are there: %j', (granted, covered) => {
  const error = new MissingScopeError(context({ attempts: 0 }), 'c', granted)
  expect(error.message).toContain(
    `: needs the scope c, and the token covers ${covered}; name it in scopes, once the service granted it to you, or see ignoreGrantedScopes; outcome`,
  )
  expect(error).toMatchObject({ scope: 'c', granted, outcome: 'not_sent' })
})

it.each<[unknown, string]>([
  [new Error('secret'), 'Error'],
  [Object.assign(new Error(), { name: 'A_1' }), 'A_1'],
  [Object.assign(new Error(), { name: 'x'.repeat(65) }), 'object'],
  [Object.assign(new Error(), { name: 'a secret' }), 'object'],
  [Object.assign(new Error(), { name: 5 }), 'object'],
  [{ name: 'Secret' }, 'object'],
  [undefined, 'undefined'],
])('the kind of %o, which was thrown, is %s', (thrown, kind) => expect(kindOf(thrown)).toBe(kind))

it('a text for a log is one line, in the direction of its letters, and cut with a mark', () => {
  expect(printable('a\u0007b\nc\u202ed\u2028')).toBe('a\\u0007b\\u000ac\\u202ed\\u2028')
  expect([printable('abc', 3), printable('abcd', 3)]).toEqual(['abc', 'ab…'])
})

it('a refusal is told with its words, without the space around them', async () => {
  const { client } = scripted([answer(422, ' no such market \n')])
  await expect(client.createIssuerQuote(quote)).rejects.toThrow(
    ': 422, which says no such market, after 1 attempt; outcome rejected.',
  )
})
