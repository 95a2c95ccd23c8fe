import { acquireToken, refuseToken } from '../auth/acquire-token.js'
import type { CallContext } from '../call-context.js'
import { Failed, type Failure, invalid, outcomeOf } from '../failure.js'
import type { Operation, Reader } from '../operation.js'
import type { Setup } from '../options.js'
import { cannotBegin, type Result, sendAttempt, takeAnswer } from './attempt.js'
import { createRecording, type Recording } from './before-attempt.js'
import type { Notes } from './ending.js'
import type { Progress } from './failed-attempt.js'
import { askService, type CreateRead, lookUpOptions, readerOf } from './look-up.js'
import { type Arguments, newCall, prepareCall } from './prepare-call.js'

/** What a call has done so far, and the steps that it can take. `ClientCall` chooses them. */
export class CallSteps implements Progress {
  call: CallContext
  retries = 0
  renewals = 0
  /** The data of the call, once it has them: of an attempt, of a look-up or of the journal. */
  done: { readonly data: unknown } | undefined
  /** Whether a look-up or the journal gave the data, after an attempt whose answer was lost. */
  isFound = false
  /** What the error of the call says beside its failure. */
  notes: Notes = {}
  /** The record in the journal; undefined for a call without one. */
  recording: Recording | undefined
  /** The reason why the journal did not keep the outcome. */
  journalError: string | undefined
  readonly #setup: Setup
  readonly #createRead: CreateRead
  #token = ''

  constructor(setup: Setup, operation: Operation, createRead: CreateRead, forCall?: string) {
    this.#setup = setup
    this.#createRead = createRead
    this.call = newCall(setup, operation, forCall)
  }

  get hasLookUp(): boolean {
    return (this.recording?.lookUp ?? this.call.operation.lookUp) !== undefined
  }

  get hasTokens(): boolean {
    return typeof this.#setup.options.auth !== 'string'
  }

  /** @throws Failed where the arguments cannot be sent */
  prepare(values: Arguments): void {
    const { options, base } = this.#setup
    const journal = this.call.operation.referenceField ? options.journal : undefined
    const { call, issues } = prepareCall(this.call, values, journal)
    this.call = call
    if (issues[0]) throw new Failed(invalid('', issues))
    if (journal) this.recording = createRecording(journal, base, this.#reader)
  }

  /** Takes a token; no promise where it is there. @throws Failed */
  takeToken(): Promise<void> | undefined {
    const token = acquireToken(this.#setup.options.auth, this.#setup, this.call)
    if (typeof token !== 'string') return token.then((later) => void (this.#token = later))
    this.#token = token
    return undefined
  }

  /** Takes another token in the place of the refused one. @throws Failed */
  async renewToken(refusal: Failure): Promise<void> {
    this.renewals++
    const refused = this.#token
    refuseToken(this.#setup.options.auth, refused, this.call)
    await this.takeToken()
    // A source drops at most one token a second, and then gives the same again.
    if (this.#token === refused) throw new Failed(refusal)
  }

  /** Lets the next call, at once, take another token. @throws Failed */
  dropToken(): void {
    refuseToken(this.#setup.options.auth, this.#token, this.call)
    this.notes = { ...this.notes, retryAt: new Date() }
  }

  /** Records the next attempt in the journal, or takes the answer that the journal has. @throws Failed */
  async record(): Promise<void> {
    const { answer, isRepeat } = (await this.recording?.record(this.call)) ?? {}
    if (isRepeat) this.call = { ...this.call, mayHaveHappened: true }
    const failure = answer === undefined ? undefined : this.#useAnswer(answer)
    if (failure) throw new Failed(failure)
  }

  /** Sends the request once, if there is time. `take` takes the result: one function of both would cost a promise more. */
  attempt(): Result | Promise<Result> {
    const failure = cannotBegin(this.call)
    if (failure) return { call: this.call, failure }
    // Whatever breaks from here on, the request may have been sent.
    const { attempts, secrets } = this.call
    // An answer may repeat the token, and no error and no event may show it.
    const all = secrets.includes(this.#token) ? secrets : [...secrets, this.#token]
    this.call = { ...this.call, attempts: attempts + 1, secrets: all, answer: undefined }
    return sendAttempt(this.#setup, this.call, this.#token)
  }

  /** Takes the data of an attempt, or gives its failure. */
  take({ call, data, failure }: Result): Failure | undefined {
    this.call = call
    if (!failure) this.done = { data }
    else if (outcomeOf(failure, call) === 'unknown') this.call = { ...call, mayHaveHappened: true }
    return failure
  }

  /** Takes the answer of an earlier attempt, if a look-up finds it. @throws Failed, where a look-up fails */
  async find(failure: Failure): Promise<void> {
    const { answer, failed } = await askService(this.call, this.#reader, this.recording?.lookUp)
    if (failed !== undefined) {
      this.notes = { ...this.notes, lookUp: ` Its look-up failed: ${failed}.` }
      throw new Failed(failure)
    }
    const unreadable = answer && this.#useAnswer(JSON.stringify(answer))
    if (unreadable) throw new Failed(unreadable)
  }

  /** Keeps the outcome in the journal. It gives the failure that is left: another process may have found the answer. */
  async keep(failure?: Failure): Promise<Failure | undefined> {
    const { found, retryAt, journalError } = (await this.recording?.keep(this.call, failure)) ?? {}
    this.journalError = journalError
    if (found !== undefined) return this.#useAnswer(found)
    if (retryAt) this.notes = { ...this.notes, retryAt }
    return failure
  }

  /** Takes the answer of an earlier call, or an answer that was found after an attempt of this call. */
  #useAnswer(text: string): Failure | undefined {
    const { data, answer, failure } = takeAnswer(text, this.call, this.#setup.emit)
    if (failure) return failure
    this.call = { ...this.call, answer }
    this.done = { data }
    this.isFound = this.call.attempts > 0
    return undefined
  }

  /** Looks up with the call's own headers, such as that of a tenant, in the time that is left. */
  get #reader(): Reader {
    const headers = this.call.forLookUp ?? {}
    const options = () => lookUpOptions(this.call)
    const read = this.#createRead(this.#setup, headers, options, this.call.call)
    return readerOf(this.#setup, headers, read)
  }
}
