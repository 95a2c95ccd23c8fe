import type { Methods } from '../generated/methods.js'
import { operations } from '../generated/operations.js'
import { attempt } from './attempt.js'
import { Credential } from './auth.js'
import { type Settled, toCall } from './call.js'
import {
  AuthenticationError,
  ClientError,
  ConnectionError,
  type Origin,
  kindOf,
  unsent,
} from './errors.js'
import { emitTo } from './events.js'
import type { Operation } from './operation.js'
import { type ClientOptions, readCallOptions, readClientOptions } from './options.js'
import { type Prepared, prepare } from './prepare.js'
import { requestBuilder } from './request.js'
import { waitToRepeat } from './retry.js'
import type { CallState, Limits } from './state.js'
import { overFetch } from './transport.js'

/** A client with one method for each operation of the document. */
export type Client = Methods

const defaults: Limits = { timeout: 10_000, totalTimeout: 30_000, maxRetries: 2 }

/**
 * Makes a client.
 * @throws TypeError when an option is wrong.
 */
export function createClient(options: ClientOptions): Client {
  // Never spread: a copy would have a prototype again, and with it what may pollute it.
  const own = readClientOptions(options)
  const { auth, generateRefId = true } = own
  const transport = own.transport ?? overFetch(own.fetch)
  const limits = mergeLimits(defaults, own)
  const emit = emitTo(own.onEvent)
  const build = requestBuilder(own.baseUrl)
  const credential = new Credential(auth)

  const begin = (operation: Operation, input: unknown, callOptions: unknown): Begun => {
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
    }
    return { prepared, state }
  }
  const send = async ({ prepared, state }: Begun): Promise<Settled> => {
    const taken = credential.take(state)
    let token = typeof taken === 'string' ? taken : await taken
    for (;;) {
      try {
        return await attempt(transport, build(state.operation, prepared, token), state)
      } catch (reason) {
        if (!(reason instanceof ClientError)) throw reason
        if (reason instanceof AuthenticationError)
          token = await credential.replace(token, reason, state)
        else await waitToRepeat(reason, state)
      }
    }
  }
  const call = async (
    operation: Operation,
    input: unknown,
    callOptions: unknown,
  ): Promise<Settled> => {
    let origin: Origin = unsent(operation)
    try {
      const begun = begin(operation, input, callOptions)
      origin = begun.state
      return await send(begun)
    } catch (reason) {
      throw toClientError(reason, origin)
    }
  }
  const methods = Object.values(operations).map((operation) => [
    operation.id,
    (input?: unknown, callOptions?: unknown) => toCall(call(operation, input, callOptions)),
  ])
  return Object.freeze(Object.fromEntries(methods)) as Client
}

interface Begun {
  readonly prepared: Prepared
  readonly state: CallState
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
