import { refuses } from './fates.js'
import { tolerance } from './loop.js'
import { type Attempt, type CallRecord, isStatus } from './record.js'
import type { World } from './world.js'

/** Statuses after which an idempotent request may be sent again. */
const passing = [408, 425, 500, 502, 503, 504]

/** Whether a request that ended so may have taken effect, for all that the client knows. */
export function mayHaveTakenEffect({ ending, call }: Attempt): boolean {
  if (ending === undefined) return true
  if (ending.by === 'no request') return false
  if (ending.by === 'client') return !ending.unsent
  return ending.by !== 'answer' || !refuses(ending.status, call.idempotent)
}

/** The table of what may be sent again, and whether it has to be where there is time. */
function mayRepeat(attempt: Attempt, repeats: number): 'no' | 'may' | 'must' {
  const { ending, call, fate } = attempt
  if (ending === undefined) return call.idempotent ? 'may' : 'no'
  if (ending.by === 'no request') return 'must'
  if (ending.by === 'client' && ending.unsent) return 'may'
  if (isStatus(attempt, 429)) return repeats === 0 || askedOf(fate) !== undefined ? 'must' : 'no'
  if (!call.idempotent) return 'no'
  if (ending.by === 'answer') {
    if (ending.status === 421) return 'may'
    return passing.includes(ending.status) ? 'must' : 'no'
  }
  if (ending.by === 'unreadable') return 'no'
  return ending.by === 'failure' && ending.hostile ? 'may' : 'must'
}

/** Milliseconds that the answer asks to wait. */
function askedOf({ reply }: Attempt['fate']): number | undefined {
  const seconds = reply?.asked.seconds
  return seconds === undefined ? undefined : seconds * 1_000
}

/** Whether an answer says how long to wait because there were too many requests: that is no retry. */
function isPaced(attempt: Attempt): boolean {
  return isStatus(attempt, 429) && askedOf(attempt.fate) !== undefined
}

/** The least and the most that may pass before the next attempt. */
function waitAfter(attempt: Attempt, repeats: number): { least: number; most: number } {
  const { ending, fate } = attempt
  const window = Math.min(8_000, 250 * 2 ** repeats)
  const asked = ending?.by === 'answer' ? askedOf(fate) : undefined
  if (fate.reply?.asked.byWallClock === true && asked !== undefined)
    return { least: 0, most: Infinity }
  // Those who wait together are not to come back together.
  if (isPaced(attempt)) return { least: (asked ?? 0) + window / 10, most: (asked ?? 0) + window }
  if (asked !== undefined) return { least: asked, most: Math.max(asked, window) }
  return { least: isStatus(attempt, 429) ? window / 2 : 0, most: window }
}

/** Checks each repeat of a call: whether it may be, how often, and when. */
export function checkRepeats(world: World, call: CallRecord): void {
  const { key, attempts, limits } = call
  let [repeats, waits, replays] = [0, 0, 0]
  for (const [index, next] of attempts.entries()) {
    const before = attempts[index - 1]
    if (before === undefined) continue
    if (isStatus(before, 401)) {
      replays++
      world.demand(call.auth !== 'fixed', () => `${key}: a fixed token is sent again after 401`)
      continue
    }
    world.demand(
      mayRepeat(before, repeats + waits) !== 'no',
      () => `${key}: sent again after ${JSON.stringify(before.ending)}`,
    )
    checkWait(world, before, next, repeats + waits)
    if (isPaced(before)) waits++
    else repeats++
  }
  const isSentOnce = limits.maxRetries > 0 || attempts.length <= 1
  world.demand(isSentOnce, () => `${key}: sent again, though maxRetries is 0`)
  world.demand(repeats <= limits.maxRetries, () => `${key}: ${repeats} repeats`)
  world.demand(replays <= 1, () => `${key}: ${replays} replays after 401`)
  const last = attempts.at(-1)
  if (last && call.error !== undefined) checkGivenUp(world, last, repeats, waits)
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
function checkGivenUp(world: World, last: Attempt, repeats: number, waits: number): void {
  const { call, ending, endedAt, number } = last
  const { recording } = call
  if (recording?.attempt === number + 1 && recording.ended !== 'recorded') return
  const { maxRetries, totalTimeout } = call.limits
  if (call.abortedAt !== undefined || call.jumped || maxRetries === 0) return
  if (repeats >= maxRetries && !isPaced(last)) return
  if (ending?.by === 'client' && !last.watched) return
  if (mayRepeat(last, repeats + waits) !== 'must') return
  // A loop that stood still may have come back too late.
  if ((call.settledAt ?? Infinity) >= call.startedAt + totalTimeout - tolerance) return
  const left = call.startedAt + totalTimeout - endedAt
  world.demand(
    waitAfter(last, repeats + waits).most >= left,
    () => `${call.key}: given up ${left.toFixed(1)} ms early, after ${JSON.stringify(ending)}`,
  )
}
