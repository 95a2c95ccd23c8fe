import type { Emit, Subject } from './events.js'
import type { Clock } from './shared/deadline.js'
import { requestIdIn } from './shared/headers.js'
import type { Operation } from './document/operation.js'
import type { TransportResponse } from './transport/transport.js'

/** Milliseconds and counts that bound a call. */
export interface Limits {
  /** Milliseconds that one attempt may take, its body included. @default 10_000 */
  readonly timeout: number
  /** Milliseconds that the call may take: token, attempts and waits. @default 30_000 */
  readonly totalTimeout: number
  /** How often the request may be sent again. @default 2 */
  readonly maxRetries: number
}

/** An answer with its body as it came. */
export interface Answer {
  readonly response: TransportResponse
  readonly bytes: Uint8Array
}

/** What one call knows of itself while it is under way. */
export interface CallState {
  readonly operation: Operation
  /** The call's id. */
  readonly call: string
  readonly refId: string | undefined
  readonly signal: AbortSignal | undefined
  readonly limits: Limits
  /** When it began. */
  readonly clock: Clock
  /** Undefined without `onEvent`: what only events need is then not computed. */
  readonly emit: Emit | undefined
  attempts: number
  retries: number
  /** Once an attempt may have taken effect, the call stays unknown, whatever later attempts say. */
  unknown: boolean
  readonly requestIdHeader: string
  /** The tokens and the secret headers that were sent, to be kept out of errors. */
  readonly secrets: string[]
  /** Whether a refused token was replaced already: once in a call is enough. */
  renewed: boolean
  /** The head of the last attempt's answer. */
  response: TransportResponse | undefined
  /** The last answer whose body was read, for `createFetch`, which returns it. */
  answer: Answer | undefined
}

/** Milliseconds that the call has left. */
export function remaining({ clock, limits }: CallState): number {
  return limits.totalTimeout - clock.elapsed()
}

/** Which attempt of which call an event is about. */
export function subjectOf({ operation, call, attempts, refId }: CallState): Subject {
  return { operation: operation.id, call, attempt: attempts, refId }
}

/** The request id in the last attempt's answer. */
export function requestIdOf(state: CallState): string | undefined {
  return requestIdIn(state.response, state.requestIdHeader, state.secrets)
}
