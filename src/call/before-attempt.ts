import type { CallContext } from '../call-context.js'
import {
  BeforeSendError,
  type ClientError,
  ReferenceReusedError,
  SentBeforeError,
} from '../errors.js'
import type { Begun, Limits, ReadClientOptions } from '../options.js'
import type { Outcome } from '../outcome.js'
import { Interruption, type Stop, within } from '../shared/deadline.js'
import { kindOf } from '../shared/printable.js'

/** A call whose next attempt is about to be made. */
interface CallToSend extends CallContext {
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
  readonly remaining: number
  interrupted(interruption: Interruption, what: string, outcome: Outcome): ClientError
}

/** Awaits the caller's `beforeSend`. @throws ClientError: the attempt is not made */
export async function runBeforeSend(
  call: CallToSend,
  beforeSend: NonNullable<ReadClientOptions['beforeSend']>,
  body: string | undefined,
): Promise<void> {
  const { refId, attempts, limits } = call
  const operation = call.operation.id
  const facts = { operation, refId, call: call.call, attempt: attempts + 1, body }
  const sending = { ...facts, totalTimeout: limits.totalTimeout }
  const run = async (stop: Stop) => {
    stop.onStop(() => 'not_sent')
    return beforeSend(sending)
  }
  const recorded = await prepare(call, 'beforeSend', run)
  if (recorded === 'sent_before') throw sentBefore(call, 'as beforeSend says')
}

/** Awaits the journal. @throws ClientError: the attempt is not made */
export async function runJournal(
  call: CallToSend,
  begin: (stop: Stop) => Promise<Begun>,
): Promise<Extract<Begun, { is: 'recorded' | 'kept' }>> {
  const begun = await prepare(call, 'the journal', begin)
  switch (begun.is) {
    case 'reused':
      throw new ReferenceReusedError(call, begun.state, begun.fields)
    case 'refused':
      throw new BeforeSendError(`${begun.why}; ${nothingSent(call)}`, call, 'not_sent')
    case 'sent_before':
      throw sentBefore(call, begun.why, begun.cause, begun.lookUpAt)
    default:
      return begun
  }
}

async function prepare<Result>(
  call: CallToSend,
  name: string,
  run: (stop: Stop) => Promise<Result>,
): Promise<Result> {
  let stop: Stop | undefined
  try {
    return await within(call.remaining, call.signal, (one) => run((stop = one)))
  } catch (reason) {
    if (!(reason instanceof Interruption)) {
      const what = `${name} failed with ${kindOf(reason)}, so ${nothingSent(call)}`
      // It may be kept whole: it is the caller's own, and holds nothing that was received.
      throw new BeforeSendError(what, call, 'not_sent', reason)
    }
    // The journal has found an earlier call, and was finding out what became of it.
    if (stop && !reason.unsent)
      throw sentBefore(call, 'and its look-up did not end in time', reason)
    throw call.interrupted(reason, `${name} did not end in time`, 'not_sent')
  }
}

function sentBefore(call: CallToSend, why: string, cause?: unknown, at?: Date): SentBeforeError {
  const { referenceField: field } = call.operation
  const what = `another call${field ? ` with this ${field}` : ''} may have taken effect, ${why}`
  return new SentBeforeError(`${what}, so ${nothingSent(call)}`, call, cause, at)
}

function nothingSent({ attempts }: CallContext): string {
  return `nothing ${attempts > 0 ? 'more ' : ''}was sent`
}
