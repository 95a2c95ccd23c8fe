import type { TransportRequest } from '../../../src/index.js'
import { chooseFate, type Fate, type Mood } from './fates.js'
import { Loop } from './loop.js'
import { Random } from './random.js'
import type { Attempt, CallRecord, Ending } from './record.js'
import { TokenBook } from './token-book.js'

/** What there is in one world: its time, its service, and the truth of every request. */
export class World {
  /** Decides what happens. */
  readonly random: Random
  /** Gives the client its randomness, so that a client that takes more of it changes nothing else. */
  readonly clientRandom: Random
  readonly loop: Loop
  readonly mood: Mood
  readonly tokens: TokenBook
  readonly calls = new Map<string, CallRecord>()
  readonly violations: string[] = []
  readonly trace: string[] | undefined
  /** Calls that have not settled. */
  active = 0
  attempts = 0
  /** A wall clock that jumps ahead ends what is under way, a token request too. */
  jumpedAhead = false

  constructor(seed: number, index: number, traced: boolean) {
    this.random = new Random(seed, index, 1)
    this.clientRandom = new Random(seed, index, 2)
    const { random } = this
    this.loop = new Loop(random, random.chance(0.3), random.chance(0.3))
    this.mood = {
      success: random.pick([0.95, 0.8, 0.5, 0.2]),
      pace: random.pick([5, 20, 100, 500]),
    }
    this.tokens = new TokenBook(this)
    this.trace = traced ? [] : undefined
  }

  /** A line of the trace; made only where there is one. */
  note(line: () => string): void {
    this.trace?.push(`${this.loop.now.toFixed(1).padStart(11)}  ${line()}`)
  }

  violate(what: string): void {
    this.note(() => `VIOLATION: ${what}`)
    this.violations.push(what)
  }

  demand(holds: boolean, otherwise: () => string): void {
    if (!holds) this.violate(otherwise())
  }

  /** A request that a transport was given. */
  receive(request: TransportRequest): Attempt {
    const { loop } = this
    const key = request.headers['x-call'] ?? ''
    const call = this.calls.get(key)
    if (call === undefined) throw new Error(`a request of no call: ${key}`)
    const token = (request.headers['authorization'] ?? '').slice('Bearer '.length)
    const previous = call.attempts.at(-1)
    // An exchange that nobody was watching has ended by now as well.
    if (previous && !previous.watched) this.finish(previous, { by: 'client', unsent: false })
    const number = call.attempts.length + 1
    const { recording } = call
    this.demand(
      !call.records || (recording?.attempt === number && recording.ended === 'recorded'),
      () => `${key}#${number}: sent before it was recorded`,
    )
    const attempt: Attempt = {
      call,
      number,
      at: loop.now,
      begunAt: loop.now,
      wanted: recording ?? { at: loop.now, turnBefore: loop.lastTurn },
      token,
      body: undefined,
      reference: undefined,
      fate: this.#fateOf(call, token),
      left: false,
      leftAfter: 0,
      carriedOut: false,
      copies: 0,
      looks: false,
      ending: undefined,
      endedAt: Infinity,
      watched: false,
      stopped: () => !attempt.watched && request.stop.signal.aborted,
    }
    this.attempts++
    this.note(() => `${call.key}#${attempt.number} asked: ${nameOf(attempt.fate)}`)
    this.demand(call.settledAt === undefined, () => `${call.key}: a request after its end`)
    this.demand(previous?.ending !== undefined || !previous, () => `${call.key}: two at once`)
    this.tokens.checkUse(attempt)
    call.attempts.push(attempt)
    loop.checkAfter(loop.now + call.limits.timeout, () => {
      const over = attempt.ending !== undefined || !attempt.watched
      this.demand(over, () => `${call.key}#${attempt.number}: not ended after its timeout`)
    })
    return attempt
  }

  /** Notes how an exchange ended for the client: the first end counts. */
  finish(attempt: Attempt, end: Ending): void {
    if (attempt.ending !== undefined) return
    // A transport that ignores the abort goes on although nobody waits for it.
    const ending: Ending = attempt.stopped() ? { by: 'client', unsent: false } : end
    attempt.ending = ending
    attempt.endedAt = this.loop.now
    this.note(() => `${attempt.call.key}#${attempt.number} ended: ${JSON.stringify(ending)}`)
    if (ending.by === 'answer' && ending.status === 401 && attempt.call.settledAt === undefined)
      this.tokens.refused(attempt)
  }

  /** A token that is not good is refused, wherever the request comes as far as that. */
  #fateOf(call: CallRecord, token: string): Fate {
    const fate = chooseFate(this.random, this.mood, call)
    const { end } = fate
    if (this.tokens.isGood(token)) return fate
    if (end.kind !== 'answer') return { ...fate, carriedOut: Infinity }
    const body = end.status < 300 ? 'own' : end.body
    return { ...fate, carriedOut: Infinity, end: { ...end, status: 401, body } }
  }
}

function nameOf({ leaves, carriedOut, end }: Fate): string {
  const times = `leaves ${leaves.toFixed(1)}, carried out ${carriedOut.toFixed(1)}`
  if (end.kind === 'silence') return `${times}, silence`
  if (end.kind === 'answer')
    return `${times}, ${end.status} (${end.body}) at ${end.at.toFixed(1)}, body at ${end.bodyAt.toFixed(1)}`
  return `${times}, ${end.kind === 'failure' ? end.name : end.way} at ${end.at.toFixed(1)}`
}
