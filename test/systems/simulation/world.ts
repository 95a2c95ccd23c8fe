import { getEventListeners } from 'node:events'
import { createClient } from '../../../src/index.js'
import { abort, makeCall, type SimulatedClient } from './caller.js'
import { makeCredentials } from './credentials.js'
import { EventLog } from './events.js'
import { networkFetch } from './fetch.js'
import type { Globals } from './globals.js'
import { checkCall } from './invariants.js'
import { manners, networkTransport } from './network.js'
import { journal } from './recording.js'
import { World } from './world-state.js'

/** More turns than any world needs. */
const endless = 100_000

/** Lets one world happen, from its first call until nothing is left to come, and checks it. */
export async function runWorld(
  globals: Globals,
  seed: number,
  index: number,
  traced: boolean,
): Promise<World> {
  const world = new World(seed, index, traced)
  globals.belongTo(world)
  await live(world)
  return world
}

async function live(world: World): Promise<void> {
  const { random, loop } = world
  const credentials = makeCredentials(world)
  const clients = Array.from({ length: 1 + random.below(2) }, () =>
    // Some worlds have two clients with one token source, or each with its own.
    makeClient(world, random.chance(0.7) ? credentials : makeCredentials(world)),
  )
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
  for (let times = random.below(3); times > 0; times--) {
    loop.later(random.next() * span, () => world.tokens.revokeAll())
    loop.later(random.next() * span, () => {
      const by = random.between(-1, 1) * 7_200_000
      loop.wall += by
      world.jumpedAhead ||= by > 0
      for (const call of world.calls.values())
        if (by > 0 && call.settledAt === undefined) call.jumped = true
      world.note(() => 'the wall clock jumps')
    })
  }
  for (let turns = 0; turns < endless; turns++) {
    if (!(await loop.turn())) break
    if (world.active === 0 && !clients.some(({ credentials: { ledger } }) => ledger?.busy))
      checkNothingLeft(world)
  }
  world.demand(world.active === 0, () => `${world.active} calls never settled`)
  for (const call of world.calls.values()) checkCall(world, call)
  for (const { log, calls: made } of clients) log?.check(made)
}

/** When no call is under way, no timer and no listener may be left. */
function checkNothingLeft(world: World): void {
  const { loop, calls } = world
  world.demand(loop.timers === 0, () => `${loop.timers} timers are left`)
  const controllers = new Set([...calls.values()].map(({ controller }) => controller))
  for (const controller of controllers) {
    if (controller === undefined) continue
    const left = getEventListeners(controller.signal, 'abort').length
    world.demand(left === 0, () => `${left} listeners are left`)
  }
}

function makeClient(world: World, credentials: SimulatedClient['credentials']): SimulatedClient {
  const { random } = world
  const manner = random.pick(manners)
  const log = random.chance(0.6) ? new EventLog(world) : undefined
  const limits = {
    timeout: random.pick([100, 1_000, 10_000, 10_000]),
    totalTimeout: random.pick([1_000, 10_000, 30_000, 30_000]),
    maxRetries: random.pick([0, 1, 2, 2, 5]),
  }
  const generatesRefId = random.chance(0.8)
  const records = random.chance(0.4)
  const client = createClient({
    baseUrl: 'https://api.example',
    auth: credentials.auth,
    generateRefId: generatesRefId,
    ...limits,
    ...(manner === 'fetch'
      ? { fetch: networkFetch(world) }
      : { transport: networkTransport(world, manner) }),
    ...(log && { onEvent: log.add }),
    ...(records && { beforeSend: journal(world) }),
  })
  world.note(
    () => `a client over ${manner}, tokens by ${credentials.kind}, ${JSON.stringify(limits)}`,
  )
  return { client, calls: [], limits, generatesRefId, log, credentials, records }
}
