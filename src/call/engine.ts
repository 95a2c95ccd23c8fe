// call/: one call, from what the caller passed to the judged answer. What is repeated, and what an answer means, is decided here.

import { attempt } from './attempt.js'
import { Credential } from '../auth/credential.js'
import type { Settled } from './promise.js'
import {
  AuthenticationError,
  ClientError,
  ConnectionError,
  type Origin,
  kindOf,
  unsent,
} from '../errors.js'
import { emitTo } from '../events.js'
import type { Operation } from '../operation.js'
import { type ClientOptions, readCallOptions, readClientOptions } from '../options.js'
import { type Prepared, prepare } from '../check/prepare.js'
import { type MoreHeaders, requestBuilder } from './request.js'
import { waitToRepeat } from './retry.js'
import type { CallState, Limits } from '../call-state.js'
import type { FetchLike } from '../transport/fetch-like.js'
import { overFetch } from '../transport/transport.js'

const defaults: Limits = { timeout: 10_000, totalTimeout: 30_000, maxRetries: 2 }

/** A call that was checked and can be sent. */
export interface Begun {
  readonly prepared: Prepared
  readonly state: CallState
  readonly headers: MoreHeaders | undefined
}

/** What every face of the client stands on: it carries out one call of an operation. */
export interface Engine {
  readonly baseUrl: string
  readonly limits: Limits
  /**
   * Checks an input against the document, and the options of the call.
   * @throws ClientError; nothing was sent.
   */
  readonly begin: (
    operation: Operation,
    input: unknown,
    options?: unknown,
    headers?: MoreHeaders,
  ) => Begun
  /** Gets the token, makes the attempts and judges what comes back. It rejects with a ClientError alone. */
  readonly send: (begun: Begun) => Promise<Settled>
}

/**
 * Makes an engine; `fallback` sends where the options name nothing that does.
 * @throws TypeError when an option is wrong, in a sentence that begins with the owner's name.
 */
export function createEngine(owner: string, options: ClientOptions, fallback?: FetchLike): Engine {
  // Never spread: a copy would have a prototype again, and with it what may pollute it.
  const own = readClientOptions(owner, options)
  const { auth, baseUrl, generateRefId = true } = own
  const transport = own.transport ?? overFetch(own.fetch ?? fallback)
  const limits = mergeLimits(defaults, own)
  const emit = emitTo(own.onEvent)
  const build = requestBuilder(baseUrl)
  const credential = new Credential(auth, transport)

  const begin: Engine['begin'] = (operation, input, callOptions, headers) => {
    try {
      const startedAt = performance.now()
      const changed = readCallOptions(operation, callOptions)
      const prepared = prepare(operation, input, generateRefId)
      const state: CallState = {
        operation,
        refId: prepared.refId,
        signal: changed?.signal,
        limits: changed ? mergeLimits(limits, changed) : limits,
        startedAt,
        emit,
        attempts: 0,
        retries: 0,
        unknown: false,
        tokens: [],
        renewed: false,
        answer: undefined,
      }
      return { prepared, state, headers }
    } catch (reason) {
      throw toClientError(reason, unsent(operation))
    }
  }
  const send: Engine['send'] = async ({ prepared, state, headers }) => {
    try {
      const taken = credential.take(state)
      let token = typeof taken === 'string' ? taken : await taken
      for (;;) {
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
    } catch (reason) {
      throw toClientError(reason, state)
    }
  }
  return { baseUrl, limits, begin, send }
}

/** Whatever is thrown inside a call, by a bug of ours too, tells whether it may have taken effect. */
function toClientError(reason: unknown, origin: Origin): ClientError {
  if (reason instanceof ClientError) return reason
  const outcome = origin.attempts > 0 ? 'unknown' : 'not_sent'
  return new ConnectionError(`the call broke with ${kindOf(reason)}`, origin, outcome)
}

function mergeLimits(base: Limits, changed: Partial<Limits>): Limits {
  const { timeout = base.timeout, totalTimeout = base.totalTimeout } = changed
  return { timeout, totalTimeout, maxRetries: changed.maxRetries ?? base.maxRetries }
}
