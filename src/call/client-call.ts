// call/: one call, from the caller's arguments to the answer, and the meaning of an answer.

import { type CallContext, type CallResult, type Limits, requestIdOf } from '../call-context.js'
import { maxBodyBytes } from '../document/prepare-input.js'
import {
  AbortError,
  ApiError,
  type ClientError,
  InvalidRequestError,
  TimeoutError,
} from '../errors.js'
import { endEvent, responseEvent, subjectOf } from '../events.js'
import type { Operation, Read, Reader, Values } from '../operation.js'
import { type CallOptions, readCallOptions, type Setup } from '../options.js'
import { type Stop, within } from '../shared/deadline.js'
import { type HeaderFields, secretsIn } from '../shared/headers.js'
import type { TransportBody, TransportResponse } from '../transport/transport.js'
import { findDrift, readAnswer } from './answer.js'
import { askService } from './ask-service.js'
import { createRecording, type Recording, runBeforeSend } from './before-attempt.js'
import { CallToken } from './call-token.js'
import { decide } from './decide.js'
import { attemptOf, factsOf, type Progress } from './failed-attempt.js'
import { failureOf, pause, toClientError } from './failure.js'
import { adviseNextStep } from './next-step.js'
import { prepareCall, unprepared } from './prepare-call.js'
import { readerOf } from './reader.js'
import { requestOf } from './request.js'
import { backoff, isPaced, lookUpPause } from './retry-policy.js'

export class ClientCall implements CallContext {
  readonly call = crypto.randomUUID()
  readonly operation: Operation
  attempts = 0
  mayHaveHappened = false
  found = false
  /** The whole address of the last attempt; empty before it. */
  url = ''
  /** The head of the last attempt's answer, its status and its body. */
  response: TransportResponse | undefined
  status: number | undefined
  body: TransportBody | undefined
  data: unknown
  readonly requestIdHeader: string
  readonly exampleAnswers: boolean | undefined
  readonly secrets: string[]
  limits: Limits
  signal: AbortSignal | undefined
  journalError: string | undefined
  readonly #setup: Setup
  readonly #startedAt = performance.now()
  readonly #systemStart = Date.now()
  #prepared = unprepared
  retries = 0
  renewals = 0
  readonly #token: CallToken
  /** Whether the call has its data: `#read` sets it, for the answer of an attempt, of a look-up or of the journal. */
  #isDone = false
  #recording: Recording | undefined
  /** The time from which the call can come out differently by itself, and what a look-up said, for the error of its end. */
  #settledAt: Date | undefined
  #note = ''

  constructor(setup: Setup, operation: Operation) {
    this.#setup = setup
    this.operation = operation
    this.limits = setup.options
    this.requestIdHeader = setup.options.requestIdHeader
    this.exampleAnswers = setup.exampleAnswers
    this.secrets = [...setup.secrets]
    this.#token = new CallToken(setup, this)
  }

  get refId(): string | undefined {
    return this.#prepared.refId
  }

  get fields(): Values {
    return this.#prepared.fields
  }

  get key(): string | undefined {
    return this.#prepared.key
  }

  get hasOwnKey(): boolean {
    return this.#prepared.hasOwnKey
  }

  /** Carries the call out and gives the data. It rejects with a ClientError, and always reports the end. */
  async run(input: unknown, options?: unknown, headers?: HeaderFields): Promise<unknown> {
    let error: ClientError | undefined
    try {
      this.#check(input, options, headers)
      const { beforeSend } = this.#setup.options
      const acquiring = this.#token.acquire()
      // To await a token that is there would cost a promise.
      if (acquiring) await acquiring
      if (this.#recording) await this.#record(this.#recording)
      while (!this.#isDone) {
        if (beforeSend) await runBeforeSend(this, beforeSend, this.#prepared.body)
        const failure = await this.#attempt()
        if (failure) await this.#recover(failure)
      }
    } catch (reason) {
      error = toClientError(reason, this)
    }
    if (this.#recording) error = await this.#keep(this.#recording, error)
    if (error) throw this.end(error)
    this.#setup.emit?.(endEvent(this, this.#startedAt))
    return this.data
  }

  /** Reports the error that the call ends with. */
  end(reason: unknown): ClientError {
    const error = toClientError(reason, this)
    adviseNextStep(error, this, { settledAt: this.#settledAt ?? error.retryAt, note: this.#note })
    // The error was made in another turn of the event loop. A stack from here shows the caller's line.
    captureStackTrace?.(error)
    this.#setup.emit?.(endEvent(this, this.#startedAt, error))
    return error
  }

  /** Milliseconds that are left, by the clock that is ahead: the other stands still while the machine is suspended. */
  get remaining(): number {
    const elapsed = Math.max(performance.now() - this.#startedAt, Date.now() - this.#systemStart)
    return this.limits.totalTimeout - elapsed
  }

  /** Milliseconds that an attempt may take: for a possible repeat, no longer than the service knows the key. */
  get #attemptTime(): number {
    const { mayHaveHappened, remaining, limits } = this
    const { idempotent, key } = this.operation
    const isRepeat = mayHaveHappened && !idempotent && key !== undefined
    const lifetime = isRepeat ? key.lifetime - (limits.totalTimeout - remaining) : Infinity
    return Math.min(limits.timeout, remaining, lifetime)
  }

  /** The result of a success. `headers` is read only here: some transports build it at that read. */
  get result(): CallResult<unknown> {
    const { data, status = 0, attempts, refId } = this
    const { headers } = this.response as TransportResponse
    return { data, status, headers, requestId: requestIdOf(this), attempts, refId }
  }

  /** Checks the input against the document, and the options. @throws InvalidRequestError */
  #check(input: unknown, ofCall: unknown, headers?: HeaderFields): void {
    const { operation } = this
    const journal = operation.referenceField ? this.#setup.options.journal : undefined
    const options = ofCall === undefined ? undefined : readCallOptions(this, ofCall, journal)
    const own = options?.headers
    const given = own ? { ...headers, ...own } : headers
    this.limits = options ?? this.limits
    this.signal = options?.signal ?? undefined
    if (given) this.secrets.push(...secretsIn(given))
    this.#prepared = prepareCall(operation, input, given, journal)
    const { issues } = this.#prepared
    if (issues[0]) throw new InvalidRequestError(this, issues)
    if (journal) this.#recording = createRecording(journal, this, this.#setup.base)
  }

  /** Looks up with the call's own headers, such as that of a tenant, in the time that is left. */
  get reader(): Reader {
    const headers = this.#prepared.forLookUp ?? {}
    const read = readsBy(this.#setup, headers, () => {
      const { signal, remaining, limits } = this
      const { timeout, maxRetries } = limits
      // A look-up may take as long as an attempt, so that a hanging one does not hold the caller for long.
      const totalTimeout = Math.max(Math.min(remaining, timeout), 1)
      return { signal, totalTimeout, timeout, maxRetries }
    })
    return readerOf(this.#setup, headers, read)
  }

  /** Records the next attempt in the journal, or takes the answer that the journal has. @throws ClientError */
  async #record(recording: Recording): Promise<void> {
    const { answer, isRepeat = false } = await recording.claim()
    this.mayHaveHappened ||= isRepeat
    const failure = answer === undefined ? undefined : this.#useAnswer(answer)
    if (failure) throw failure
  }

  /** Keeps the outcome in the journal. It gives the error that is left: another process may have found the answer. */
  async #keep(recording: Recording, error?: ClientError): Promise<ClientError | undefined> {
    const { found, retryAt, journalError } = await recording.keep(error)
    this.journalError = journalError
    if (found !== undefined) return this.#useAnswer(found)
    this.#settledAt = retryAt ?? this.#settledAt
    return error
  }

  /** Takes the answer of an earlier attempt, if a look-up finds it. @throws the failure, where a look-up fails */
  async #find(failure: ClientError): Promise<void> {
    const { answer, failed } = await askService(this, this.#recording?.lookUp)
    if (failed !== undefined) {
      this.#note = ` Its look-up failed: ${failed}.`
      throw failure
    }
    const unreadable = answer && this.#useAnswer(JSON.stringify(answer))
    if (unreadable) throw unreadable
  }

  /** Takes the answer of an earlier call, or an answer that was found after an attempt of this call. */
  #useAnswer(text: string): ClientError | undefined {
    const body = { bytes: new TextEncoder().encode(text) }
    const headers = new Headers({ 'content-type': 'application/json' })
    const response = { status: 200, headers, read: () => body }
    const failure = this.#read(200, response, body)
    if (failure) return failure
    this.status = 200
    this.response = response
    this.found = this.attempts > 0
    return undefined
  }

  /** Sends the request once and reads its answer. It gives the failure, if there is one. */
  async #attempt(): Promise<ClientError | undefined> {
    const { signal } = this
    const { emit } = this.#setup
    if (signal?.aborted === true) return new AbortError('aborted by the caller', this, 'not_sent')
    if (this.#attemptTime <= 0) return new TimeoutError('no time was left', this, 'not_sent')
    this.attempts++
    this.response = this.status = undefined
    const startedAt = performance.now()
    emit?.({ type: 'attempt', ...subjectOf(this) })
    let stop: Stop | undefined
    let failure: ClientError | undefined
    try {
      // The time is read again: a function of the caller may have blocked the event loop.
      failure = await within(this.#attemptTime, signal, (one) => this.#send((stop = one)))
    } catch (reason) {
      failure = failureOf(reason, stop, this)
    }
    emit?.(responseEvent(this, startedAt, failure?.code))
    return failure
  }

  async #send(stop: Stop): Promise<ClientError | undefined> {
    const token = this.#token.value
    const request = requestOf(this.#setup, this.operation, this.#prepared, token, stop)
    this.url = request.url
    const response = await this.#setup.transport(request)
    // The caller no longer waits for this attempt, and the next attempt may be under way.
    if (stop.ended) return undefined
    const { status } = response
    this.status = status
    this.response = response
    const reading = response.read(maxBodyBytes)
    const body = 'bytes' in reading ? reading : await reading
    return this.#read(status, response, body, stop)
  }

  /** Takes the data of an answer, or gives its failure; neither once the attempt is over. */
  #read(
    status: number,
    response: TransportResponse,
    body: TransportBody,
    stop?: Stop,
  ): ClientError | undefined {
    if (stop?.ended) return undefined
    const { emit } = this.#setup
    this.body = body
    const { data, failure } = readAnswer(status, response, body, this)
    if (failure) return failure
    this.data = data
    this.#isDone = true
    const issues = emit && findDrift(data, this)
    if (issues && issues.length > 0) emit({ type: 'drift', ...subjectOf(this), status, issues })
    return undefined
  }

  /**
   * Takes the steps of `decide` after a failed attempt, until its answer is found, or the call is ready to send the request
   * again. @throws the failure, where there is no further step
   */
  async #recover(failure: ClientError): Promise<void> {
    this.mayHaveHappened ||= failure.outcome === 'unknown'
    const attempt = attemptOf(failure)
    const hasLookUp = (this.#recording?.lookUp ?? this.operation.lookUp) !== undefined
    // A token that was replaced costs no pause.
    const delay = backoff(failure, this.attempts - 1 - this.renewals, this.remaining)
    for (let looks = 0; ; looks++) {
      const lookDelay = lookUpPause(looks)
      const progress = { hasLookUp, hasTokens: this.#token.isRenewable, looks, delay, lookDelay }
      switch (decide(attempt, factsOf(this, failure, progress))) {
        case 'drop the token':
          this.#token.drop()
          this.#settledAt = new Date()
          throw failure
        case 'renew the token':
          this.renewals++
          await this.#token.renew(failure)
          this.#reportRetry('401', 0)
          return this.#beginAgain(failure, progress)
        case 'send again':
          if (!isPaced(failure)) this.retries++
          this.#reportRetry(
            failure instanceof ApiError ? String(failure.status) : failure.code,
            delay,
          )
          await pause(delay, this)
          return this.#beginAgain(failure, progress)
        case 'look up later':
          await pause(lookDelay, this)
          await this.#find(failure)
          break
        case 'look up':
          await this.#find(failure)
          break
        case 'fail':
          if (looks > 0) this.#note = ' A look-up found nothing yet.'
          throw failure
      }
      if (this.#isDone) return
    }
  }

  /** Looks an earlier attempt up before a repeat, and records the repeat: its answer may be there by now. */
  async #beginAgain(failure: ClientError, progress: Progress): Promise<void> {
    if (factsOf(this, failure, progress).canBeFound) await this.#find(failure)
    if (this.#recording && !this.#isDone) await this.#record(this.#recording)
  }

  #reportRetry(reason: string, delay: number): void {
    this.#setup.emit?.({ type: 'retry', ...subjectOf(this), reason, delay })
  }
}

/** Reads by calls of the same client. */
export const readsBy =
  (setup: Setup, headers: HeaderFields, options: () => Partial<CallOptions>): Read =>
  (id, input) => {
    const call = new ClientCall(setup, setup.operations[id] as Operation)
    return call.run(input, options(), headers).then(() => call.result)
  }

const { captureStackTrace } = Error as { captureStackTrace?: (error: Error) => void }
