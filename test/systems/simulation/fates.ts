import { afterSending, beforeSending } from './failures.js'
import type { Random } from './random.js'
import type { CallRecord } from './record.js'
import { type Asked, asksToWait } from './retry-after.js'

/** Whether the body can be read, and if not, why. */
export type BodyKind =
  | 'own'
  | 'another call'
  | 'broken'
  | 'too large'
  | 'not JSON'
  | 'null'
  | 'a list'
  | 'an error'
  | 'not UTF-8'

/** How an exchange ends, if nobody stops it: milliseconds count from the request. */
export type End =
  | {
      readonly kind: 'answer'
      readonly at: number
      readonly status: number
      readonly asked: Asked
      readonly body: BodyKind
      /** When the body is there; Infinity if it hangs. */
      readonly bodyAt: number
      readonly echo: number
    }
  | {
      readonly kind: 'failure'
      readonly at: number
      readonly name: string
      readonly make: (secret: string) => Error
      /** Something below the client sent it, asked for it again, and tells how that ended alone. */
      readonly sentBelow?: boolean
      /** Nothing can be learnt from what it rejects with. */
      readonly hostile: boolean
    }
  | { readonly kind: 'silence' }
  | { readonly kind: 'hostile'; readonly at: number; readonly way: Hostile }

export type Hostile = (typeof hostileWays)[number]

/** Transports that break their contract. */
const hostileWays = [
  'throws',
  'throws NotSentError',
  'gives undefined',
  'no headers',
  'a getter of the answer throws',
  'read throws',
  'read rejects',
  'read rejects as if nothing was sent',
  'read gives undefined',
] as const

/** What becomes of one request. */
export interface Fate {
  /** When its first byte leaves; Infinity if it never does. */
  readonly leaves: number
  /** When the service carries it out; Infinity if it never does. */
  readonly carriedOut: number
  /** Whether what has left is carried out although the client stopped the exchange. */
  readonly persists: boolean
  readonly end: End
}

/** How a part of the world is off. */
export interface Mood {
  /** How often a request is answered as it should be. */
  readonly success: number
  /** Milliseconds that things take, about. */
  readonly pace: number
}

const statuses = [
  ...[200, 201, 299, 301, 302, 304, 307, 400, 401, 401, 401, 403, 404, 405, 407, 408, 409, 418],
  ...[421, 422, 422, 424, 425, 429, 429, 429, 429, 431, 499, 500, 500, 501, 502, 503, 503, 504],
  ...[505, 511, 599],
]

const unreadable: readonly BodyKind[] = [
  'broken',
  'broken',
  'too large',
  'not JSON',
  'null',
  'a list',
  'an error',
  'not UTF-8',
]

/** Chooses what becomes of a request. */
export function chooseFate(random: Random, { success, pace }: Mood, call: CallRecord): Fate {
  const { timeout } = call.limits
  const duration = (): number =>
    random.chance(0.05) ? random.between(0, 2 * timeout) : random.next() ** 2 * pace
  const leaves = random.chance(0.5) ? 0 : duration()
  const carried = leaves + duration()
  const at = carried + (random.chance(0.5) ? 0 : duration())
  const persists = random.chance(0.7)
  const base = { leaves, persists }
  if (random.chance(success)) {
    const end = answer(random, 200, at)
    // The answer of another call says nothing of this one. Where no reference names it, nothing could tell.
    const crossed = end.body === 'another call' && isNamed(call)
    return { ...base, carriedOut: crossed && random.chance(0.5) ? Infinity : carried, end }
  }
  const kind = random.weighted([
    [8, 'answer'],
    [4, 'unreadable'],
    [5, 'before'],
    [3, 'below'],
    [5, 'after'],
    [2, 'silence'],
    [1, 'hostile'],
  ] as const)
  const perhaps = random.chance(0.5) ? carried : Infinity
  if (kind === 'before')
    return {
      ...base,
      leaves: Infinity,
      carriedOut: Infinity,
      end: { kind: 'failure', at: leaves, hostile: false, ...beforeSending(random) },
    }
  // The last failure's name is of connecting, and the first copy has left.
  if (kind === 'below') {
    const failure = beforeSending(random)
    const end = { kind: 'failure', at, hostile: false, sentBelow: true, ...failure } as const
    return { ...base, carriedOut: perhaps, end }
  }
  if (kind === 'after') {
    const { name, make } = afterSending(random)
    return {
      ...base,
      carriedOut: perhaps,
      end: { kind: 'failure', at, name, make, hostile: false },
    }
  }
  if (kind === 'silence') {
    const never = random.chance(0.3)
    const carriedOut = never ? Infinity : perhaps
    return { ...base, leaves: never ? Infinity : leaves, carriedOut, end: { kind } }
  }
  if (kind === 'hostile') {
    const way = random.pick(hostileWays)
    if (way === 'throws NotSentError')
      return { ...base, leaves: Infinity, carriedOut: Infinity, end: { kind, at, way } }
    // A transport that throws at once has sent before that, or sends nothing.
    const soon = way === 'throws'
    const carriedOut = perhaps === Infinity ? Infinity : soon ? 0 : carried
    return { ...base, leaves: soon ? 0 : leaves, carriedOut, end: { kind, at, way } }
  }
  if (kind === 'unreadable')
    return { ...base, carriedOut: carried, end: answer(random, 200, at, random.pick(unreadable)) }
  const status = random.pick(statuses)
  // A gateway may write any other status over what was carried out.
  const carriedOut = status < 300 ? carried : refusals.includes(status) ? Infinity : perhaps
  return { ...base, carriedOut, end: answer(random, status, at) }
}

/** Whether the request has a reference, which its answer repeats. */
const isNamed = ({ operation, refId, generatesRefId }: CallRecord): boolean =>
  operation === 'createStablecoinConversion' && (refId !== undefined || generatesRefId)

/** What only a service answers that did nothing. */
const refusals = [400, 401, 403, 404, 421, 422, 429, 431]

/** Whether the client takes a status for a proof that the request was not carried out. */
export function refuses(status: number, idempotent: boolean): boolean {
  if (!idempotent) return refusals.includes(status)
  return status >= 400 && status < 500 && status !== 408 && status !== 425
}

function answer(
  random: Random,
  status: number,
  at: number,
  body: BodyKind = 'own',
): Extract<End, { kind: 'answer' }> {
  const waits = status === 429 || (status >= 500 && random.chance(0.5))
  const slow = random.weighted([
    [20, 0],
    [4, random.between(0, 300)],
    [1, Infinity],
  ])
  const other = body === 'own' && random.chance(status < 300 ? 0.01 : 0.3)
  return {
    kind: 'answer',
    at,
    status,
    bodyAt: at + slow,
    echo: random.below(60),
    body: !other ? body : status < 300 ? 'another call' : random.pick(unreadable),
    asked: asksToWait(random, waits),
  }
}
