import { ClientError } from '../../../src/index.js'
import { refuses } from './fates.js'
import { tolerance } from './loop.js'
import { type Attempt, type CallRecord, referenceOf } from './record.js'
import { checkRepeats, mayHaveTakenEffect } from './repeats.js'
import type { World } from './world-state.js'

/** Checks what a call told its user against what the service knows, when all is over. */
export function checkCall(world: World, call: CallRecord): void {
  const { key, error, attempts, settledAt } = call
  if (settledAt === undefined) return
  const times = attempts.reduce(
    (sum, { carriedOut, copies }) => sum + Number(carriedOut) + copies,
    0,
  )
  world.demand(times <= 1 || call.idempotent, () => `${key}: carried out ${times} times`)
  checkReference(world, call)
  checkRepeats(world, call)
  for (const attempt of attempts) {
    checkPatience(world, attempt)
    checkLateness(world, attempt)
  }
  if (error === undefined) checkSuccess(world, call, times)
  else if (error instanceof ClientError) checkFailure(world, call, error, times)
  else world.violate(`${key}: a raw error: ${String(error)}`)
}

function checkSuccess(world: World, call: CallRecord, times: number): void {
  const { key, attempts, result, valid } = call
  const last = attempts.at(-1)
  const ending = last?.ending
  world.demand(valid, () => `${key}: an invalid body was sent`)
  world.demand(times > 0, () => `${key}: a success that was not carried out`)
  world.demand(
    ending?.by === 'answer' && ending.status >= 200 && ending.status < 300,
    () => `${key}: a success after ${JSON.stringify(ending)}`,
  )
  const { data, attempts: told, refId } = result as Result
  const own = data.address?.nickname ?? data.quote_id ?? data.profile_id
  const another = last?.fate.end.kind === 'answer' && last.fate.end.body === 'another call'
  // Without a reference nothing tells that an answer is of another call.
  world.demand(
    own === key || (another && last.reference === undefined),
    () => `${key}: the answer of another call: ${JSON.stringify(data)}`,
  )
  world.demand(
    told === undefined || told === attempts.length,
    () => `${key}: tells of ${told} attempts, not ${attempts.length}`,
  )
  if (told !== undefined)
    world.demand(refId === last?.reference, () => `${key}: tells of the reference ${refId}`)
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

/** The outcomes of each class, where no attempt before may have taken effect. */
function outcomeOf(code: string, attempts: number): string {
  if (code === 'ERR_SENT_BEFORE') return 'unknown'
  if (code === 'ERR_API') return 'rejected'
  if (code === 'ERR_AUTHENTICATION') return attempts === 0 ? 'not_sent' : 'rejected'
  return 'not_sent'
}

function checkFailure(world: World, call: CallRecord, error: ClientError, times: number): void {
  const { key, attempts, valid } = call
  const { outcome, code } = error
  const told = `${key}: ${code} ${outcome}`
  const perhaps = attempts.some(mayHaveTakenEffect)
  const expected = perhaps ? 'unknown' : outcomeOf(code, attempts.length)
  world.demand(outcome === expected, () => `${told}, expected ${expected}`)
  // What may be repeated without harm counts as refused, whatever became of the first copy.
  const isRepeatable = call.idempotent && outcome === 'rejected'
  world.demand(
    outcome === 'unknown' || times === 0 || isRepeatable,
    () => `${told}, but carried out`,
  )
  // What was answered with a refusal was seen, and cannot have taken effect either.
  const seen = attempts.filter(
    ({ left, ending }) =>
      left && !(ending?.by === 'answer' && refuses(ending.status, call.idempotent)),
  )
  world.demand(outcome !== 'not_sent' || seen.length === 0, () => `${told}, but seen`)
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
  const { attempts, abortedAt, startedAt, settledAt = Infinity, limits } = call
  const last = attempts.at(-1)
  const { ending } = last ?? {}
  const deadline = startedAt + limits.totalTimeout
  const told = `${call.key}: ${code} after ${JSON.stringify(ending)}`
  if (code === 'ERR_ABORTED') {
    world.demand(abortedAt !== undefined, () => `${told}, and nobody aborted`)
    return
  }
  world.demand(abortedAt === undefined || abortedAt >= settledAt, () => `${told}, though aborted`)
  if (code === 'ERR_TIMEOUT') {
    const due = Math.min(deadline, last ? last.at + limits.timeout : Infinity)
    world.demand(call.jumped || settledAt >= due - tolerance, () => `${told}, too early`)
    return
  }
  const { recording } = call
  const next = recording?.attempt === attempts.length + 1 ? recording.ended : undefined
  const deserved = stopping[next ?? 'recorded'] ?? (last === undefined ? unsent : codesOf(last))
  world.demand(deserved.includes(code), () => `${told}, not ${deserved.join(' or ')}`)
}

/** How a call ends by what `beforeSend` did before the next attempt. */
const stopping: Partial<Record<string, readonly string[]>> = {
  failed: ['ERR_BEFORE_SEND'],
  sent_before: ['ERR_SENT_BEFORE'],
}

/** What a call can end with before anything was tried. */
const unsent = ['ERR_INVALID_REQUEST', 'ERR_MISSING_SCOPE', 'ERR_AUTHENTICATION']

function codesOf({ ending }: Attempt): readonly string[] {
  if (ending?.by === 'unreadable') return ['ERR_INVALID_RESPONSE']
  if (ending === undefined || ending.by === 'client') return []
  if (ending.by !== 'answer') return ['ERR_CONNECTION']
  return ending.status === 401 ? ['ERR_AUTHENTICATION', 'ERR_MISSING_SCOPE'] : ['ERR_API']
}

/** Nothing leaves once the time is over, by either clock, however long the process stood still. */
function checkLateness(world: World, { call, number, left, looks, leftAfter }: Attempt): void {
  if (!left || !looks) return
  const { totalTimeout } = call.limits
  world.demand(
    leftAfter <= totalTimeout + tolerance,
    () => `${call.key}#${number}: left ${(leftAfter - totalTimeout).toFixed(1)} ms too late`,
  )
}

/** An answer that came in time is read. */
function checkPatience(world: World, attempt: Attempt): void {
  const { ending, call, at, begunAt, watched, fate } = attempt
  if (ending?.by !== 'client' || !watched || call.abortedAt !== undefined || call.jumped) return
  const { timeout, totalTimeout } = call.limits
  const due = Math.min(at + timeout, call.startedAt + totalTimeout)
  world.demand(
    attempt.endedAt >= due - tolerance,
    () => `${call.key}: ended after ${(attempt.endedAt - at).toFixed(1)} ms`,
  )
  // What never left, since the time was over when its turn came, has no answer.
  if (fate.end.kind !== 'answer' || !attempt.left) return
  const came = begunAt + Math.max(fate.end.at, fate.end.bodyAt)
  world.demand(
    came > due - tolerance,
    () => `${call.key}: not read, though it came ${(due - came).toFixed(1)} ms in time`,
  )
}

/** Every attempt carries the same body: what the caller gave, with its reference or a new one. */
function checkReference(world: World, call: CallRecord): void {
  const [first, ...others] = call.attempts.filter((attempt) => attempt.body !== undefined)
  if (first === undefined) return
  const { key, body, operation, generatesRefId } = call
  for (const other of others)
    world.demand(other.body === first.body, () => `${key}: another body in #${other.number}`)
  const generates = operation === 'createStablecoinConversion' && generatesRefId
  const reference = call.refId ?? (generates ? first.reference : undefined)
  const expected = JSON.stringify(reference === undefined ? body : { ...body, ref_id: reference })
  world.demand(first.body === expected, () => `${key}: sent ${first.body}, not ${expected}`)
  world.demand(!generates || reference !== undefined, () => `${key}: no reference`)
}
