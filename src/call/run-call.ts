// call/: carries out one call, from the caller's arguments to the judged answer. It decides what is
// sent again and what an answer means.

import { attempt } from './attempt.js'
import { beforeSending } from './before-send.js'
import { EndEvent } from './reports.js'
import { Credential } from '../auth/token-of-call.js'
import type { Settled } from './call.js'
import { AuthenticationError, ClientError, ConnectionError } from '../errors.js'
import { type Origin, kindOf, unsent } from '../shared/outcome.js'
import { emitTo } from '../events.js'
import { Clock } from '../shared/deadline.js'
import { type HeaderFields, secretsIn } from '../shared/headers.js'
import type { Operation } from '../document/operation.js'
import {
  type ClientOptions,
  type SomeLimits,
  readCallOptions,
  readClientOptions,
} from '../options.js'
import { type Prepared, prepare } from '../document/prepare.js'
import { requestBuilder } from './request.js'
import { waitToRepeat } from './retry.js'
import type { CallState, Limits } from '../call-state.js'
import type { FetchLike } from '../transport/fetch-like.js'
import { overFetch } from '../transport/over-fetch.js'

const defaults: Limits = { timeout: 10_000, totalTimeout: 30_000, maxRetries: 2 }

/** What is known of a call when it starts. */
export interface Opening {
  /** The call's id. */
  readonly call: string
  readonly clock: Clock
}

/** A call that was checked and can be sent. */
export interface Begun {
  readonly prepared: Prepared
  readonly state: CallState
  readonly headers: HeaderFields | undefined
}

/**
 * Carries out one call of an operation. The methods, `createFetch` and `createPathClient` all use
 * it.
 */
export interface Engine {
  readonly baseUrl: string
  readonly limits: Limits
  /**
   * Checks an input against the document, and the options of the call.
   * @throws ClientError; nothing was sent.
   */
  readonly begin: (
    opening: Opening,
    operation: Operation,
    input: unknown,
    options?: unknown,
    headers?: HeaderFields,
  ) => Begun
  /**
   * Begins a call by `open`, gets the token, makes the attempts and judges the answers. It rejects
   * with nothing but a ClientError, and always reports the end.
   */
  readonly carryOut: (open: (opening: Opening) => Begun | Promise<Begun>) => Promise<Settled>
}

/**
 * Makes an engine; `fallback` sends where the options name nothing that does.
 * @throws TypeError when an option is wrong, in a sentence that begins with the owner's name.
 */
export function createEngine(owner: string, options: ClientOptions, fallback?: FetchLike): Engine {
  // Never spread `own`: a copy would inherit from Object.prototype again, which may be polluted.
  const own = readClientOptions(owner, options)
  const { auth, baseUrl, generateRefId = true, requestIdHeader = 'x-request-id' } = own
  const transport = own.transport ?? overFetch(own.fetch ?? fallback)
  const limits = mergeLimits(defaults, own)
  const emit = emitTo(own.onEvent)
  const build = requestBuilder(baseUrl, own.headers)
  const credential = new Credential(auth, transport)
  const secrets = secretsIn(own.headers ?? {})

  const begin: Engine['begin'] = ({ call, clock }, operation, input, given, asked) => {
    const changed = readCallOptions(operation, call, given)
    const prepared = prepare(operation, input, generateRefId, call)
    const headers = merge(asked, changed?.headers)
    const state: CallState = {
      operation,
      call,
      refId: prepared.refId,
      signal: changed?.signal ?? undefined,
      limits: changed ? mergeLimits(limits, changed) : limits,
      clock,
      emit,
      requestIdHeader,
      secrets: headers ? [...secrets, ...secretsIn(headers)] : [...secrets],
      attempts: 0,
      retries: 0,
      unknown: false,
      renewed: false,
      response: undefined,
      answer: undefined,
    }
    return { prepared, state, headers }
  }
  const send = async ({ prepared, state, headers }: Begun): Promise<Settled> => {
    const taken = credential.take(state)
    let token = typeof taken === 'string' ? taken : await taken
    for (;;) {
      if (own.beforeSend) await beforeSending(own.beforeSend, prepared, state)
      try {
        const request = build(state.operation, prepared, token, headers)
        return await attempt(transport, request, state)
      } catch (reason) {
        if (!(reason instanceof ClientError)) throw reason
        if (reason instanceof AuthenticationError)
          token = await credential.replace(token, reason, state)
        else await waitToRepeat(reason, state)
      }
    }
  }
  const carryOut: Engine['carryOut'] = async (open) => {
    const opening = { call: callId(), clock: new Clock() }
    let begun: Begun | undefined
    try {
      const opened = open(opening)
      begun = opened instanceof Promise ? await opened : opened
      const settled = await send(begun)
      emit?.(new EndEvent(begun.state, undefined, performance.now() - opening.clock.startedAt))
      return settled
    } catch (reason) {
      const origin = begun?.state ?? unsent(unread, opening.call)
      const error = toClientError(reason, origin)
      // The error was made in another turn of the loop. A stack taken here shows the caller's line.
      captureStackTrace?.(error)
      emit?.(new EndEvent(origin, error, performance.now() - opening.clock.startedAt))
      throw error
    }
  }
  return { baseUrl, limits, begin, carryOut }
}

const { captureStackTrace } = Error as { captureStackTrace?: (error: Error) => void }

/** Used as the operation in errors if a request could not even be read. */
const unread = { id: 'call', method: 'call', path: 'of nothing', idempotent: false }

/**
 * Pages over plain http have no `randomUUID`; the call then goes on with a name that is not unique.
 */
function callId(): string {
  try {
    return crypto.randomUUID()
  } catch {
    return 'unnamed'
  }
}

/**
 * Turns anything thrown inside a call, even by a bug of ours, into an error that tells the outcome.
 */
function toClientError(reason: unknown, origin: Origin): ClientError {
  if (reason instanceof ClientError) return reason
  const outcome = origin.attempts > 0 ? 'unknown' : 'not_sent'
  return new ConnectionError(`the call broke with ${kindOf(reason)}`, origin, outcome)
}

function mergeLimits(base: Limits, changed: SomeLimits): Limits {
  const { timeout = base.timeout, totalTimeout = base.totalTimeout } = changed
  return { timeout, totalTimeout, maxRetries: changed.maxRetries ?? base.maxRetries }
}

function merge(one?: HeaderFields, other?: HeaderFields): HeaderFields | undefined {
  return one && other ? { ...one, ...other } : (one ?? other)
}
