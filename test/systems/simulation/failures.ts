import { NotSentError } from '../../../src/index.js'
import type { Random } from './random.js'

/** Makes what a transport rejects with; now and then that is no error. */
export type Failure = () => Error

const coded = (code: string, syscall?: string): Error =>
  Object.assign(new Error(`${code} ${syscall ?? ''}`), { code, ...(syscall && { syscall }) })

/** What transports of this package throw when they began to send: known by its symbol. */
const begun = (cause: unknown): Error =>
  Object.assign(new Error('it began', { cause }), {
    [Symbol.for('stablecoin-issuer-api.MayBeSentError')]: true,
  })

/** Of several addresses, the first refused: Node gives its code to all of them. */
const several = (other: Error): Error =>
  Object.assign(new AggregateError([coded('ECONNREFUSED', 'connect'), other]), {
    code: 'ECONNREFUSED',
  })

/** One that Node names by what was called and by a code, or by a code alone. */
function named(name: string): Failure {
  const [code = '', syscall] = name.split(' ').reverse()
  return () => coded(code, syscall)
}

/** What only happens while resolving, connecting and shaking hands: the request never left. */
const connecting: readonly Failure[] = [
  () => new NotSentError('no connection'),
  ...['connect ECONNREFUSED', 'connect ETIMEDOUT', 'connect ECONNRESET'].map(named),
  ...['getaddrinfo ENOTFOUND', 'getaddrinfo EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].map(named),
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'].map(named),
  () => several(coded('ETIMEDOUT', 'connect')),
]

/** What may come after the request left, whatever it is called. */
const under: readonly Failure[] = [
  ...['read ECONNRESET', 'ECONNRESET', 'write EPIPE', 'read ETIMEDOUT'].map(named),
  ...['read ECONNREFUSED', 'ERR_SSL_WRONG_VERSION_NUMBER', 'UND_ERR_SOCKET'].map(named),
  ...['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ERR_HTTP2_STREAM_ERROR'].map(named),
  () => several(coded('ECONNRESET', 'read')),
  () => begun(coded('ECONNREFUSED', 'connect')),
  () => Object.assign(coded('ECONNRESET'), { cause: coded('ECONNREFUSED', 'connect') }),
  () => undefined as never,
]

/** A failure that proves that nothing was sent. */
export const beforeSending = (random: Random): Failure => wrapped(random, random.pick(connecting))

/** A failure that proves nothing. */
export const afterSending = (random: Random): Failure => wrapped(random, random.pick(under))

/** As fetch gives it, or as it is. */
function wrapped(random: Random, make: Failure): Failure {
  return random.chance(0.5) ? make : () => new TypeError('fetch failed', { cause: make() })
}
