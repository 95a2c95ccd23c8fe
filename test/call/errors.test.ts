import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { expect, it, vi } from 'vitest'
import { provider } from '../../generated/index.js'
import { endingOf } from '../../src/call/ending.js'
import type { CallContext } from '../../src/call-context.js'
import { errorOf } from '../../src/errors.js'
import { type Failure, invalid } from '../../src/failure.js'
import {
  AbortError,
  type AnyClientError,
  ApiError,
  AuthenticationError,
  BeforeSendError,
  ClientError,
  type ClientEvent,
  ConnectionError,
  createClient,
  InvalidRequestError,
  InvalidResponseError,
  MissingScopeError,
  ReferenceReusedError,
  SentBeforeError,
  TimeoutError,
} from '../../src/index.js'
import { callContext } from '../support/call-context.js'
import { conversion, quote } from '../support/examples.js'
import { answer, broken, scripted, silence } from '../support/scripted.js'

const failure = async (call: Promise<unknown>): Promise<AnyClientError> => {
  const reason: unknown = await call.catch((thrown: unknown) => thrown)
  if (!ClientError.is(reason)) throw new Error('no ClientError')
  return reason
}

const post = { id: 'createPayout', method: 'POST', path: '/v2/payouts', idempotent: false }
const context = (facts: Partial<CallContext> = {}, more: object = {}): CallContext =>
  callContext(facts, { ...post, ...more })
/** The error of a failure at the end of a call. */
const made = (failure: Failure, call = context()): AnyClientError =>
  errorOf(failure, call, endingOf(failure, call))
const lost = (outcome: Failure['outcome'], what = 'x'): Failure => {
  return { code: 'ERR_CONNECTION', outcome, what }
}

it.each<[Failure, kind: typeof ClientError]>([
  [invalid('x'), InvalidRequestError],
  [{ code: 'ERR_MISSING_SCOPE', outcome: 'not_sent', scope: 'a', granted: [] }, MissingScopeError],
  [{ code: 'ERR_AUTHENTICATION', outcome: 'rejected', what: 'x' }, AuthenticationError],
  [{ code: 'ERR_BEFORE_SEND', outcome: 'not_sent', what: 'x' }, BeforeSendError],
  [{ code: 'ERR_SENT_BEFORE', outcome: 'unknown', what: 'x' }, SentBeforeError],
  [
    { code: 'ERR_REFERENCE_REUSED', outcome: 'not_sent', state: 'unknown', fields: ['amount'] },
    ReferenceReusedError,
  ],
  [lost('unknown'), ConnectionError],
  [{ code: 'ERR_TIMEOUT', outcome: 'unknown', what: 'x' }, TimeoutError],
  [{ code: 'ERR_ABORTED', outcome: 'unknown', what: 'x' }, AbortError],
  [
    {
      code: 'ERR_API',
      outcome: 'rejected',
      status: 400,
      body: {},
      retryAfter: undefined,
      isDocumented: false,
    },
    ApiError,
  ],
  [
    { code: 'ERR_INVALID_RESPONSE', outcome: 'unknown', what: 'x', status: 200, body: '' },
    InvalidResponseError,
  ],
])('an error of %j is told by its name and its code', (failure, kind) => {
  const error = made(failure)
  const { code } = failure
  expect(error).toBeInstanceOf(kind)
  expect(error).toBeInstanceOf(ClientError)
  const { name } = error.constructor
  expect(error).toMatchObject({ name, code, operation: 'createPayout', attempts: 1 })
  expect(String(error)).toMatch(new RegExp(`^${name}: POST /v2/payouts: `))
  expect(inspect(error)).not.toContain('undefined')
  expect(inspect(error.toJSON())).not.toContain('undefined')
})

const twice = 'It may have taken effect; if you send it again, it may take effect twice.'
const lookUp = (field: string) =>
  `It may have taken effect: look it up by ${field} before you send it again.`
const long = 'r'.repeat(101)
const ref_id = { referenceField: 'ref_id' }
it.each<[Partial<CallContext>, object, 'not_sent' | 'rejected' | 'unknown', string]>([
  [{}, {}, 'not_sent', 'This call cannot have taken effect.'],
  [{ attempts: 2 }, {}, 'rejected', 'The service refused it.'],
  [
    {},
    { idempotent: true },
    'unknown',
    'It may have taken effect; the operation is idempotent, so it may be sent again.',
  ],
  [{}, {}, 'unknown', twice],
  [{}, ref_id, 'unknown', twice.replace(';', '. It has no ref_id, so it cannot be looked up;')],
  [{ refId: 'r"1' }, { referenceField: 'order_ref' }, 'unknown', lookUp('order_ref "r\\"1"')],
  [{ refId: long }, ref_id, 'unknown', lookUp(`ref_id "${long.slice(1)}"`)],
  // Once an attempt was unknown, the call stays unknown.
  [{ mayHaveHappened: true }, {}, 'rejected', twice],
])('an error of %j %j that is %s says what follows from it', (facts, more, said, sentence) => {
  const error = made(lost(said), context(facts, more))
  const outcome = facts.mayHaveHappened ? 'unknown' : said
  const attempts = facts.attempts === 2 ? '2 attempts' : '1 attempt'
  const message = `POST /v2/payouts: x after ${attempts}; outcome ${outcome}. ${sentence}`
  expect(error).toMatchObject({ message, outcome })
  expect(error.refId).toBe(facts.refId)
})

it.each([
  [10, 'invalid request: 1; 2; 3; 4; 5; 6; 7; 8; 9; 10'],
  [12, 'invalid request: 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; and 2 more, see issues'],
])('an error of a body with %i problems tells ten, and how many more', (count, text) => {
  const issues = Array.from({ length: count }, (_, at) => ({ path: [], message: `${at + 1}` }))
  const error = made(invalid('', issues), context({ attempts: 0 })) as InvalidRequestError
  expect(error.message).toContain(`POST /v2/payouts: ${text}; outcome not_sent.`)
  expect(error.issues).toEqual(issues)
})

const person = { name: 'Jane Doe', birthday: '1980-01-02' }
it.each<[string, unknown, string]>([
  ['a problem', { type: 'x', title: 'A limit', detail: 'of a day', person }, 'A limit: of a day'],
  ['OAuth', { error: 'denied', error_description: 'no', person }, 'denied: no'],
  ['a code', { code: 4001, message: 'No market', person }, '4001: No market'],
  ['an object', { error: { code: 'E1', message: 'No', person } }, 'E1: No'],
  ['a list', { errors: [{ code: 'A', ...person }, { message: 'B' }, 'Jane', null] }, 'A; B'],
  [
    'a sentence of an error and its list',
    {
      error: 'Bad Request',
      errors: [{ code: 'LOW', message: 'amount' }, { message: 'no market' }],
    },
    'Bad Request: LOW: amount; no market',
  ],
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
  const { message } = (await client.createIssuerQuote(quote).catch((e: unknown) => e)) as Error
  expect(message).toContain(`POST /v2/issuer-quote: 422${says} after 1 attempt; outcome rejected.`)
})

it('a message is one line to its end, whatever the reference and the path are', () => {
  const odd = 'a\n\u001b\u202e\u0085\u2028'
  const facts = context({ refId: odd }, { path: `/v2/${odd}`, referenceField: 'ref_id' })
  const { message, refId } = made(lost('unknown', odd), facts)
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u)
  expect(message).toMatch(/before you send it again\.$/)
  expect(refId).toBe(odd)
  const long = made(lost('unknown', 'x'.repeat(9_000)), context({}, { path: 'y'.repeat(9_000) }))
  expect(long.message.length).toBeLessThan(2_500)
})

it('an error of another copy of the package is known by ClientError.is', async () => {
  vi.resetModules()
  const copy = await import('../../src/index.js')
  const options = { provider, baseUrl: 'https://api.example.com', auth: 'tok-1234567' }
  const client = copy.createClient({ ...options, transport: broken({}) })
  expect(await failure(client.createIssuerQuote(quote))).not.toBeInstanceOf(ClientError)
})

it.each([null, 'ERR_API', new Error('x'), { code: 'ERR_API', outcome: 'x' }])(
  'an error is not what only looks like one: %j',
  (value) => expect(ClientError.is(value)).toBe(false),
)

it('an error keeps its message and its facts as JSON, and no headers', async () => {
  const { client } = scripted([answer(422, { why: 'x' }, { 'x-request-id': 'r' })])
  const error = await failure(client.createStablecoinConversion(conversion))
  const facts = {
    name: 'ApiError',
    message: error.message,
    code: 'ERR_API',
    operation: 'createStablecoinConversion',
    call: error.call,
    outcome: 'rejected',
    attempts: 1,
    refId: 'r-1',
    requestId: 'r',
    status: 422,
    body: { why: 'x' },
  }
  expect(JSON.parse(JSON.stringify(error))).toEqual(facts)
  expect(structuredClone(error.toJSON())).toMatchObject(facts)
  // A clone of the error itself loses them.
  expect(structuredClone(error)).not.toHaveProperty('outcome')
})

const here = readFileSync(new URL(import.meta.url), 'utf8').split('\n')
const lineOf = (mark: string): number => here.findIndex((line) => line.includes(mark)) + 1
const stackHas = (error: AnyClientError, mark: string): boolean =>
  (error.stack ?? '').includes(`errors.test.ts:${lineOf(mark)}:`)

it('an error has a stack that shows the caller’s line, from a timeout, a refused body and withResponse as well', async () => {
  const { client: silent } = scripted([silence], { timeout: 5, maxRetries: 0 })
  const late = async () => await silent.createIssuerQuote(quote) // too late
  const wrong = async () => await silent.createIssuerQuote({} as never) // a wrong body
  const whole = async () => await silent.createIssuerQuote(quote).withResponse() // the whole answer
  const errors = [await failure(late()), await failure(wrong()), await failure(whole())]
  const marks = ['// too late', '// a wrong body', '// the whole answer']
  expect(errors.map((error, at) => stackHas(error, marks[at] ?? ''))).toEqual([true, true, true])
})

it.each([401, 403])(
  'a refusal %i of a token keeps the words and the body of the service',
  async (status) => {
    const body = { code: 'IP_NOT_ALLOWED', message: 'not on the list', echo: 'tok-1234567' }
    const challenge = { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' }
    const { client } = scripted([answer(status, body, challenge)])
    const end = await client.createIssuerQuote(quote).catch((error: unknown) => error)
    const words = 'which says IP_NOT_ALLOWED: not on the list,'
    const says = 'the service refused the token'
    const message = expect.stringContaining(`${says}, ${words} after`) as string
    const redacted = { ...body, echo: '[redacted]' }
    expect(end).toMatchObject({ code: 'ERR_AUTHENTICATION', status, message, body: redacted })
  },
)

it.each(['https://api.example.com/v2', 'https://api.example.com/bank/v2/'])(
  'a baseUrl that ends with the segment of every path is refused: %s',
  (baseUrl) => {
    const sentence =
      'createClient: baseUrl ends with /v2, with which every path of the document begins: leave it out'
    expect(() => scripted([], { baseUrl })).toThrow(new TypeError(sentence))
  },
)

it('a port that fetch does not call is an invalid request, which is not tried again', async () => {
  const events: ClientEvent[] = []
  const client = createClient({
    ...{ baseUrl: 'http://127.0.0.1:1', auth: 'tok-1234567' },
    onEvent: (event) => void events.push(event),
  })
  const end = await client.createIssuerQuote(quote).catch((error: unknown) => error)
  const message = expect.stringContaining('fetch refused it: bad port') as string
  expect(end).toMatchObject({ message, outcome: 'not_sent', attempts: 1 })
  expect(end).not.toHaveProperty('retryAt')
  expect(events.filter(({ type }) => type === 'attempt')).toHaveLength(1)
})
