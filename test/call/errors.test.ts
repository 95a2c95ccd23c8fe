import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import type { CallContext } from '../../src/call-context.js'
import { issueOfWhole } from '../../src/errors.js'
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
  ReferenceReusedError,
  SentBeforeError,
  TimeoutError,
} from '../../src/index.js'
import { kindOf, printable } from '../../src/shared/printable.js'
import { postage, scripted } from '../support/parcels/calls.js'
import { answer } from '../support/scripted.js'

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
  ['SentBeforeError', 'ERR_SENT_BEFORE', new SentBeforeError('x', context(), undefined)],
  [
    'ReferenceReusedError',
    'ERR_REFERENCE_REUSED',
    new ReferenceReusedError(context(), 'unknown', ['weight']),
  ],
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
  expect(inspect(error)).not.toContain('undefined')
  expect(inspect(error.toJSON())).not.toContain('undefined')
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
  const issues = Array.from({ length: count }, (_, at) => issueOfWhole(`${at + 1}`))
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
    `: needs the scope c, and the token covers ${covered}; name it in scopes once it is granted to you, or see ignoreGrantedScopes; outcome`,
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

const person = { name: 'Jane Doe', birthday: '1980-01-02' }
it.each<[string, unknown, string]>([
  ['a problem', { type: 'x', title: 'A limit', detail: 'of a day', person }, 'A limit: of a day'],
  ['OAuth', { error: 'denied', error_description: 'no', person }, 'denied: no'],
  ['a code', { code: 4001, message: 'No zone', person }, '4001: No zone'],
  ['an object', { error: { code: 'E1', message: 'No', person } }, 'E1: No'],
  ['a list', { errors: [{ code: 'A', ...person }, { message: 'B' }, 'Jane', null] }, 'A: B'],
  ['once', { title: 'No', message: 'No' }, 'No'],
  ['on one line', { message: 'a\nb\u202e\u0085' }, 'a\\u000ab\\u202e\\u0085'],
  ['in short', { message: 'x'.repeat(300) }, 'x'.repeat(200)],
  ['nothing of other members', { person, why: person, data: { message: 'Jane' } }, ''],
  ['nothing of other types', { message: person, title: ['Jane'], detail: true, error: '' }, ''],
  ['nothing of a list', [{ message: 'Jane' }], ''],
  ['nothing of text', '<title>Jane Doe</title>', ''],
  ['nothing of a string', '"Jane Doe"', ''],
  ['nothing of nothing', '', ''],
])('a refusal is told with what it says for people: %s', async (_, body, words) => {
  const { client } = scripted([answer(422, body)])
  const says = words === '' ? '' : `, which says ${words},`
  const { message } = (await client.quotePostage(postage).catch((e: unknown) => e)) as Error
  expect(message).toContain(`POST /v1/postage: 422${says} after 1 attempt; outcome rejected.`)
})

it('a message is one line to its end, whatever the reference and the path are', () => {
  const odd = 'a\n\u001b\u202e\u0085\u2028'
  const facts = context({ refId: odd }, { path: `/v2/${odd}`, referenceField: 'ref_id' })
  const { message, refId } = new ConnectionError(odd, facts, 'unknown')
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u)
  expect(message).toMatch(/before you send it again\.$/)
  expect(refId).toBe(odd)
  const long = new ConnectionError(
    'x'.repeat(9_000),
    context({}, { path: 'y'.repeat(9_000) }),
    'unknown',
  )
  expect(long.message).toMatch(/take effect twice\.$/)
  expect(long.message.length).toBeLessThan(2_500)
})

it('a request id is printable, and no secret', async () => {
  const { client } = scripted([answer(422, {}, { 'x-request-id': 'r\u0085-tok-1234567' })])
  await expect(client.quotePostage(postage)).rejects.toMatchObject({
    requestId: 'r\\u0085-[redacted]',
  })
})
