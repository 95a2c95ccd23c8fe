// call/: one call, from the caller's arguments to the answer, and the meaning of an answer.

import {
  type CallContext,
  type CallResult,
  type Received,
  remainingOf,
  requestIdOf,
} from '../call-context.js'
import { type AnyClientError, errorOf } from '../errors.js'
import { endEvent, subjectOf } from '../events.js'
import { Failed, type Failure, toFailure } from '../failure.js'
import type { Operation } from '../operation.js'
import type { Setup } from '../options.js'
import type { HeaderFields } from '../shared/headers.js'
import { runBeforeSend } from './before-attempt.js'
import { CallSteps } from './call-steps.js'
import { decide } from './decide.js'
import { endingOf } from './ending.js'
import {
  attemptOf,
  backoff,
  canBeFound,
  factsOf,
  isPaced,
  lookUpPause,
  pause,
} from './failed-attempt.js'
import type { CreateRead } from './look-up.js'

/** One call: the loop around its steps. After a failure, `decide` chooses the next one. */
export class ClientCall {
  readonly #setup: Setup
  readonly #steps: CallSteps
  #failure: Failure | undefined

  /** `forCall` is the id of the call that this read looks up. */
  constructor(setup: Setup, operation: Operation, forCall?: string) {
    this.#setup = setup
    // A look-up is a call too, so the steps get the function that makes one: they cannot import this file.
    this.#steps = new CallSteps(setup, operation, createRead, forCall)
  }

  /** The call as it stands. */
  get context(): CallContext {
    return this.#steps.call
  }

  /** The failure that the call ended with. */
  get failure(): Failure | undefined {
    return this.#failure
  }

  /** The result of a success. `headers` is read only here: some transports build it at that read. */
  get result(): CallResult<unknown> {
    const { call, done } = this.#steps
    const { attempts, refId } = call
    const { status, response } = call.answer as Received
    const { headers } = response
    return { data: done?.data, status, headers, requestId: requestIdOf(call), attempts, refId }
  }

  /** Carries the call out and gives the data. It rejects with a ClientError, and always reports the end. */
  async run(input: unknown, options?: unknown, headers?: HeaderFields): Promise<unknown> {
    const { beforeSend } = this.#setup.options
    const steps = this.#steps
    let failure: Failure | undefined
    try {
      steps.prepare({ input, options, headers })
      const acquiring = steps.takeToken()
      // To await a token that is there would cost a promise.
      if (acquiring) await acquiring
      if (steps.recording) await steps.record()
      while (!steps.done) {
        if (beforeSend) await runBeforeSend(steps.call, beforeSend)
        const failed = steps.take(await steps.attempt())
        if (failed) await this.#recover(failed)
      }
    } catch (reason) {
      failure = toFailure(reason, steps.call)
    }
    if (steps.recording) failure = await steps.keep(failure)
    if (failure) throw this.end(failure)
    this.#report()
    return steps.done?.data
  }

  /** Ends the call by a failure, and reports it. */
  end(failure: Failure): AnyClientError {
    this.#failure = failure
    const error = this.errorOf(failure)
    this.#report(error)
    return error
  }

  /** The error of a failure. `afterwards` is the end of its message. */
  errorOf(failure: Failure, afterwards?: string): AnyClientError {
    const { call, notes, done, recording } = this.#steps
    // Of a call that succeeded before middleware failed, a repeat gets the answer that the journal has kept.
    const retryAt = notes.retryAt ?? (done && recording ? new Date() : undefined)
    const ending = endingOf(failure, call, { ...notes, retryAt, afterwards })
    const error = errorOf(failure, call, ending)
    // Without the frames of constructors, so that the caller's line is among the ten of a stack.
    captureStackTrace?.(error)
    return error
  }

  #report(error?: AnyClientError): void {
    this.#setup.emit?.(endEvent(this.context, error, this.#failure, this.#steps))
  }

  /**
   * Takes the steps of `decide` after a failed attempt, until its answer is found, or the call is ready to send the request
   * again. @throws Failed, where there is no further step
   */
  async #recover(failure: Failure): Promise<void> {
    const steps = this.#steps
    const failedAttempt = attemptOf(failure, steps.call)
    // A token that was replaced costs no pause.
    const earlierAttempts = steps.call.attempts - 1 - steps.renewals
    const delay = backoff(failure, earlierAttempts, remainingOf(steps.call))
    for (let looks = 0; !steps.done; looks++) {
      const lookDelay = lookUpPause(looks)
      const facts = factsOf(failure, steps, { looks, delay, lookDelay })
      switch (decide(failedAttempt, facts)) {
        case 'drop the token':
          steps.dropToken()
          throw new Failed(failure)
        case 'renew the token':
          await steps.renewToken(failure)
          this.#reportRetry('401', 0)
          return this.#prepareRepeat(failure)
        case 'send again':
          if (!isPaced(failure)) steps.retries++
          this.#reportRetry(failure.code === 'ERR_API' ? `${failure.status}` : failure.code, delay)
          await pause(delay, steps.call)
          return this.#prepareRepeat(failure)
        case 'look up later':
          await pause(lookDelay, steps.call)
          await steps.find(failure)
          break
        case 'look up':
          await steps.find(failure)
          break
        case 'fail':
          if (looks > 0) steps.notes = { ...steps.notes, lookUp: ' A look-up found nothing yet.' }
          throw new Failed(failure)
      }
    }
  }

  /** Looks the call up once more before its repeat, since the answer may be there by now; else records the repeat. */
  async #prepareRepeat(failure: Failure): Promise<void> {
    const steps = this.#steps
    if (canBeFound(failure, steps)) await steps.find(failure)
    if (steps.recording && !steps.done) await steps.record()
  }

  #reportRetry(reason: string, delay: number): void {
    this.#setup.emit?.({ type: 'retry', ...subjectOf(this.context), reason, delay })
  }
}

/** Makes the reads of a look-up: each is a call of the same client. */
export const createRead: CreateRead = (setup, headers, options, forCall) => (id, input) => {
  const call = new ClientCall(setup, setup.operations[id] as Operation, forCall)
  return call.run(input, options(), headers).then(() => call.result)
}

/** Only V8 has it. */
const { captureStackTrace } = Error as { captureStackTrace?: (error: Error) => void }
