import { type Answer, type Fault, refusals } from '../../network/vocabulary.js'
import { type BodyKind, spoiltKinds } from './answers.js'
import { afterSending, beforeSending, type Failure } from './failures.js'
import type { Random } from './random.js'
import { type CallRecord, isHidden, isNamed } from './record.js'

/** What becomes of one request: milliseconds count from when a transport was given it. */
export interface Fate extends Fault {
  /** When its first byte leaves; Infinity if it never does. */
  readonly leaves: number
  /** When the service carries it out; Infinity if it never does. */
  readonly carriedOut: number
  /** Whether what has left is carried out although the client stopped the exchange. */
  readonly persists: boolean
  /** When it ends, if nobody stops it; Infinity where it never does. */
  readonly at: number
  /** How it ends: by one of these, or by none. */
  readonly reply?: Reply
  readonly failure?: Failure
}

/** What the service, or a gateway, writes back. */
export interface Reply {
  readonly status: number
  /** The seconds that it asks to wait; undefined where it says nothing. */
  readonly retryAfter: number | undefined
  readonly body: BodyKind
  /** When the body is there; Infinity if it hangs. */
  readonly bodyAt: number
}

/** How a part of the world is off. */
export interface Mood {
  /** How often a request is answered as it should be. */
  readonly success: number
  /** How often a token is refused. */
  readonly refusal: number
  /** Milliseconds that things take, about. */
  readonly pace: number
}

/** What goes wrong, and how often. */
const faults: readonly (readonly [weight: number, Fault])[] = [
  [8, { does: 'nothing', answer: 'no success' }],
  [4, { does: 'carries it out', answer: 'cut', where: 'body' }],
  [5, { does: 'never gets it', answer: 'lost', where: 'connecting' }],
  [2.5, { does: 'nothing', answer: 'lost', where: 'before the first byte' }],
  [2.5, { does: 'carries it out', answer: 'lost', where: 'before the first byte' }],
  [0.6, { does: 'never gets it', answer: 'late' }],
  [0.7, { does: 'nothing', answer: 'late' }],
  [0.7, { does: 'carries it out', answer: 'late' }],
]

const statuses = [
  ...[200, 201, 299, 301, 302, 304, 307, 400, 401, 401, 401, 403, 404, 405, 407, 408, 409, 418],
  ...[421, 422, 422, 424, 425, 429, 429, 429, 429, 431, 499, 500, 500, 501, 502, 503, 503, 504],
  ...[505, 511, 599],
]

/** Chooses what becomes of a request. */
export function chooseFate(random: Random, mood: Mood, call: CallRecord): Fate {
  /** Most often about the pace, and now and then longer than a call waits. */
  const duration = (): number =>
    random.chance(0.05)
      ? random.between(0, 2 * call.limits.timeout)
      : random.next() ** 2 * mood.pace
  const fault = faultOf(random, mood, call)
  const { does, answer, where } = fault
  const leaves = random.chance(0.5) ? 0 : duration()
  const carriedOut = leaves + duration()
  const answered = carriedOut + (random.chance(0.5) ? 0 : duration())
  const at = where === 'connecting' ? leaves : answered
  const fate = {
    ...fault,
    leaves: does === 'never gets it' ? Infinity : leaves,
    carriedOut: does === 'carries it out' ? carriedOut : Infinity,
    persists: random.chance(0.7),
    at: answer === 'late' ? Infinity : at,
  }
  if (answer === 'late') return fate
  if (answer !== 'lost') return { ...fate, reply: replyOf(random, answer, at, call) }
  const fail = where === 'connecting' ? beforeSending : afterSending
  return { ...fate, failure: fail(random) }
}

/** A success; now and then of another call, which says nothing of this one. */
function successOf(random: Random, call: CallRecord): Fault {
  const answer = random.chance(0.01) ? 'of another' : 'given'
  const isOther = answer === 'of another' && !isHidden(call) && random.chance(0.5)
  return { does: isOther ? 'nothing' : 'carries it out', answer }
}

function faultOf(random: Random, { success, refusal }: Mood, call: CallRecord): Fault {
  if (random.chance(refusal)) return { does: 'nothing', answer: 401 }
  if (random.chance(success)) return successOf(random, call)
  const fault = random.weighted(faults)
  if (fault.answer !== 'no success') return fault
  const status = random.pick(statuses)
  // A gateway may write any status but these over what was carried out.
  const isDone = status < 300 || (!refusals.includes(status) && random.chance(0.5))
  return { does: isDone ? 'carries it out' : 'nothing', answer: status }
}

/** Milliseconds by which a body comes later than its head: most often none, and now and then it never does. */
const slowness = [
  [20, 0],
  [4, 200],
  [1, Infinity],
] as const

function replyOf(random: Random, answer: Answer, at: number, call: CallRecord): Reply {
  const status = typeof answer === 'number' ? answer : 200
  const isSpoilt = answer === 'cut' || (status >= 300 && random.chance(0.3))
  const isOfFirst = isNamed(call) && !isHidden(call) && random.chance(0.5)
  const own = answer === 'of another' ? (isOfFirst ? 'of the first' : answer) : 'own'
  const asks = status === 429 || status >= 500
  return {
    status,
    body: isSpoilt ? random.pick(spoiltKinds) : own,
    bodyAt: at + random.weighted(slowness),
    retryAfter: asks && random.chance(0.6) ? random.pick([0, 1, 2, 5, 20, 60]) : undefined,
  }
}
