import { refuses } from './fates.js'
import { tolerance } from './loop.js'
import type { Attempt, CallRecord, Ending } from './record.js'
import type { World } from './world-state.js'

/** Statuses after which an idempotent request may be sent again. */
const passing = [408, 425, 500, 502, 503, 504]

/** Whether a request that ended so may have taken effect, for all that the client knows. */
export function mayHaveTakenEffect({ ending, call }: Attempt): boolean {
  if (ending === undefined) return true
  if (ending.by === 'no request') return false
  if (ending.by === 'client') return !ending.unsent
  return ending.by !== 'answer' || !refuses(ending.status, call.idempotent)
}

function isRefusedToken(ending: Ending | undefined): boolean {
  return ending?.by === 'answer' && ending.status === 401
}

/** The table of what may be sent again, and whether it has to be where there is time. */
function mayRepeat({ ending, call, fate }: Attempt, repeats: number): 'no' | 'may' | 'must' {
  if (ending === undefined) return call.idempotent ? 'may' : 'no'
  if (ending.by === 'no request') return 'must'
  if (ending.by === 'client' && ending.unsent) return 'may'
  if (ending.by === 'answer' && ending.status === 429)
    return repeats === 0 || askedOf(fate) !== undefined ? 'must' : 'no'
  if (!call.idempotent) return 'no'
  if (ending.by === 'answer') {
    if (ending.status === 421) return 'may'
    return passing.includes(ending.status) ? 'must' : 'no'
  }
  if (ending.by === 'unreadable') return 'no'
  return ending.by === 'failure' && ending.hostile ? 'may' : 'must'
}

/** Milliseconds that the answer asks to wait. */
function askedOf({ end }: Attempt['fate']): number | undefined {
  const seconds = end.kind === 'answer' ? end.asked.seconds : undefined
  return seconds === undefined ? undefined : seconds * 1_000
}

/** The least and the most that may pass before the next attempt. */
function waitAfter({ ending, fate }: Attempt, repeats: number): { least: number; most: number } {
  const window = Math.min(8_000, 250 * 2 ** repeats)
  const asked = ending?.by === 'answer' ? askedOf(fate) : undefined
  if (fate.end.kind === 'answer' && fate.end.asked.byWallClock && asked !== undefined)
    return { least: 0, most: Infinity }
  if (asked !== undefined) return { least: asked, most: Math.max(asked, window) }
  const limited = ending?.by === 'answer' && ending.status === 429
  return { least: limited ? window / 2 : 0, most: window }
}

/** Checks each repeat of a call: whether it may be, how often, and when. */
export function checkRepeats(world: World, call: CallRecord): void {
  const { key, attempts, limits } = call
  let repeats = 0
  let replays = 0
  for (const [index, next] of attempts.entries()) {
    const before = attempts[index - 1]
    if (before === undefined) continue
    if (isRefusedToken(before.ending)) {
      replays++
      world.demand(call.auth !== 'fixed', () => `${key}: a fixed token is sent again after 401`)
      continue
    }
    world.demand(
      mayRepeat(before, repeats) !== 'no',
      () => `${key}: sent again after ${JSON.stringify(before.ending)}`,
    )
    checkWait(world, before, next, repeats)
    repeats++
  }
  world.demand(repeats <= limits.maxRetries, () => `${key}: ${repeats} repeats`)
  world.demand(replays <= 1, () => `${key}: ${replays} replays after 401`)
  const last = attempts.at(-1)
  if (last && call.error !== undefined) checkGivenUp(world, last, repeats)
}

function checkWait(world: World, before: Attempt, next: Attempt, repeats: number): void {
  if (!before.watched && before.ending?.by === 'client') return
  const { least, most } = waitAfter(before, repeats)
  const { at, turnBefore } = next.wanted
  const waited = at - before.endedAt
  const name = `${next.call.key}#${next.number}`
  world.demand(
    waited > 0 && waited >= least - tolerance,
    () => `${name}: sent ${waited.toFixed(1)} ms later, at least ${least} are to pass`,
  )
  world.demand(
    turnBefore <= before.endedAt + most + tolerance,
    () => `${name}: sent ${waited.toFixed(1)} ms later, at most ${most} are to pass`,
  )
}

/** A call does not give up what it may repeat while there is time for it, and `beforeSend` lets it. */
function checkGivenUp(world: World, last: Attempt, repeats: number): void {
  const { call, ending, endedAt, number } = last
  const { recording } = call
  if (recording?.attempt === number + 1 && recording.ended !== 'recorded') return
  const { maxRetries, totalTimeout } = call.limits
  if (call.abortedAt !== undefined || call.jumped || repeats >= maxRetries) return
  if (ending?.by === 'client' && !last.watched) return
  if (mayRepeat(last, repeats) !== 'must') return
  // A loop that stood still may have come back too late.
  if ((call.settledAt ?? Infinity) >= call.startedAt + totalTimeout - tolerance) return
  const left = call.startedAt + totalTimeout - endedAt
  world.demand(
    waitAfter(last, repeats).most >= left,
    () => `${call.key}: given up ${left.toFixed(1)} ms early, after ${JSON.stringify(ending)}`,
  )
}
