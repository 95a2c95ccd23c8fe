import { NotSentError, type TransportBody, type TransportResponse } from '../../../src/index.js'
import { heldQuote, madeAddress, madeConversion } from '../../support/examples.js'
import type { Reply } from './fates.js'
import type { Random } from './random.js'
import type { Attempt, Ending } from './record.js'
import type { World } from './world.js'

const encoder = new TextEncoder()
const encode = (text: string): TransportBody => ({ bytes: encoder.encode(text) })

/** Bodies that cannot be read, made of one that can. */
const spoilt = {
  broken: (text: string) => ({ ...encode(text.slice(0, -2)), cut: 'broken' }),
  'too large': () => ({ bytes: new Uint8Array(), cut: 'too_large' }),
  'not JSON': (text: string) => encode(`<p>${text}</p>`),
  null: () => encode('null'),
  'a list': (text: string) => encode(`[${text}]`),
  'an error': () => encode('{"code":"refused","message":"no"}'),
  'not UTF-8': () => ({ bytes: Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d) }),
} satisfies Record<string, (text: string) => TransportBody>

/** Whether the body can be read, and if not, why. */
export type BodyKind = 'own' | 'of another' | keyof typeof spoilt

/** Bodies that break off are the most frequent. */
export const spoiltKinds = ['broken', ...(Object.keys(spoilt) as (keyof typeof spoilt)[])] as const

const fail = (secret: string) => (): never => {
  throw new Error(`hostile, with ${secret}`)
}
const head = { status: 200, headers: new Headers() }

/** What transports do that break their contract. */
const hostile = {
  throws: (secret) => fail(secret)(),
  'throws NotSentError': () => {
    throw new NotSentError('nothing was sent')
  },
  'gives undefined': () => undefined,
  'no headers': () => ({ status: 500, read: () => ({ bytes: new Uint8Array() }) }),
  'a getter of the answer throws': (secret) =>
    Object.defineProperty({ ...head }, 'status', { get: fail(secret) }),
  'read throws': (secret) => ({ ...head, read: fail(secret) }),
  'read rejects': () => ({ ...head, read: () => Promise.reject(new Error('hostile')) }),
  'read rejects as if nothing was sent': (secret, random) => {
    const { make } = beforeSending(random)
    return { ...head, read: () => Promise.reject(make(secret)) }
  },
  'read gives undefined': () => ({ ...head, read: () => undefined }),
} satisfies Record<string, (secret: string, random: Random) => unknown>

export type Hostile = keyof typeof hostile
export const hostileWays = Object.keys(hostile) as Hostile[]

/** The answer of a transport that breaks its contract. @throws whatever it throws */
export function hostileAnswer({ random }: World, way: Hostile, secret: string): TransportResponse {
  return hostile[way](secret, random) as TransportResponse
}

/** The answer of the service, or of a gateway. */
export function answerOf(world: World, attempt: Attempt, reply: Reply): TransportResponse {
  const { loop } = world
  const { status, asked, bodyAt, echo } = reply
  const headers = new Headers(asked.headers(loop.date))
  const error = echo % 4 === 0 ? attempt.token : 'invalid_token'
  if (status === 401) headers.set('www-authenticate', `Bearer error="${error}"`)
  const give = (): TransportBody => {
    world.finish(attempt, endingOf(attempt, reply))
    return bodyOf(attempt, reply)
  }
  // The body arrives even while nobody reads it.
  const there = attempt.begunAt + bodyAt
  const read = (): TransportBody | Promise<TransportBody> => {
    if (there <= loop.now) return give()
    return new Promise((resolve) => {
      loop.later(there - loop.now, () => resolve(give()))
      if (attempt.watched)
        attempt.stop.signal.addEventListener('abort', () =>
          resolve({ bytes: new Uint8Array(), cut: 'broken' }),
        )
    })
  }
  return { status, headers, read }
}

function endingOf({ reference }: Attempt, { status, body }: Reply): Ending {
  if (status >= 300 || body === 'own' || (body === 'of another' && reference === undefined))
    return { by: 'answer', status }
  return { by: body === 'broken' ? 'broken' : 'unreadable' }
}

function bodyOf(attempt: Attempt, { status, body, echo }: Reply): TransportBody {
  const text = status < 300 ? successOf(attempt, body === 'of another') : refusalOf(attempt, echo)
  return body === 'own' || body === 'of another' ? encode(text) : spoilt[body](text)
}

const time = '2026-03-01T00:00:00.000Z'

function successOf({ call, reference }: Attempt, isOther: boolean): string {
  const key = isOther ? `not-${call.key}` : call.key
  const ref_id = isOther ? `not-${reference}` : reference
  const bodies = {
    createIssuerQuote: { ...heldQuote, quote_id: key, expires_at: time },
    putCryptoDestinationAddress: {
      address: { ...madeAddress, id: key, nickname: key, created_at: time },
    },
    createStablecoinConversion: {
      ...madeConversion,
      profile_id: key,
      created_at: time,
      updated_at: time,
      ...(reference !== undefined && { ref_id }),
    },
  }
  return JSON.stringify(bodies[call.operation])
}

/** Some services repeat in their answers what they were sent. */
function refusalOf({ token }: Attempt, echo: number): string {
  if (echo > 8) return echo % 2 === 0 ? '' : '{"code":"refused","message":"no"}'
  const forms = [token, encodeURIComponent(token), JSON.stringify(token)]
  return JSON.stringify({ message: `you sent ${forms[echo % 3] ?? ''}` })
}

/** What a transport can reject with. */
export interface Failure {
  readonly name: string
  readonly make: (secret: string) => Error
}

const coded = (code: string, syscall?: string, message = code): Error =>
  Object.assign(new Error(`${message} ${syscall ?? ''}`), { code, ...(syscall && { syscall }) })

/** What transports of this package throw when they began to send: known by its symbol. */
export const begun = (cause: unknown): Error =>
  Object.assign(new Error('it began', { cause }), {
    [Symbol.for('stablecoin-issuer-api.MayBeSentError')]: true,
  })

/** Of several addresses, the first refused: Node gives its code to all of them. */
const several = (other: Error): Error =>
  Object.assign(new AggregateError([coded('ECONNREFUSED', 'connect'), other]), {
    code: 'ECONNREFUSED',
  })

const fetchFailed = (cause: unknown): Error => new TypeError('fetch failed', { cause })

const failure = (name: string, make: (secret: string) => unknown): Failure => ({
  name,
  // Some reject with what is no error.
  make: make as Failure['make'],
})

/** One that Node names by what was called and by a code, or by a code alone. */
function named(name: string): Failure {
  const [code = '', syscall] = name.split(' ').reverse()
  return failure(name, () => coded(code, syscall))
}

/** What only happens while resolving, connecting and shaking hands: the request never left. */
const connecting: readonly Failure[] = [
  failure('NotSentError', () => new NotSentError('no connection')),
  ...['connect ECONNREFUSED', 'connect ETIMEDOUT', 'connect ECONNRESET'].map(named),
  ...['getaddrinfo ENOTFOUND', 'getaddrinfo EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].map(named),
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'].map(named),
  failure('all addresses refused', () => several(coded('ETIMEDOUT', 'connect'))),
]

/** What may come after the request left, whatever it is called. */
const under: readonly Failure[] = [
  failure('read ECONNRESET', (secret) => coded('ECONNRESET', 'read', `reset at ${secret}`)),
  ...['ECONNRESET', 'write EPIPE', 'read ETIMEDOUT', 'read ECONNREFUSED'].map(named),
  ...['ERR_SSL_WRONG_VERSION_NUMBER', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT'].map(named),
  ...['UND_ERR_BODY_TIMEOUT', 'ERR_HTTP2_STREAM_ERROR'].map(named),
  failure('one address refused, one reset', () => several(coded('ECONNRESET', 'read'))),
  failure('MayBeSentError', () => begun(coded('ECONNREFUSED', 'connect'))),
  failure('a reset caused by a refusal', () =>
    Object.assign(coded('ECONNRESET', 'read'), { cause: coded('ECONNREFUSED', 'connect') }),
  ),
]

/** An error that cannot even be looked at. */
export const throwing = 'a getter that throws'

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
