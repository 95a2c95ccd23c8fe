// call/: one call, from the caller's arguments to the answer, and the meaning of an answer.

import { acquireToken, dropToken } from '../auth/acquire-token.js'
import { type CallContext, type CallResult, type Limits, requestIdOf } from '../call-context.js'
import { writeParameters } from '../document/parameters.js'
import { maxBodyBytes, prepareInput } from '../document/prepare-input.js'
import { findIssues, issueAt } from '../document/schema-check.js'
import {
  AbortError,
  ApiError,
  AuthenticationError,
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
import { failureOf, pause, toClientError } from './failure.js'
import { adviseNextStep } from './next-step.js'
import { headersForLookUp, keyOf, withHeaders } from './own-headers.js'
import { readerOf } from './reader.js'
import { isPaced, lookUpPause, repeatAfter } from './retry-policy.js'

export class ClientCall implements CallContext {
  readonly call = crypto.randomUUID()
  readonly operation: Operation
  refId: string | undefined
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
  fields: Values = {}
  /** The body as text, written once, so that a later change of the caller's object changes nothing. */
  #json: string | undefined
  #headers: HeaderFields | undefined
  /** The headers that were given for the call and go with its look-ups. */
  #given: HeaderFields | undefined
  key: string | undefined
  hasOwnKey = false
  retries = 0
  renewals = 0
  #token = ''
  /** Whether the call has its data: `#read` sets it, for the answer of an attempt, of a look-up or of the journal. */
  #isDone = false
  #recording: Recording | undefined

  constructor(setup: Setup, operation: Operation) {
    this.#setup = setup
    this.operation = operation
    this.limits = setup.options
    this.requestIdHeader = setup.options.requestIdHeader
    this.exampleAnswers = setup.exampleAnswers
    this.secrets = [...setup.secrets]
  }

  /** Carries the call out and gives the data. It rejects with a ClientError, and always reports the end. */
  async run(input: unknown, options?: unknown, headers?: HeaderFields): Promise<unknown> {
    let error: ClientError | undefined
    try {
      this.#check(input, options, headers)
      const { auth, beforeSend } = this.#setup.options
      const token = typeof auth === 'string' ? auth : acquireToken(auth, this.#setup, this)
      // To await a token that is there would cost a promise.
      this.#token = typeof token === 'string' ? token : await token
      this.secrets.push(this.#token)
      if (this.#recording) await this.#record(this.#recording)
      while (!this.#isDone) {
        if (beforeSend) await runBeforeSend(this, beforeSend, this.#json)
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
    adviseNextStep(error, this)
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
    const prepared = prepareInput(operation, given ? withHeaders(operation, input, given) : input)
    this.refId = prepared.refId
    this.fields = prepared.fields
    this.#json = prepared.body
    this.limits = options ?? this.limits
    this.signal = options?.signal ?? undefined
    if (given) this.secrets.push(...secretsIn(given))
    this.#given = given && headersForLookUp(operation, this.fields, given)
    const { key } = operation
    if (key) Object.assign(this, keyOf(key, prepared, given))
    const isInHeader = key?.in === 'header'
    this.#headers = isInHeader ? { ...given, [key.name]: this.key as string } : given
    let { issues } = prepared
    // A reference that is the key may have been made for this call alone.
    const reference = prepared.isGiven ? this.refId : undefined
    const problem = issues[0] ? undefined : journal?.problemOf(reference)
    if (problem) issues = [issueAt([undefined, operation.referenceField as string], problem)]
    // A service that does not accept the key carries out each request anew.
    if (key && !issues[0]) issues = findIssues(key.rules, isInHeader ? this.#headers : this.fields)
    if (issues[0]) throw new InvalidRequestError(this, issues)
    if (journal) this.#recording = createRecording(journal, this, this.#setup.base)
  }

  /** Looks up with the call's own headers, such as that of a tenant, in the time that is left. */
  get reader(): Reader {
    const headers = this.#given ?? {}
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
    return error && Object.assign(error, retryAt && { retryAt })
  }

  /** Takes the answer of an earlier attempt, if a look-up finds it. @throws the failure, where a look-up fails */
  async #find(failure: ClientError): Promise<void> {
    if (!this.#mayBeFound(failure)) return
    const answer = await askService(this, failure, this.#recording?.lookUp)
    const unreadable = answer && this.#useAnswer(JSON.stringify(answer))
    if (unreadable) throw unreadable
  }

  #mayBeFound({ code }: ClientError): boolean {
    const hasLookUp = (this.#recording?.lookUp ?? this.operation.lookUp) !== undefined
    const isOpen = this.mayHaveHappened && this.refId !== undefined && hasLookUp
    return isOpen && code !== 'ERR_ABORTED' && this.remaining > 0
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
    const { operation } = this
    const { base, headers: bare, headersWithBody } = this.#setup
    const { path, method, parameters } = operation
    const authorization = `Bearer ${this.#token}`
    // The copy changes one value: a new name in a copy would take many times as long.
    const own = { ...(this.#json === undefined ? bare : headersWithBody), authorization }
    const written = parameters && writeParameters(path, parameters, this.fields)
    // The caller's headers may replace `accept` and `user-agent`, but never the token.
    const more = this.#headers || written
    const headers = more ? { ...own, ...this.#headers, ...written?.headers, authorization } : own
    const url = base + (written?.path ?? path)
    this.url = url
    const response = await this.#setup.transport({ url, method, headers, body: this.#json, stop })
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
   * Finds the answer of a failed attempt, or makes the call ready to send the request again: with another token, or after a
   * pause. @throws the failure, if no answer is found and the request may not be sent again
   */
  async #recover(failure: ClientError): Promise<void> {
    this.mayHaveHappened ||= failure.outcome === 'unknown'
    if (failure instanceof AuthenticationError) await this.#renewToken(failure)
    else {
      await this.#find(failure)
      if (this.#isDone) return
      const delay = repeatAfter(failure, this)
      if (delay === undefined && !this.#mayBeFound(failure)) throw failure
      if (delay === undefined) return this.#findLater(failure)
      if (!isPaced(failure)) this.retries++
      this.#reportRetry(failure instanceof ApiError ? String(failure.status) : failure.code, delay)
      await pause(delay, this)
    }
    // Before a repeat: an earlier attempt may have been carried out, and its answer be there by now.
    await this.#find(failure)
    if (this.#recording && !this.#isDone) await this.#record(this.#recording)
  }

  /** Gets another token after a refusal, once in a call. @throws the refusal, where no other token can be had */
  async #renewToken(refusal: AuthenticationError): Promise<void> {
    const { auth } = this.#setup.options
    const refused = this.#token
    // A text is the only token. A second refusal, or a 403, is no matter of the token's age.
    if (typeof auth === 'string' || this.renewals > 0 || refusal.status !== 401) throw refusal
    dropToken(auth, refused, this)
    // The next call gets another token.
    if (this.limits.maxRetries === 0) throw Object.assign(refusal, { retryAt: new Date() })
    this.renewals++
    this.#token = await acquireToken(auth, this.#setup, this)
    this.secrets.push(this.#token)
    // A source drops at most one token a second, and then gives the same again.
    if (this.#token === refused) throw refusal
    this.#reportRetry('401', 0)
  }

  /** Looks an attempt up again, after pauses. @throws the failure, if nothing is found or a look-up fails */
  async #findLater(failure: ClientError): Promise<void> {
    for (let looks = 1; looks <= this.limits.maxRetries; looks++) {
      const delay = lookUpPause(looks)
      if (delay >= this.remaining) break
      await pause(delay, this)
      await this.#find(failure)
      if (this.#isDone) return
    }
    failure.message += ' A look-up found nothing yet.'
    throw failure
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
