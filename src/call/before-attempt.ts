import type { CallContext, CallState } from '../call-context.js'
import {
  BeforeSendError,
  type ClientError,
  interrupted,
  type Outcome,
  ReferenceReusedError,
  SentBeforeError,
} from '../errors.js'
import type { CallJournal, ReadClientOptions } from '../options.js'
import { Interruption, type Stop, within } from '../shared/deadline.js'
import { kindOf } from '../shared/redact.js'
import { codesOf } from '../transport/connection-errors.js'

/** Milliseconds that a journal may take to keep an outcome, whatever is left of the call's own time. */
const keepTime = 2_000

/** Awaits the caller's `beforeSend`. @throws ClientError: the attempt is not made */
export async function runBeforeSend(
  call: CallState,
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

/** What a journal has of one call: each attempt before it is made, and how the call ended. */
export class Recording {
  /** Whether the journal may have a row of this very call, also where it failed. */
  #isRow = false
  readonly #journal: CallJournal
  readonly #call: CallState
  readonly #base: string

  constructor(journal: CallJournal, call: CallState, base: string) {
    this.#journal = journal
    this.#call = call
    this.#base = base
  }

  /**
   * Records the next attempt; the answer where the journal has it already, and then nothing is to be sent.
   * @throws ClientError: the attempt is not made
   */
  async claim(hasOwnKey: boolean): Promise<string | undefined> {
    const { refId, call, fields: input, attempts } = this.#call
    // The next call with the reference has another one.
    const operation = hasOwnKey ? { ...this.#call.operation, key: undefined } : this.#call.operation
    const next = { refId, operation, call, input, base: this.#base, attempt: attempts + 1 }
    this.#isRow = true
    const run = (stop: Stop) => this.#journal.claim(next, stop)
    const claim = await prepare(this.#call, 'the journal', run)
    switch (claim.is) {
      case 'recorded':
        this.#call.unknown ||= claim.isRepeat === true
        return undefined
      case 'completed':
        this.#isRow = false
        return claim.text
      case 'reused':
        throw new ReferenceReusedError(this.#call, claim.state, claim.fields)
      case 'refused':
        throw new BeforeSendError(
          `${claim.why}; ${nothingSent(this.#call)}`,
          this.#call,
          'not_sent',
        )
      case 'sent_before':
        throw sentBefore(this.#call, claim.why, claim.cause, claim.lookUpAt)
    }
  }

  /** Keeps the outcome before the caller gets it. If that fails, a look-up finds it once the lease is over. */
  async keep(outcome: Outcome | 'succeeded', error?: ClientError): Promise<void> {
    if (!this.#isRow) return
    const { body, status } = this.#call
    const text = outcome === 'succeeded' && { text: new TextDecoder().decode(body?.bytes) }
    const answer = { ...(text || { status }), ...(error && { code: error.code }) }
    const run = async (stop: Stop) => this.#journal.keep(this.#call, outcome, answer, stop)
    await within(keepTime, undefined, run).catch((reason: unknown) => {
      this.#call.journalError = kindOf(reason) + codesOf(reason)
    })
  }
}

async function prepare<Result>(
  call: CallState,
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
    throw interrupted(reason, `${name} did not end in time`, call, 'not_sent')
  }
}

function sentBefore(call: CallState, why: string, cause?: unknown, at?: Date): SentBeforeError {
  const { referenceField: field } = call.operation
  const what = `another call${field ? ` with this ${field}` : ''} may have taken effect, ${why}`
  return new SentBeforeError(`${what}, so ${nothingSent(call)}`, call, cause, at)
}

function nothingSent({ attempts }: CallContext): string {
  return `nothing ${attempts > 0 ? 'more ' : ''}was sent`
}
