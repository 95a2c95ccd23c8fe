import { type Operation, unknownOperation } from '../document/operation.js'
import { AbortError, TimeoutError } from '../errors.js'
import type { Emit } from '../events.js'
import type { Interruption } from '../shared/deadline.js'
import type { HeaderFields } from '../shared/headers.js'
import { type Origin, type Outcome, requestIdOf } from '../shared/outcome.js'
import type { TransportResponse } from '../transport/transport.js'

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

/** When a call began, by two clocks: one may stand still while the machine is suspended, the other may be set back. */
export class Clock {
  readonly startedAt = performance.now()
  readonly #systemTime = Date.now()

  /** Milliseconds since then, by the clock that went further. */
  elapsed(): number {
    return Math.max(performance.now() - this.startedAt, Date.now() - this.#systemTime)
  }
}

/** What one call knows of itself, from its first moment on. */
export class CallState implements Origin {
  readonly call = callId()
  /** When it began. */
  readonly clock = new Clock()
  operation: Operation = unknownOperation
  refId: string | undefined
  /** What the caller passed, checked: parameters and the fields of the body. */
  fields: Readonly<Record<string, unknown>> = {}
  /** The body as it is sent; made once, so that a later change of the object changes nothing. */
  body: string | undefined
  /** The headers of only this call. */
  headers: HeaderFields | undefined
  signal: AbortSignal | undefined
  limits: Limits
  readonly requestIdHeader: string
  /** The tokens and the secret headers that were sent, to be kept out of errors. */
  readonly secrets: string[]
  attempts = 0
  retries = 0
  /** Once an attempt may have taken effect, the call stays unknown, whatever later attempts say. */
  unknown = false
  /** Whether a refused token was replaced already: once in a call is enough. */
  renewed = false
  /** The head of the last attempt's answer. */
  response: TransportResponse | undefined
  /** The last answer whose body was read. */
  answer: Answer | undefined
  /** What a success holds. */
  data: unknown

  constructor(
    options: Limits & { readonly requestIdHeader: string },
    secrets: readonly string[],
    /** Undefined without `onEvent`: what only events need is then not computed. */
    readonly emit: Emit | undefined,
  ) {
    this.limits = options
    this.requestIdHeader = options.requestIdHeader
    this.secrets = [...secrets]
  }
}

/** A page over plain http has no `randomUUID`: a call goes on with a name that is not unique. */
function callId(): string {
  try {
    return crypto.randomUUID()
  } catch {
    return 'unnamed'
  }
}

/** Milliseconds that the call has left. */
export function remaining({ clock, limits }: CallState): number {
  return limits.totalTimeout - clock.elapsed()
}

/** The error of a call that its time limit, or the caller, ended. */
export function interrupted(
  { by }: Interruption,
  what: string,
  state: CallState,
  outcome: Outcome,
) {
  return by === 'time'
    ? new TimeoutError(what, state, outcome)
    : new AbortError('aborted by the caller', state, outcome)
}

/** What an answer held beside its data. */
export interface CallResult<Data> {
  /** The answer's data. */
  readonly data: Data
  /** The answer's status. */
  readonly status: number
  /** The answer's headers. */
  readonly headers: Headers
  /** How the answer names the request, for the service's support: its header `requestIdHeader`. */
  readonly requestId: string | undefined
  /** How many attempts were made to send the request. */
  readonly attempts: number
  /** The conversion's `ref_id`. */
  readonly refId: string | undefined
}

/** A call under way: a promise of the data. Every failure is a rejection with a `ClientError`. */
export interface Call<Data> extends Promise<Data> {
  /** The data with status, headers, requestId, attempts and refId. */
  withResponse(): Promise<CallResult<Data>>
}

/** The promise that a method returns, of a call that ends as `ended` does. */
export function toCall(ended: Promise<CallState>): Call<unknown> {
  let state: CallState | undefined
  const data = ended.then((success) => (state = success).data)
  // It waits for `data`, not for `ended`: with two waiting for `ended`, stacks would not show the
  // caller's line.
  const withResponse = async (): Promise<CallResult<unknown>> => {
    await data
    return resultOf(state as CallState)
  }
  return Object.assign(data, { withResponse })
}

/** `headers` is read only now: some transports build it when it is read. */
function resultOf(state: CallState): CallResult<unknown> {
  const { data, attempts, refId } = state
  // A success has an answer.
  const { status, headers } = state.response as TransportResponse
  return { data, status, headers, requestId: requestIdOf(state), attempts, refId }
}
