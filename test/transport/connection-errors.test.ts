import { expect, it, vi } from 'vitest'
import { codesOf, describe as copyOf, provesUnsent } from '../../src/transport/connection-errors.js'
import { MayBeSentError, NotSentError } from '../../src/transport/transport.js'
import { acme, conversion as unnamed } from '../support/acme.js'
import { useFakeClock } from '../support/clock.js'
import { conversion } from '../support/examples.js'
import { ended, scripted } from '../support/scripted.js'

const fault = (facts: object = {}, message = 'failed'): Error =>
  Object.assign(new Error(message), facts)
/** As fetch wraps what went wrong. */
const fetchFailed = (cause?: unknown): Error => new TypeError('fetch failed', { cause })
const several = (...errors: unknown[]): Error =>
  Object.assign(new AggregateError(errors, ''), { code: 'ECONNREFUSED' })

const refused = fault({ code: 'ECONNREFUSED', syscall: 'connect' })
const unreachable = fault({ code: 'ENETUNREACH', syscall: 'connect' })
const reset = fault({ code: 'ECONNRESET', syscall: 'read' })

const own: { code: string; cause?: unknown } = { code: 'ENOTFOUND' }
own.cause = own
const circle: { errors: unknown[] } = { errors: [] }
circle.errors.push(circle)
function wrapped(times: number): unknown {
  let error: unknown = refused
  for (let at = 0; at < times; at++) error = fetchFailed(error)
  return error
}
const early = 'error sending request for url (http://127.0.0.1:1/): client error (Connect): refused'

/** Failures by what shows them, those alone and within another. */
const unsent: readonly (readonly [string, ...unknown[]])[] = [
  [
    'a code that only comes before a request is sent',
    ...['ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED'].map(withCode),
    ...['ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'].map(withCode),
    ...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT'].map(withCode),
    withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
  ],
  ...['connect', 'getaddrinfo'].map((syscall): [string, ...unknown[]] => [
    `the system call ${syscall}, whatever its code`,
    ...['ECONNREFUSED', 'ETIMEDOUT', 'ECONNRESET', 'EMFILE', undefined].map((code) =>
      fault({ syscall, code }),
    ),
  ]),
  ["Deno's sentence", fault({}, early), fault({ code: 'ECONNRESET' }, early)],
  ['every address that refused', several(refused, unreachable)],
  ['several of several', several(several(refused), several(unreachable, refused))],
  ['a transport that says so', new NotSentError('not begun')],
  ['what wraps without a code', fault({ cause: refused })],
  ['what wraps with a number for a code', fault({ code: 23, cause: refused })],
  ['seven wraps', wrapped(7)],
]

const maybeSent: readonly (readonly [string, ...unknown[]])[] = [
  [
    'a code that comes later too, or is only a part of one that does not',
    ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNREFUSED', 'EPROTO'].map(withCode),
    ...['UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'ERR_TLS_HANDSHAKE_TIMEOUT'].map(withCode),
    ...['ERR_HTTP2_STREAM_ERROR', 'xENOTFOUND', 'ENOTFOUNDx', 'EAI_', 'CERT_'].map(withCode),
    ...['XCERT_HAS_EXPIRED', 'UNABLE_TO_DECRYPT'].map(withCode),
  ],
  [
    'another system call, also with the code of a refusal',
    ...['read', 'write', 'connection', 'reconnect', 'close', ''].map((syscall) =>
      fault({ code: 'ECONNREFUSED', syscall }),
    ),
  ],
  [
    'another sentence',
    fault({}, 'client error (SendRequest)'),
    fault({}, 'xclient error (Connect)'),
    fault({}, 'Client network socket disconnected before secure TLS connection was established'),
  ],
  ['one of several addresses that was reset', several(refused, reset)],
  ['one within several that was reset', several(refused, fetchFailed(reset))],
  ['none of several', several()],
  ['a member that is no error', several(refused, 'reset')],
  ['a refusal with another cause', fault({ syscall: 'connect', cause: reset })],
  ['several that refused, with another cause', Object.assign(several(refused), { cause: reset })],
  ['a break with a refusal for a cause', fault({ code: 'ECONNRESET', cause: refused })],
  ['a transport that says so, whatever the cause', new MayBeSentError('x', { cause: refused })],
  ['a text', 'ENOTFOUND'],
  ['lists of texts', fault({ code: ['ENOTFOUND'] }), fault({ message: [early] })],
  ['no error', undefined],
  ['an error that is its own cause', own],
  ['an error that is its own member', circle],
  ['a refusal that is too deep to be followed', wrapped(9)],
  ['a function that has the code', Object.assign(() => 1, { code: 'ENOTFOUND' })],
]

function withCode(code: string): Error {
  return fault({ code })
}

it.each([
  ...unsent.map(([title, ...errors]) => ['was certainly not sent', title, errors] as const),
  ...maybeSent.map(([title, ...errors]) => ['may have been sent', title, errors] as const),
])('a request %s, as shown alone and within by %s', (how, _, errors) => {
  for (const error of errors)
    for (const one of [error, fetchFailed(error)])
      expect([one, provesUnsent(one)]).toEqual([one, how === 'was certainly not sent'])
})

it("two copies of the package in one process know each other's errors of a transport", async () => {
  vi.resetModules()
  const other = await import('../../src/transport/transport.js')
  expect(other.NotSentError).not.toBe(NotSentError)
  expect(provesUnsent(new other.NotSentError('not begun'))).toBe(true)
  expect(provesUnsent(fetchFailed(new other.MayBeSentError('began', { cause: refused })))).toBe(
    false,
  )
  expect(NotSentError.is(new other.MayBeSentError('began'))).toBe(false)
})

it.each(['code', 'syscall', 'message', 'cause', 'errors'])(
  'a polluted Object.prototype proves nothing by %s',
  (name) => {
    const values = { code: 'ENOTFOUND', syscall: 'connect', message: 'bad port' }
    const polluted = { ...values, cause: refused, errors: [refused] }
    Object.assign(Object.prototype, { [name]: polluted[name as keyof typeof polluted] })
    try {
      expect(provesUnsent(new TypeError('fetch failed'))).toBe(false)
      expect(provesUnsent({})).toBe(false)
    } finally {
      Reflect.deleteProperty(Object.prototype, name)
    }
  },
)

it.each<[unknown, string]>([
  [fault(), ''],
  [refused, ' (ECONNREFUSED)'],
  [fault({ code: 'A', cause: fault({ code: 'B', cause: fault({ code: 'C' }) }) }), ' (A, B, C)'],
  [several(unreachable, reset), ' (ECONNREFUSED, ENETUNREACH)'],
  [fault({ code: 'x'.repeat(64) }), ` (${'x'.repeat(64)})`],
  [fault({ code: 'x'.repeat(65) }), ''],
])('a failure that is %o tells the codes %j', (error, codes) => expect(codesOf(error)).toBe(codes))

it('a failure whose causes go round is followed nine times and no more', () => {
  expect(codesOf(own)).toBe(' (ENOTFOUND)')
  let chain: unknown
  for (let at = 11; at >= 0; at--) chain = fault({ code: `C${at}`, cause: chain })
  expect(codesOf(chain)).toBe(' (C0, C1, C2, C3, C4, C5, C6, C7, C8)')
})

const inner = fault({ code: 'ECONNRESET', request: { headers: 'secret' } }, 'read ECONNRESET')
const secret = fault({ code: 'TOKEN_12345' }, 'sent TOKEN_12345 to it')
it.each<[string, unknown, string, object]>([
  ['the innermost cause', fetchFailed(inner), 'read ECONNRESET', { code: 'ECONNRESET' }],
  ['one without words', fault({}, ''), 'unknown', {}],
  ['nothing', undefined, 'unknown', {}],
  ['one with words for a code', fault({ code: 'no code' }), 'failed', {}],
  ['a secret', secret, 'sent [redacted] to it', { code: '[redacted]' }],
])('a failure tells a copy, without what a library attached, of %s', (_, error, message, more) => {
  const copy = copyOf(error, ['TOKEN_12345'])
  expect([inner, secret]).not.toContain(copy)
  expect([copy.message, Object.fromEntries(Object.entries(copy))]).toEqual([message, more])
})

useFakeClock()
const failing = (): never => {
  throw new RangeError('a secret')
}

it('what breaks within a call was not sent before an attempt, and is unknown after one', async () => {
  // The call has a name, and Acme asks for a key.
  vi.spyOn(crypto, 'randomUUID').mockReturnValueOnce('a-b-c-d-e').mockImplementationOnce(failing)
  const none = scripted([], { provider: acme })
  const early = await ended(none.client.createStablecoinConversion(unnamed))
  vi.spyOn(Math, 'random').mockImplementation(failing)
  const { client } = scripted([() => Promise.reject(refused)])
  const late = await ended(client.createStablecoinConversion(conversion))
  const says = (words: string) => ({
    code: 'ERR_CONNECTION',
    message: expect.stringContaining(`: the call failed with RangeError${words}`) as string,
  })
  expect(early).toMatchObject({ outcome: 'not_sent', attempts: 0, ...says('; outcome') })
  expect(none.sent).toEqual([])
  expect(late).toMatchObject({ outcome: 'unknown', attempts: 1, refId: 'r-1', ...says(' after 1') })
})

// A transport in JavaScript may give an object for its headers.
it('a call whose answer cannot be reported may have taken effect', async () => {
  const plain = { status: 200, headers: {} as Headers, read: () => ({ bytes: new Uint8Array() }) }
  const { client } = scripted([() => Promise.resolve(plain)], { onEvent: () => undefined })
  const error = await ended(client.createStablecoinConversion(conversion))
  expect(error).toMatchObject({ outcome: 'unknown', attempts: 1 })
})
