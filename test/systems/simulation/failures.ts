import { NotSentError } from '../../../src/index.js'
import { MayBeSentError } from '../../../src/transport/transport.js'
import type { Random } from './random.js'

/** What a transport can reject with. */
export interface Failure {
  readonly name: string
  readonly make: (secret: string) => Error
}

const coded = (code: string, syscall?: string, message = code): Error =>
  Object.assign(new Error(`${message} ${syscall ?? ''}`), { code, ...(syscall && { syscall }) })

const fetchFailed = (cause: unknown): Error => new TypeError('fetch failed', { cause })

const failure = (name: string, make: (secret: string) => unknown): Failure => ({
  name,
  // Some reject with what is no error.
  make: make as Failure['make'],
})

/** What only happens while resolving, connecting and shaking hands: the request never left. */
const connecting: readonly Failure[] = [
  failure('NotSentError', () => new NotSentError('no connection')),
  failure('connect ECONNREFUSED', () => coded('ECONNREFUSED', 'connect')),
  failure('connect ETIMEDOUT', () => coded('ETIMEDOUT', 'connect')),
  failure('connect ECONNRESET', () => coded('ECONNRESET', 'connect')),
  failure('getaddrinfo ENOTFOUND', () => coded('ENOTFOUND', 'getaddrinfo')),
  failure('getaddrinfo EAI_AGAIN', () => coded('EAI_AGAIN', 'getaddrinfo')),
  failure('UND_ERR_CONNECT_TIMEOUT', () => coded('UND_ERR_CONNECT_TIMEOUT')),
  failure('DEPTH_ZERO_SELF_SIGNED_CERT', () => coded('DEPTH_ZERO_SELF_SIGNED_CERT')),
  failure('ERR_TLS_CERT_ALTNAME_INVALID', () => coded('ERR_TLS_CERT_ALTNAME_INVALID')),
  failure('all addresses refused', () =>
    Object.assign(
      new AggregateError([coded('ECONNREFUSED', 'connect'), coded('ETIMEDOUT', 'connect')]),
      { code: 'ECONNREFUSED' },
    ),
  ),
]

/** What may come after the request left, whatever it is called. */
const under: readonly Failure[] = [
  failure('read ECONNRESET', (secret) => coded('ECONNRESET', 'read', `reset at ${secret}`)),
  failure('ECONNRESET', () => coded('ECONNRESET')),
  failure('write EPIPE', () => coded('EPIPE', 'write')),
  failure('read ETIMEDOUT', () => coded('ETIMEDOUT', 'read')),
  failure('read ECONNREFUSED', () => coded('ECONNREFUSED', 'read')),
  failure('ERR_SSL_WRONG_VERSION_NUMBER', () => coded('ERR_SSL_WRONG_VERSION_NUMBER')),
  failure('UND_ERR_SOCKET', () => coded('UND_ERR_SOCKET')),
  failure('UND_ERR_HEADERS_TIMEOUT', () => coded('UND_ERR_HEADERS_TIMEOUT')),
  failure('UND_ERR_BODY_TIMEOUT', () => coded('UND_ERR_BODY_TIMEOUT')),
  failure('ERR_HTTP2_STREAM_ERROR', () => coded('ERR_HTTP2_STREAM_ERROR')),
  failure('one address refused, one reset', () =>
    Object.assign(
      new AggregateError([coded('ECONNREFUSED', 'connect'), coded('ECONNRESET', 'read')]),
      { code: 'ECONNREFUSED' },
    ),
  ),
  failure(
    'MayBeSentError',
    () => new MayBeSentError('it began', { cause: coded('ECONNREFUSED', 'connect') }),
  ),
  failure('a reset caused by a refusal', () =>
    Object.assign(coded('ECONNRESET', 'read'), { cause: coded('ECONNREFUSED', 'connect') }),
  ),
]

/** An error that cannot even be looked at. */
const throwing = 'a getter that throws'

/** What no transport should reject with, so that nothing can be concluded from it. */
const odd: readonly Failure[] = [
  failure('undefined', () => undefined),
  failure('null', () => null),
  failure('a string', (secret) => `failed with ${secret}`),
  failure('its own cause', () => {
    const error = new Error('round and round')
    error.cause = error
    return error
  }),
  failure(throwing, () => ({
    get code(): string {
      throw new Error('no code for you')
    },
    get message(): string {
      throw new Error('no message either')
    },
  })),
  failure('a raw TypeError', (secret) => new TypeError(`cannot read ${secret}`)),
]

/** A failure that proves that nothing was sent. */
export function beforeSending(random: Random): Failure {
  return wrapped(random, random.pick(connecting))
}

/** A failure that proves nothing. */
export function afterSending(random: Random): Failure {
  return wrapped(random, random.pick(random.chance(0.1) ? odd : under))
}

/** As fetch gives it, or as it is. */
function wrapped(random: Random, { name, make }: Failure): Failure {
  if (!random.chance(0.5) || name === 'NotSentError' || name === throwing) return { name, make }
  return failure(`fetch failed: ${name}`, (secret) => fetchFailed(make(secret)))
}
