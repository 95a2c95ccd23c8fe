import { expect, it, vi } from 'vitest'
import { provesUnsent } from '../../src/transport/connection-errors.js'
import { MayBeSentError, NotSentError } from '../../src/transport/transport.js'
import { fault, fetchFailed, refused, reset, several, unreachable } from '../support/fault.js'

it.each([
  ...['ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED'],
  ...['ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
])('a request was certainly not sent by the code %s, alone and within', (code) => {
  expect(provesUnsent(fault({ code }))).toBe(true)
  expect(provesUnsent(fetchFailed(fault({ code })))).toBe(true)
})

it.each(['connect', 'getaddrinfo'])(
  'a request was certainly not sent by the system call %s, whatever its code',
  (syscall) => {
    for (const code of ['ECONNREFUSED', 'ETIMEDOUT', 'ECONNRESET', 'EMFILE', undefined])
      expect(provesUnsent(fetchFailed(fault({ syscall, code })))).toBe(true)
  },
)

it("a request was certainly not sent by Deno's sentence", () => {
  const message =
    'error sending request for url (http://127.0.0.1:1/): client error (Connect): tcp connect error'
  expect(provesUnsent(fetchFailed(fault({}, message)))).toBe(true)
  expect(provesUnsent(fault({ code: 'ECONNRESET' }, message))).toBe(true)
})

it.each<[string, unknown]>([
  ['every address refused', several(refused, unreachable)],
  ['several of several', several(several(refused), several(unreachable, refused))],
  ['a transport that says so', new NotSentError('not begun')],
  ['what wraps without a code', fault({ cause: refused })],
  ['what wraps with a number for a code', fault({ code: 23, cause: refused })],
  ['eight wraps', wrapped(8)],
])('a request was certainly not sent, as shown by %s', (_, error) =>
  expect(provesUnsent(error)).toBe(true),
)

function wrapped(times: number): unknown {
  let error: unknown = refused
  for (let at = 0; at < times; at++) error = fetchFailed(error)
  return error
}

it.each([
  ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNREFUSED', 'EPROTO', 'UND_ERR_SOCKET'],
  ...['UND_ERR_HEADERS_TIMEOUT', 'ERR_TLS_HANDSHAKE_TIMEOUT', 'ERR_HTTP2_STREAM_ERROR'],
  // Only parts of a code that would prove it.
  ...['xENOTFOUND', 'ENOTFOUNDx', 'EAI_', 'CERT_', 'XCERT_HAS_EXPIRED', 'UNABLE_TO_DECRYPT'],
])('a request may have been sent after the code %s, alone and within', (code) => {
  expect(provesUnsent(fault({ code }))).toBe(false)
  expect(provesUnsent(fetchFailed(fault({ code })))).toBe(false)
})

it.each(['read', 'write', 'connection', 'reconnect', 'close', ''])(
  'a request may have been sent after the system call %j, also with the code of a refusal',
  (syscall) =>
    expect(provesUnsent(fetchFailed(fault({ code: 'ECONNREFUSED', syscall })))).toBe(false),
)

it.each([
  'client error (SendRequest)',
  'xclient error (Connect)',
  'Client network socket disconnected before secure TLS connection was established',
])('a request may have been sent after the sentence: %s', (message) =>
  expect(provesUnsent(fetchFailed(fault({}, message)))).toBe(false),
)

const own: { code: string; cause?: unknown } = { code: 'ENOTFOUND' }
own.cause = own
const circle: { errors: unknown[] } = { errors: [] }
circle.errors.push(circle)

it.each<[string, unknown]>([
  ['one of several addresses was reset', several(refused, reset)],
  ['one within several was reset', fetchFailed(several(refused, fetchFailed(reset)))],
  ['of several there is none', several()],
  ['a member is no error', several(refused, 'reset')],
  ['a refusal has another cause', fault({ syscall: 'connect', cause: reset })],
  [
    'several refused and the whole has another cause',
    Object.assign(several(refused), { cause: reset }),
  ],
  ['a break has a refusal for a cause', fault({ code: 'ECONNRESET', cause: refused })],
  ['a transport says so, whatever the cause', new MayBeSentError('began', { cause: refused })],
  ['the cause is a text', fetchFailed('ENOTFOUND')],
  ['there is no error', undefined],
  ['an error is its own cause', own],
  ['an error is its own member', circle],
  ['the refusal is too deep to be followed', wrapped(9)],
  ['a function has the code', Object.assign(() => 1, { code: 'ENOTFOUND' })],
])('a request may have been sent where %s', (_, error) => expect(provesUnsent(error)).toBe(false))

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
