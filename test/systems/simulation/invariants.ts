import { ClientError } from '../../../src/index.js'
import { type Said, violationsOf } from '../../network/violations.js'
import { refuses } from '../../network/vocabulary.js'
import { tolerance } from './loop.js'
import { type Attempt, type CallRecord, isHidden, isStatus, nameOf } from './record.js'
import type { World } from './world.js'

/** Checks what a call told its user against what the service knows, when all is over. */
export function checkCall(world: World, call: CallRecord): void {
  const { key, error, attempts, isSettled, truth } = call
  if (!isSettled) return
  const said = saidOf(call)
  const told = `${key}: ${error?.code ?? ''} ${said.end}`
  const { seen, done, refused } = truth
  // What was refused may be sent again, and cannot have taken effect.
  for (const violation of violationsOf(said, { seen: seen - refused, done }))
    world.violate(`${told}: ${violation} (seen ${seen} times, carried out ${done} times)`)
  checkBodies(world, call)
  checkRepeats(world, call)
  for (const attempt of attempts) checkLateness(world, attempt)
  if (said.end !== 'raw') checkOutcome(world, call)
}

/** What the operations answer. */
interface Data {
  readonly address?: { readonly nickname: string }
  readonly quote_id?: string
  readonly profile_id?: string
  readonly amount?: string
}

function saidOf(call: CallRecord): Said {
  const { key, idempotent, attempts, body, result, error } = call
  if (error !== undefined) return { idempotent, end: ClientError.is(error) ? error.outcome : 'raw' }
  const { address, quote_id, profile_id, amount } = result as Data
  const own = address?.nickname ?? quote_id ?? profile_id
  const isUntold = attempts.at(-1)?.fate.answer === 'of another' && isHidden(call)
  const isOther = own !== key || amount !== body['amount']
  return { idempotent, end: 'ok', crossed: isOther && !isUntold }
}

/** A call succeeds by a success alone, or by one that a read showed, and the outcome of any other is that of its attempts. */
function checkOutcome(world: World, { key, attempts, error, isShown }: CallRecord): void {
  const last = attempts.at(-1)
  const told = `${key}: ${error?.code ?? 'a success'} after ${JSON.stringify(last?.ending)}`
  const isSuccess = isShown || (last?.ending?.by === 'answer' && last.ending.status < 300)
  world.demand(isSuccess === (error === undefined), () => told)
  if (error === undefined) return
  const { code, outcome, refId } = error
  const expected = attempts.some(mayHaveTakenEffect) ? 'unknown' : outcomeOf(code, attempts.length)
  world.demand(outcome === expected, () => `${told}: ${outcome}, expected ${expected}`)
  const reference = attempts.find(({ body }) => body !== undefined)?.reference
  world.demand(
    reference === undefined || refId === reference,
    () => `${told}: tells of the reference ${refId}, not ${reference}`,
  )
}

/** The outcomes of each class, where no attempt before may have taken effect. */
function outcomeOf(code: string, attempts: number): string {
  if (code === 'ERR_API') return 'rejected'
  return code === 'ERR_AUTHENTICATION' && attempts > 0 ? 'rejected' : 'not_sent'
}

/** Nothing leaves once the time is over, by either clock, however long the process stood still. */
function checkLateness(world: World, attempt: Attempt): void {
  const late = attempt.leftAfter - attempt.call.limits.totalTimeout
  world.demand(
    !attempt.left || late <= tolerance,
    () => `${nameOf(attempt)}: left ${late.toFixed(1)} ms too late`,
  )
}

/** Every attempt carries the same body: what the caller gave. */
function checkBodies(world: World, call: CallRecord): void {
  const { key, body } = call
  const [first, ...others] = call.attempts.filter((attempt) => attempt.body !== undefined)
  if (first === undefined) return
  for (const other of others)
    world.demand(other.body === first.body, () => `${nameOf(other)}: another body`)
  const expected = JSON.stringify(body)
  world.demand(first.body === expected, () => `${key}: sent ${first.body}, not ${expected}`)
}

/** Whether a request that ended so may have taken effect, for all that the client knows. */
function mayHaveTakenEffect({ ending, call }: Attempt): boolean {
  if (ending === undefined) return true
  if (ending.by === 'no request') return false
  if (ending.by === 'client') return !ending.unsent
  return ending.by !== 'answer' || !refuses(ending.status, call.idempotent)
}

/** A call is repeated at most as often as it may be; which failures allow a repeat is in test/call/retry.test.ts. */
function checkRepeats(world: World, { key, attempts, limits }: CallRecord): void {
  const isPaced = (one: Attempt): boolean =>
    isStatus(one, 429) && one.fate.reply?.retryAfter !== undefined
  const repeats = attempts.slice(0, -1).filter((one) => !isStatus(one, 401) && !isPaced(one)).length
  world.demand(repeats <= limits.maxRetries, () => `${key}: ${repeats} repeats`)
}
