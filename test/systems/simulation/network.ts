import {
  NotSentError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '../../../src/index.js'
import { answerOf } from './answers.js'
import { begun } from './failures.js'
import type { Attempt, Ending } from './record.js'
import type { World } from './world-state.js'

/** What fetch rejects with when its signal is aborted; dear to make. */
export const aborted = new DOMException('This operation was aborted', 'AbortError')

/** How a transport listens to the end of an attempt: by signal, by callback, late, or not at all. */
export const manners = ['signal', 'callback', 'late', 'deaf', 'fetch'] as const
export type Manner = (typeof manners)[number]

/** What a transport is given; of a fetch, how it takes the body once a connection does, and once more. */
interface Incoming extends TransportRequest {
  readonly take?: () => Promise<string>
  readonly takeAgain?: () => string
}

export function networkTransport(
  world: World,
  manner: Manner,
): (request: Incoming) => ReturnType<Transport> {
  return (request) => {
    const attempt = world.receive(request)
    const { end } = attempt.fate
    // Whether a fetch sent anything is known by its body.
    const hostile = (): Ending =>
      manner === 'fetch' && !attempt.left ? { by: 'no request' } : { by: 'failure', hostile: true }
    if (request.take === undefined) read(attempt, request.body)
    if (end.kind === 'hostile' && (end.way === 'throws' || end.way === 'gives undefined')) {
      const fail = (): never => {
        world.finish(attempt, hostile())
        if (end.way === 'gives undefined') return undefined as never
        throw new TypeError(`a transport that throws at once, with ${attempt.token}`)
      }
      const { taking } = run(world, attempt, request)
      if (taking === undefined) return fail()
      // Its body is taken turns later, and the call may end before.
      attempt.watched = true
      listen(request, manner, () => world.finish(attempt, { by: 'client', unsent: !attempt.left }))
      return taking.then(fail)
    }
    if (end.kind === 'hostile' && end.way === 'throws NotSentError') {
      world.finish(attempt, { by: 'no request' })
      throw new NotSentError('nothing was sent')
    }
    if (manner !== 'late') return exchange(world, attempt, request, manner)
    return new Promise((resolve, reject) => {
      world.loop.later(world.random.between(0, 50), () => {
        // As undiciTransport does once undici is loaded.
        if (request.stop.stopped) {
          const ended = request.stop.signal.aborted
          world.finish(attempt, ended ? { by: 'client', unsent: false } : { by: 'no request' })
          reject(new NotSentError('ended before it was sent'))
        } else exchange(world, attempt, request, manner).then(resolve, reject)
      })
    })
  }
}

function read(attempt: Attempt, body = ''): void {
  attempt.body = body
  attempt.reference = (JSON.parse(body) as { ref_id?: string }).ref_id
}

/**
 * Lets a request leave and be carried out. `stop` stops it, and returns whether nothing has left; `taking`
 * is over once a fetch has what it takes of the body; `afterwards` runs something once that is so.
 */
function run(
  world: World,
  attempt: Attempt,
  { take, stop }: Incoming,
  refused: (reason: Error) => void = () => undefined,
): {
  readonly stop: () => boolean
  readonly taking: Promise<void> | undefined
  readonly afterwards: (what: () => void) => void
} {
  const { fate, call } = attempt
  let stopped = false
  let taking: Promise<void> | undefined
  /** What comes while the body is taken, which may be turns later. */
  let waiting: (() => void)[] | undefined
  const afterwards = (what: () => void): void => {
    if (waiting) waiting.push(what)
    else what()
  }
  const leave = (): void => {
    if (take) {
      waiting = []
      taking = take()
        .then((body) => {
          read(attempt, body)
          left()
        }, refused)
        .then(() => {
          const all = waiting ?? []
          waiting = undefined
          all.forEach((what) => what())
        })
    } else if (attempt.looks && stop.stopped) refused(new NotSentError('the time was over'))
    else left()
  }
  const left = (): void => {
    const { now, date } = world.loop
    attempt.left = true
    attempt.leftAfter = Math.max(now - call.startedAt, date - call.startedDate)
  }
  const carryOut = (): void => {
    if (!attempt.left || (stopped && !fate.persists)) return
    attempt.carriedOut = true
    world.note(() => `${call.key}#${attempt.number} carried out`)
  }
  const begin = (delay: number, what: () => void) => {
    if (delay === 0) what()
    else if (delay < Infinity) return world.loop.later(delay, what)
    return undefined
  }
  const leaving = begin(fate.leaves, leave)
  begin(fate.carriedOut, () => afterwards(carryOut))
  const end = (): boolean => {
    stopped = true
    if (!attempt.left && leaving) leaving.cancelled = true
    return !attempt.left
  }
  return { stop: end, taking, afterwards }
}

function exchange(
  world: World,
  attempt: Attempt,
  request: Incoming,
  manner: Manner,
): Promise<TransportResponse> {
  const { end } = attempt.fate
  attempt.begunAt = world.loop.now
  // The others are of the caller's, and know of a signal alone or of nothing.
  attempt.looks = manner === 'callback' || manner === 'late' || manner === 'fetch'
  return new Promise((resolve, reject) => {
    const { stop, afterwards } = run(world, attempt, request, (reason) => {
      world.finish(attempt, { by: 'no request' })
      reject(reason)
    })
    const stopped = (): unknown => {
      const unsent = stop()
      world.finish(attempt, { by: 'client', unsent: unsent && manner !== 'signal' })
      reject(aborted)
      return unsent ? 'not_sent' : undefined
    }
    listen(request, manner, stopped)
    attempt.watched = manner !== 'deaf'
    if (end.kind === 'silence') return
    const settle = (): void => {
      if (end.kind === 'failure' && end.sentBelow === true && attempt.left) {
        const reason = askAgain(world, attempt, request) ?? end.make(attempt.token)
        world.finish(attempt, { by: 'failure', hostile: false })
        // A transport that is told what was sent passes that on.
        reject(manner === 'fetch' ? reason : begun(reason))
      } else if (end.kind === 'failure') {
        const unsent = manner === 'fetch' ? stop() : attempt.fate.leaves === Infinity
        world.finish(
          attempt,
          unsent ? { by: 'no request' } : { by: 'failure', hostile: end.hostile },
        )
        reject(end.make(attempt.token))
      } else resolve(answerOf(world, attempt, request, end))
    }
    world.loop.later(end.at, () => afterwards(settle))
  })
}

/** Something below fetch sends again what it gets again. @returns why it got nothing, where it tells */
function askAgain(world: World, attempt: Attempt, { takeAgain }: Incoming): Error | undefined {
  if (takeAgain === undefined) return undefined
  try {
    takeAgain()
  } catch (reason) {
    return world.random.chance(0.5) ? (reason as Error) : undefined
  }
  if (attempt.carriedOut) attempt.copies++
  return undefined
}

function listen(request: TransportRequest, manner: Manner, stopped: () => unknown): void {
  if (manner === 'deaf') return
  const { stop } = request
  if (manner === 'callback' || manner === 'late') stop.onStop(stopped)
  else if (stop.signal.aborted) stopped()
  else stop.signal.addEventListener('abort', stopped, { once: true })
}
