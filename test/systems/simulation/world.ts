import { getEventListeners } from 'node:events'
import { createClient, type TransportRequest } from '../../../src/index.js'
import { ServerLog } from '../../network/server-log.js'
import { refuses } from '../../network/vocabulary.js'
import { abort, journal, makeCall, type SimulatedClient } from './caller.js'
import { chooseFate, type Mood } from './fates.js'
import { checkCall } from './invariants.js'
import { Loop } from './loop.js'
import { type Manner, manners, nameOf, networkFetch, networkTransport } from './network.js'
import { Random } from './random.js'
import type { Attempt, CallRecord, Ending } from './record.js'

/** What there is in one world: its time, its service, and the truth of every request. */
export class World {
  /** Decides what happens. */
  readonly random: Random
  /** Gives the client its randomness, so that a client that takes more of it changes nothing else. */
  readonly clientRandom: Random
  readonly loop: Loop
  readonly mood: Mood
  readonly calls = new Map<string, CallRecord>()
  /** What the service knows of each call. */
  readonly serverLog = new ServerLog()
  readonly violations: string[] = []
  readonly trace: string[] | undefined
  /** Calls that have not settled. */
  active = 0
  attempts = 0

  constructor(seed: number, index: number, traced: boolean) {
    this.random = new Random(seed, index, 1)
    this.clientRandom = new Random(seed, index, 2)
    const { random } = this
    this.loop = new Loop(random, random.chance(0.3), random.chance(0.3))
    this.mood = {
      success: random.pick([0.95, 0.8, 0.5, 0.2]),
      pace: random.pick([5, 20, 100, 500]),
    }
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
  receive({ headers, body, stop }: TransportRequest, manner: Manner): Attempt {
    const { loop } = this
    const key = headers['x-call'] ?? ''
    const call = this.calls.get(key)
    if (call === undefined) throw new Error(`a request of no call: ${key}`)
    const previous = call.attempts.at(-1)
    const { recording, attempts, limits } = call
    const attempt: Attempt = {
      call,
      number: attempts.length + 1,
      at: loop.now,
      fate: chooseFate(this.random, this.mood, call),
      manner,
      stop,
      ...(body === undefined ? { body, reference: undefined } : contentOf(body)),
      left: false,
      leftAfter: 0,
      carriedOut: false,
      ending: undefined,
      endedAt: Infinity,
    }
    const name = nameOf(attempt)
    this.attempts++
    this.note(() => `${name} asked: ${JSON.stringify(attempt.fate)}`)
    const isRecorded = recording?.attempt === attempt.number && recording.ended === 'recorded'
    this.demand(!call.records || isRecorded, () => `${name}: sent before it was recorded`)
    this.demand(call.settledAt === undefined, () => `${key}: a request after its end`)
    this.demand(previous?.ending !== undefined || !previous, () => `${key}: two at once`)
    attempts.push(attempt)
    loop.checkAfter(loop.now + limits.timeout, () => {
      this.demand(attempt.ending !== undefined, () => `${name}: not ended after its timeout`)
    })
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
    attempt.carriedOut = true
    attempt.call.truth.done++
    this.note(() => `${nameOf(attempt)} carried out`)
  }

  /** Notes how an exchange ended for the client: the first end counts. */
  finish(attempt: Attempt, ending: Ending): void {
    const { call, left } = attempt
    if (attempt.ending !== undefined) return
    attempt.ending = ending
    attempt.endedAt = this.loop.now
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
  const shared = Array.from({ length: random.below(3) }, () => new AbortController())
  const calls = 20 + random.below(60)
  const span = random.pick([0, 100, 5_000, 60_000, 600_000])
  for (let number = 1; number <= calls; number++)
    loop.later(random.next() * span, () =>
      makeCall(world, random.pick(clients), `w${number}`, shared),
    )
  for (const controller of shared)
    if (random.chance(0.3))
      loop.later(random.next() * (span + 1_000), () => abort(world, controller))
  for (let times = random.below(3); times > 0; times--)
    loop.later(random.next() * span, () => jump(world))
  for (let turns = 0; turns < endless; turns++) {
    if (!(await loop.turn())) break
    if (world.active === 0) checkNothingLeft(world)
  }
  world.demand(world.active === 0, () => `${world.active} calls never settled`)
  for (const call of world.calls.values()) checkCall(world, call)
}

/** The wall clock jumps, back or ahead. */
function jump(world: World): void {
  const by = world.random.between(-1, 1) * 7_200_000
  world.loop.wall += by
  world.note(() => 'the wall clock jumps')
  if (by < 0) return
  for (const call of world.calls.values()) call.jumped ||= call.settledAt === undefined
}

/** When no call is under way, no timer and no listener may be left. */
function checkNothingLeft(world: World): void {
  const { loop, calls } = world
  world.demand(loop.timers === 0, () => `${loop.timers} timers are left`)
  const controllers = new Set([...calls.values()].map(({ controller }) => controller))
  for (const controller of controllers) {
    const left = controller ? getEventListeners(controller.signal, 'abort').length : 0
    world.demand(left === 0, () => `${left} listeners are left`)
  }
}

function makeClient(world: World): SimulatedClient {
  const { random } = world
  const manner = random.pick(manners)
  const limits = {
    timeout: random.pick([100, 1_000, 10_000, 10_000]),
    totalTimeout: random.pick([1_000, 10_000, 30_000, 30_000]),
    maxRetries: random.pick([0, 1, 2, 2, 5]),
  }
  const generatesRefId = random.chance(0.8)
  const records = random.chance(0.4)
  const hasFixedToken = random.chance(0.25)
  const client = createClient({
    baseUrl: 'https://api.example',
    auth: hasFixedToken ? 'token' : tokenFunction(world),
    generateRefId: generatesRefId,
    ...limits,
    ...(manner === 'fetch'
      ? { fetch: networkFetch(world) }
      : { transport: networkTransport(world, manner) }),
    ...(records && { beforeSend: journal(world) }),
  })
  world.note(() => `a client: ${manner}, ${JSON.stringify(limits)}`)
  return { client, limits, generatesRefId, hasFixedToken, records }
}

/** Gives another token each time, soon or late, or now and then none. */
function tokenFunction({ random, loop }: World): () => Promise<string> {
  let count = 0
  return async () => {
    await loop.pause(random.chance(0.02) ? 60_000 : random.between(0, 100))
    if (random.chance(0.02)) throw new Error('there is no token')
    return `token-${++count}`
  }
}
