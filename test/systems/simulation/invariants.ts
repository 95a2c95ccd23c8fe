import { ClientError } from '../../../src/index.js'
import { type Said,violationsOf } from '../../network/violations.js'
import { refuses } from '../../network/vocabulary.js'
import { tolerance } from './loop.js'
import { looks, nameOf } from './network.js'
import { type Attempt, type CallRecord, isStatus, referenceOf } from './record.js'
import type { World } from './world.js'

/** Checks what a call told its user against what the service knows, when all is over. */
export function checkCall(world: World, call: CallRecord): void {
  const { key, error, attempts, settledAt, truth } = call
  if (settledAt === undefined) return
  const said = saidOf(call)
  const told = `${key}: ${error?.code ?? ''} ${said.end}`
  const { seen, done, refused } = truth
  // What was refused may be sent again, and cannot have taken effect.
  for (const lie of violationsOf(said, { seen: seen - refused, done }))
    world.violate(`${told}: ${lie} (seen ${seen} times, carried out ${done} times)`)
  checkReference(world, call)
  checkRepeats(world, call)
  for (const attempt of attempts) checkLateness(world, attempt)
  if (error === undefined) checkSuccess(world, call)
  else if (said.end !== 'raw') checkFailure(world, call, error)
}

/** What the operations answer, and what `withResponse` adds. */
interface Result {
  readonly data: {
    readonly address?: { readonly nickname: string }
    readonly quote_id?: string
    readonly profile_id?: string
  }
  readonly attempts?: number
  readonly refId?: string
}

function saidOf({ key, idempotent, attempts, result, error }: CallRecord): Said {
  if (error !== undefined)
    return { idempotent, end: error instanceof ClientError ? error.outcome : 'raw' }
  const { address, quote_id, profile_id } = (result as Result).data
  const own = address?.nickname ?? quote_id ?? profile_id
  const { fate, reference } = attempts.at(-1) ?? {}
  // Without a reference nothing tells that an answer is of another call.
  const isHidden = fate?.answer === 'of another' && reference === undefined
  return { idempotent, end: 'ok', crossed: own !== key && !isHidden }
}

function checkSuccess(world: World, { key, attempts, result, valid }: CallRecord): void {
  const { ending, reference } = attempts.at(-1) ?? {}
  world.demand(valid, () => `${key}: an invalid body was sent`)
  world.demand(
    ending?.by === 'answer' && ending.status >= 200 && ending.status < 300,
    () => `${key}: a success after ${JSON.stringify(ending)}`,
  )
  const { attempts: count, refId } = result as Result
  if (count === undefined) return
  world.demand(
    count === attempts.length,
    () => `${key}: tells of ${count} attempts, not ${attempts.length}`,
  )
  world.demand(refId === reference, () => `${key}: tells of the reference ${refId}`)
}

/** The outcomes of each class, where no attempt before may have taken effect. */
function outcomeOf(code: string, attempts: number): string {
  if (code === 'ERR_SENT_BEFORE') return 'unknown'
  if (code === 'ERR_API') return 'rejected'
  return code === 'ERR_AUTHENTICATION' && attempts > 0 ? 'rejected' : 'not_sent'
}

function checkFailure(world: World, call: CallRecord, error: ClientError): void {
  const { key, attempts, valid } = call
  const { outcome, code } = error
  const told = `${key}: ${code} ${outcome}`
  const perhaps = attempts.some(mayHaveTakenEffect)
  const expected = perhaps ? 'unknown' : outcomeOf(code, attempts.length)
  world.demand(outcome === expected, () => `${told}, expected ${expected}`)
  world.demand(
    error.attempts === attempts.length,
    () => `${told}: tells of ${error.attempts} attempts, not ${attempts.length}`,
  )
  world.demand(
    valid === (code !== 'ERR_INVALID_REQUEST') || (!valid && code === 'ERR_ABORTED'),
    () => `${told}, though the body is ${valid ? 'valid' : 'invalid'}`,
  )
  const reference = referenceOf(call)
  world.demand(
    error.refId === reference || reference === undefined,
    () => `${told}: tells of the reference ${error.refId}, not ${reference}`,
  )
  checkClass(world, call, error)
}

/** Whether the class of an error is the one that its last attempt deserves. */
function checkClass(world: World, call: CallRecord, { code }: ClientError): void {
  const { attempts, abortedAt, startedAt, settledAt = Infinity, limits, recording } = call
  const last = attempts.at(-1)
  const told = `${call.key}: ${code} after ${JSON.stringify(last?.ending)}`
  if (code === 'ERR_ABORTED') {
    world.demand(abortedAt !== undefined, () => `${told}, and nobody aborted`)
    return
  }
  world.demand(abortedAt === undefined || abortedAt >= settledAt, () => `${told}, though aborted`)
  if (code === 'ERR_TIMEOUT') {
    const deadline = startedAt + limits.totalTimeout
    const due = Math.min(deadline, last ? last.at + limits.timeout : Infinity)
    world.demand(call.jumped || settledAt >= due - tolerance, () => `${told}, too early`)
    return
  }
  const isStopped = recording?.attempt === attempts.length + 1
  const byRecording = isStopped ? stopping[recording.ended ?? 'recorded'] : undefined
  const deserved = byRecording ?? (last === undefined ? unsent : codesOf(last))
  world.demand(deserved.includes(code), () => `${told}, not ${deserved.join(' or ')}`)
}

/** How a call ends by what `beforeSend` did before the next attempt. */
const stopping: Partial<Record<string, readonly string[]>> = {
  failed: ['ERR_BEFORE_SEND'],
  sent_before: ['ERR_SENT_BEFORE'],
}

/** What a call can end with before anything was tried. */
const unsent = ['ERR_INVALID_REQUEST', 'ERR_AUTHENTICATION']

function codesOf({ ending }: Attempt): readonly string[] {
  if (ending?.by === 'unreadable') return ['ERR_INVALID_RESPONSE']
  if (ending === undefined || ending.by === 'client') return []
  if (ending.by !== 'answer') return ['ERR_CONNECTION']
  return ending.status === 401 ? ['ERR_AUTHENTICATION'] : ['ERR_API']
}

/** Nothing leaves once the time is over, by either clock, however long the process stood still. */
function checkLateness(world: World, attempt: Attempt): void {
  const { call, left, manner, leftAfter } = attempt
  const late = leftAfter - call.limits.totalTimeout
  world.demand(
    !left || !looks(manner) || late <= tolerance,
    () => `${nameOf(attempt)}: left ${late.toFixed(1)} ms too late`,
  )
}

/** Every attempt carries the same body: what the caller gave, with its reference or a new one. */
function checkReference(world: World, call: CallRecord): void {
  const [first, ...others] = call.attempts.filter((attempt) => attempt.body !== undefined)
  if (first === undefined) return
  const { key, body, operation, generatesRefId } = call
  for (const other of others)
    world.demand(other.body === first.body, () => `${nameOf(other)}: another body`)
  const generates = operation === 'createStablecoinConversion' && generatesRefId
  const reference = call.refId ?? (generates ? first.reference : undefined)
  const expected = JSON.stringify(reference === undefined ? body : { ...body, ref_id: reference })
  world.demand(first.body === expected, () => `${key}: sent ${first.body}, not ${expected}`)
  world.demand(!generates || reference !== undefined, () => `${key}: no reference`)
}

/** Statuses after which an idempotent request may be sent again. */
const passing = [408, 425, 500, 502, 503, 504]

/** Whether a request that ended so may have taken effect, for all that the client knows. */
function mayHaveTakenEffect({ ending, call }: Attempt): boolean {
  if (ending === undefined) return true
  if (ending.by === 'no request') return false
  if (ending.by === 'client') return !ending.unsent
  return ending.by !== 'answer' || !refuses(ending.status, call.idempotent)
}

/** The table of what may be sent again. */
function mayRepeat(attempt: Attempt, repeats: number): boolean {
  const { ending, call } = attempt
  if (ending === undefined) return call.idempotent
  if (ending.by === 'no request' || (ending.by === 'client' && ending.unsent)) return true
  if (isStatus(attempt, 429)) return repeats === 0 || isPaced(attempt)
  if (!call.idempotent || ending.by === 'unreadable') return false
  return ending.by !== 'answer' || passing.includes(ending.status)
}

/** Whether an answer says how long to wait because there were too many requests: that is no retry. */
const isPaced = (attempt: Attempt): boolean =>
  isStatus(attempt, 429) && attempt.fate.reply?.retryAfter !== undefined

/** Checks each repeat of a call: whether it may be, and how often. */
function checkRepeats(world: World, call: CallRecord): void {
  const { key, attempts, limits } = call
  let [repeats, waits, replays] = [0, 0, 0]
  for (const before of attempts.slice(0, -1)) {
    if (isStatus(before, 401)) {
      replays++
      world.demand(!call.hasFixedToken, () => `${key}: a fixed token is sent again after 401`)
      continue
    }
    world.demand(
      mayRepeat(before, repeats + waits),
      () => `${key}: sent again after ${JSON.stringify(before.ending)}`,
    )
    if (isPaced(before)) waits++
    else repeats++
  }
  const isSentOnce = limits.maxRetries > 0 || attempts.length <= 1
  world.demand(isSentOnce, () => `${key}: sent again, though maxRetries is 0`)
  world.demand(repeats <= limits.maxRetries, () => `${key}: ${repeats} repeats`)
  world.demand(replays <= 1, () => `${key}: ${replays} replays after 401`)
}
