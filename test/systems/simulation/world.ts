import type { TransportRequest } from '../../../src/index.js'
import { ServerLog } from '../../network/server-log.js'
import { refuses } from '../../network/vocabulary.js'
import { makeCall, makeClient } from './caller.js'
import { chooseFate, type Mood } from './fates.js'
import { checkCall } from './invariants.js'
import { Loop } from './loop.js'
import { Random } from './random.js'
import { type View, viewOf } from './reads.js'
import { type Attempt, type CallRecord, type Ending, nameOf } from './record.js'

/** What there is in one world: its time, its service, and the truth of every request. */
export class World {
  /** Decides what happens. */
  readonly random: Random
  /** Gives the client its randomness, so that a client that takes more of it changes nothing else. */
  readonly clientRandom: Random
  readonly loop: Loop
  readonly mood: Mood
  readonly view: View
  readonly calls = new Map<string, CallRecord>()
  /** What the service knows of each call. */
  readonly serverLog = new ServerLog()
  readonly violations: string[] = []
  readonly trace: string[] | undefined
  /** Calls that have not settled. */
  active = 0

  constructor(
    readonly seed: number,
    readonly index: number,
    traced: boolean,
  ) {
    this.random = new Random(seed, index, 1)
    this.clientRandom = new Random(seed, index, 2)
    const { random } = this
    this.loop = new Loop(random, random.chance(0.4))
    this.mood = {
      success: random.pick([0.95, 0.8, 0.5, 0.2]),
      refusal: random.pick([0, 0, 0, 0.5]),
      pace: random.pick([5, 20, 100, 500]),
    }
    this.view = viewOf(random)
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
  receive({ method, headers, body, stop }: TransportRequest): Attempt {
    const key = headers['x-call'] ?? ''
    const own = this.calls.get(key)
    const call = method === 'GET' ? own?.reads : own
    if (call === undefined) throw new Error(`a request of no call: ${key}`)
    const { attempts } = call
    const previous = attempts.at(-1)
    const attempt: Attempt = {
      call,
      number: attempts.length + 1,
      at: this.loop.now,
      fate: chooseFate(this.random, this.mood, call),
      stop,
      ...(body === undefined ? { body, reference: undefined } : contentOf(body)),
      left: false,
      leftAfter: 0,
      ending: undefined,
    }
    const name = nameOf(attempt)
    this.note(() => `${name} asked: ${JSON.stringify(attempt.fate)}`)
    const isRecorded = !call.records || call.recorded === attempt.number
    this.demand(isRecorded, () => `${name}: sent before it was recorded`)
    this.demand(
      headers['x-account'] === call.account,
      () => `${name}: in the account ${headers['x-account']}, not ${call.account}`,
    )
    this.demand(!own?.isSettled, () => `${key}: a request after its end`)
    this.demand(!previous || previous.ending !== undefined, () => `${key}: two at once`)
    attempts.push(attempt)
    return attempt
  }

  /** The first byte leaves; what a fetch sends is known then. */
  leave(attempt: Attempt, body?: string): void {
    const { call } = attempt
    if (body !== undefined) Object.assign(attempt, contentOf(body))
    attempt.left = true
    call.truth.seen++
    const { now, date } = this.loop
    attempt.leftAfter = Math.max(now - call.startedAt, date - call.startedDate)
  }

  carryOut(attempt: Attempt): void {
    attempt.call.truth.done++
    attempt.call.carriedOut.push(this.loop.now)
    this.note(() => `${nameOf(attempt)} carried out`)
  }

  /** Notes how an exchange ended for the client: the first end counts. */
  finish(attempt: Attempt, ending: Ending): void {
    const { call, left } = attempt
    if (attempt.ending !== undefined) return
    attempt.ending = ending
    this.note(() => `${nameOf(attempt)} ended: ${JSON.stringify(ending)}`)
    // What was refused was seen, and cannot have taken effect either.
    if (left && ending.by === 'answer' && refuses(ending.status, call.idempotent))
      call.truth.refused++
  }
}

function contentOf(body: string): Pick<Attempt, 'body' | 'reference'> {
  return { body, reference: (JSON.parse(body) as { ref_id?: string }).ref_id }
}

/** More turns than any world needs. */
const endless = 100_000

/** Lets a world happen, from its first call until nothing is left to come, and checks it. */
export async function live(world: World): Promise<void> {
  const { random, loop } = world
  const clients = Array.from({ length: 1 + random.below(2) }, () => makeClient(world))
  const calls = 20 + random.below(60)
  const span = random.pick([0, 100, 5_000, 60_000, 600_000])
  for (let number = 1; number <= calls; number++)
    loop.later(random.next() * span, () => makeCall(world, random.pick(clients), `w${number}`))
  for (let times = random.below(3); times > 0; times--)
    loop.later(random.next() * span, () => {
      loop.wall += random.between(-1, 1) * 7_200_000
      world.note(() => 'the wall clock jumps')
    })
  for (let turns = 0; turns < endless && (await loop.turn()); turns++);
  world.demand(world.active === 0, () => `${world.active} calls never settled`)
  for (const call of world.calls.values()) checkCall(world, call)
}
