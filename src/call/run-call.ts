// call/: one call, from the caller's arguments to the answer. It decides what is sent again and what
// an answer means.

import { Credential } from '../auth/token-of-call.js'
import type { Operation } from '../document/operation.js'
import { prepare } from '../document/prepare.js'
import {
  AuthenticationError,
  BeforeSendError,
  ClientError,
  ConnectionError,
  InvalidRequestError,
  SentBeforeError,
} from '../errors.js'
import { type Emit, emitTo, endEvent } from '../events.js'
import {
  readCallOptions,
  type ReadClientOptions,
  readClientOptions,
  type Sending,
} from '../options.js'
import { Interruption, within } from '../shared/deadline.js'
import { type HeaderFields, secretsIn } from '../shared/headers.js'
import { kindOf } from '../shared/outcome.js'
import { overFetch } from '../transport/over-fetch.js'
import type { FetchLike, Transport } from '../transport/transport.js'
import { attempt } from './attempt.js'
import { CallState, interrupted, remaining } from './call.js'
import { requestBuilder } from './request.js'
import { waitToRepeat } from './retry.js'

/** What the calls of one client share. */
export interface Setup {
  readonly options: ReadClientOptions
  readonly credential: Credential
  readonly build: ReturnType<typeof requestBuilder>
  readonly transport: Transport
  readonly emit: Emit | undefined
  readonly secrets: readonly string[]
}

/**
 * Reads the options of a client; `fallback` sends where they name nothing that does.
 * @throws TypeError when an option is wrong, in a sentence that begins with the owner's name.
 */
export function setUp(owner: string, given: unknown, fallback?: FetchLike): Setup {
  const options = readClientOptions(owner, given)
  const { auth, baseUrl, headers, onEvent } = options
  const transport = options.transport ?? overFetch(options.fetch ?? fallback)
  return {
    options,
    credential: new Credential(auth, transport),
    build: requestBuilder(baseUrl, headers),
    transport,
    emit: emitTo(onEvent),
    secrets: secretsIn(headers ?? {}),
  }
}

/**
 * Carries out one call: `open` says what is asked for and checks it, by `openCall`; then come the token
 * and the attempts. It rejects with nothing but a ClientError, and always reports the end.
 */
export async function runCall(
  setup: Setup,
  open: (state: CallState) => void | Promise<void>,
): Promise<CallState> {
  const { options, credential, build, transport, emit, secrets } = setup
  const state = new CallState(options, secrets, emit)
  try {
    const opened = open(state)
    if (opened) await opened
    const taken = credential.take(state)
    let token = typeof taken === 'string' ? taken : await taken
    for (;;) {
      if (options.beforeSend) await record(options.beforeSend, state)
      try {
        state.data = await attempt(transport, build(state, token), state)
        break
      } catch (reason) {
        if (!(reason instanceof ClientError)) throw reason
        if (reason instanceof AuthenticationError)
          token = await credential.replace(token, reason, state)
        else await waitToRepeat(reason, state)
      }
    }
    emit?.(endEvent(state, undefined, performance.now() - state.clock.startedAt))
    return state
  } catch (reason) {
    const error = toClientError(reason, state)
    // The error was made in another turn of the loop. A stack taken here shows the caller's line.
    captureStackTrace?.(error)
    emit?.(endEvent(state, error, performance.now() - state.clock.startedAt))
    throw error
  }
}

/**
 * Checks an input against the document, and the options of the call.
 * @throws ClientError; nothing was sent.
 */
export function openCall(
  { options: { generateRefId } }: Setup,
  state: CallState,
  operation: Operation,
  input: unknown,
  given?: unknown,
  headers?: HeaderFields,
): void {
  state.operation = operation
  const options = readCallOptions(state, given)
  const { refId, fields, body, issues } = prepare(operation, input, generateRefId)
  state.refId = refId
  if (issues.length > 0) throw new InvalidRequestError(state, issues)
  state.fields = fields
  state.body = body
  state.headers = headers
  if (options) {
    state.signal = options.signal ?? undefined
    state.limits = options
    if (options.headers) state.headers = { ...headers, ...options.headers }
  }
  if (state.headers) state.secrets.push(...secretsIn(state.headers))
}

/**
 * Lets the caller record the attempt that is about to be made, within the time that the call has left.
 * @throws ClientError where that fails, or where an earlier call was recorded: the attempt is not made.
 */
async function record(
  beforeSend: NonNullable<ReadClientOptions['beforeSend']>,
  state: CallState,
): Promise<void> {
  const { operation, refId, call, body, signal, attempts, limits } = state
  const { totalTimeout } = limits
  const sending = {
    operation: operation.id as Sending['operation'],
    refId,
    call,
    attempt: attempts + 1,
    body,
    totalTimeout,
  }
  const nothing = attempts === 0 ? 'nothing was sent' : 'nothing more was sent'
  let recorded: unknown
  try {
    recorded = await within(remaining(state), signal, async () => beforeSend(sending))
  } catch (reason) {
    if (reason instanceof Interruption)
      throw interrupted(reason, 'beforeSend did not end in time', state, 'not_sent')
    // The `cause` may be kept whole: it is the caller's own, and holds nothing that was received.
    const what = `beforeSend failed with ${kindOf(reason)}, so ${nothing}`
    throw new BeforeSendError(what, state, 'not_sent', reason)
  }
  if (recorded !== 'sent_before') return
  // Before a later attempt, the other call may have begun after this one.
  const which = attempts === 0 ? 'an earlier call' : 'another call'
  const { referenceField } = operation
  const same = referenceField === undefined ? '' : ` with this ${referenceField}`
  const what = `${which}${same} may have taken effect, as beforeSend says, so ${nothing}`
  throw new SentBeforeError(what, state, 'unknown')
}

const { captureStackTrace } = Error as { captureStackTrace?: (error: Error) => void }

/** An error that holds the outcome, whatever was thrown, even by a bug of ours. */
function toClientError(reason: unknown, state: CallState): ClientError {
  if (reason instanceof ClientError) return reason
  const outcome = state.attempts > 0 ? 'unknown' : 'not_sent'
  return new ConnectionError(`the call failed with ${kindOf(reason)}`, state, outcome)
}
