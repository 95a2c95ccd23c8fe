import { ClientError } from '../../../src/index.js'
import { liesOf, type Said } from '../../far-side/judge.js'
import { tolerance } from './loop.js'
import { looks, nameOf } from './network.js'
import { type Attempt, type CallRecord, referenceOf } from './record.js'
import { checkRepeats, mayHaveTakenEffect } from './repeats.js'
import type { World } from './world.js'

/** Checks what a call told its user against what the service knows, when all is over. */
export function checkCall(world: World, call: CallRecord): void {
  const { key, error, attempts, settledAt, truth } = call
  if (settledAt === undefined) return
  const said = saidOf(call)
  const told = `${key}: ${error?.code ?? ''} ${said.end}`
  const { seen, done, refused } = truth
  // What was refused may be sent again, and cannot have taken effect.
  for (const lie of liesOf(said, { seen: seen - refused, done }))
    world.violate(`${told}: ${lie} (seen ${seen} times, carried out ${done} times)`)
  checkReference(world, call)
  checkRepeats(world, call)
  for (const attempt of attempts) {
    checkPatience(world, attempt)
    checkLateness(world, attempt)
  }
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
const unsent = ['ERR_INVALID_REQUEST', 'ERR_MISSING_SCOPE', 'ERR_AUTHENTICATION']

function codesOf({ ending }: Attempt): readonly string[] {
  if (ending?.by === 'unreadable') return ['ERR_INVALID_RESPONSE']
  if (ending === undefined || ending.by === 'client') return []
  if (ending.by !== 'answer') return ['ERR_CONNECTION']
  return ending.status === 401 ? ['ERR_AUTHENTICATION', 'ERR_MISSING_SCOPE'] : ['ERR_API']
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

/** An answer that came in time is read. */
function checkPatience(world: World, attempt: Attempt): void {
  const { ending, call, at, begunAt, endedAt, watched, left, fate } = attempt
  if (ending?.by !== 'client' || !watched || call.abortedAt !== undefined || call.jumped) return
  const { timeout, totalTimeout } = call.limits
  const due = Math.min(at + timeout, call.startedAt + totalTimeout)
  world.demand(
    endedAt >= due - tolerance,
    () => `${nameOf(attempt)}: ended after ${(endedAt - at).toFixed(1)} ms`,
  )
  // What never left, since the time was over when its turn came, has no answer.
  const came = fate.reply && left ? begunAt + Math.max(fate.at, fate.reply.bodyAt) : Infinity
  world.demand(
    came > due - tolerance,
    () => `${nameOf(attempt)}: not read, though it came ${(due - came).toFixed(1)} ms in time`,
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
