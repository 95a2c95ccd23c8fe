import { redactHeaders } from './shared/headers.js'
import type { Issue, OperationName, Origin, Outcome } from './shared/outcome.js'
import { messageOf, requestIdOf, statusWords } from './shared/outcome.js'

export type { Issue } from './shared/outcome.js'

/** The values of `code`, one for each kind of error. */
export type ErrorCode = AnyClientError['code']

/** Every failure of a call; its `code` narrows it to one. */
export type AnyClientError =
  | InvalidRequestError
  | MissingScopeError
  | AuthenticationError
  | BeforeSendError
  | SentBeforeError
  | ConnectionError
  | TimeoutError
  | AbortError
  | ApiError
  | InvalidResponseError

/** A registered symbol, so that errors of another copy of this package are recognised. */
const brand = Symbol.for('stablecoin-issuer-api.ClientError')

const { [Symbol.hasInstance]: isInstance } = Function.prototype
/** Every failure of a call. `code` identifies the kind without `instanceof`. */
export abstract class ClientError extends Error {
  /** The name of its class. */
  abstract override readonly name: string
  /** Which kind of failure it is. */
  abstract readonly code: ErrorCode
  /** The operationId, or a method and a path that the document lacks. */
  readonly operation: OperationName
  /** Whether the call may have taken effect. */
  readonly outcome: Outcome
  /** The call's id, the same on its events and in `beforeSend`. */
  readonly call: string
  /** How many attempts were made to send the request. */
  readonly attempts: number
  /** The conversion's `ref_id`, the same on every attempt. */
  readonly refId: string | undefined
  /** The headers of the last attempt's answer, without secrets; undefined where none came. */
  readonly headers: Headers | undefined
  /** How that answer names the request, for the service's support: its header `requestIdHeader`. */
  readonly requestId: string | undefined

  /** Whether a value is such an error, of another copy of this package as well. */
  static is(value: unknown): value is AnyClientError {
    return typeof value === 'object' && value !== null && brand in value
  }

  /** Errors of another copy are instances of this class, though not of those that extend it. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return this === ClientError ? ClientError.is(value) : isInstance.call(this, value)
  }

  constructor(what: string, origin: Origin, outcome: Outcome, cause?: unknown) {
    const settled = origin.unknown ? 'unknown' : outcome
    super(messageOf(what, origin, settled), cause === undefined ? undefined : { cause })
    this.operation = origin.operation.id as OperationName
    this.outcome = settled
    this.attempts = origin.attempts
    this.refId = origin.refId
    this.call = origin.call
    this.headers = redactHeaders(origin.response?.headers, origin.secrets ?? [])
    this.requestId = requestIdOf(origin)
  }

  /** What a log or a queue keeps: the message and every member, but the headers and the cause. */
  toJSON(): Record<string, unknown> {
    const own: Record<string, unknown> = Object.fromEntries(Object.entries(this))
    return { ...own, message: this.message, headers: undefined }
  }
}
Object.defineProperty(ClientError.prototype, brand, { value: true })

/** The body, or an option of the call, does not fit; nothing was sent. */
export class InvalidRequestError extends ClientError {
  override readonly name = 'InvalidRequestError'
  override readonly code = 'ERR_INVALID_REQUEST'

  constructor(
    origin: Origin,
    /** Every problem of the body. */
    readonly issues: readonly Issue[],
  ) {
    const list = issues.slice(0, 10).map(({ message }) => message)
    if (issues.length > 10) list.push(`and ${issues.length - 10} more, see issues`)
    super(`invalid request: ${list.join('; ')}`, origin, 'not_sent')
  }
}

/** The token does not cover the operation; nothing was sent. */
export class MissingScopeError extends ClientError {
  override readonly name = 'MissingScopeError'
  override readonly code = 'ERR_MISSING_SCOPE'

  constructor(
    origin: Origin,
    /** The scope that the operation needs. */
    readonly scope: string,
    /** The scopes that were asked for or granted. */
    readonly granted: readonly string[],
  ) {
    const covered = granted.join(' ').slice(0, 1_000) || 'no scope'
    const what = `needs the scope ${scope}, and the token covers ${covered}`
    const advice =
      'name it in scopes, once the service granted it to you, or see ignoreGrantedScopes'
    super(`${what}; ${advice}`, origin, 'not_sent')
  }
}

/** No token could be had (`not_sent`), or the service refused it (`rejected`). */
export class AuthenticationError extends ClientError {
  override readonly name = 'AuthenticationError'
  override readonly code = 'ERR_AUTHENTICATION'

  constructor(
    what: string,
    origin: Origin,
    outcome: Outcome,
    /** The status of the answer that refused, where there was one. */
    readonly status?: number,
    /** Its error code (RFC 6749, section 5.2; RFC 6750, section 3.1). */
    readonly error?: string,
    /** What the token endpoint says of it in words, at most 500 characters of them. */
    readonly errorDescription?: string,
    cause?: Error,
  ) {
    super(what, origin, outcome, cause)
  }
}

/** `beforeSend` failed, so the attempt was not sent; `cause` is what it threw. */
export class BeforeSendError extends ClientError {
  override readonly name = 'BeforeSendError'
  override readonly code = 'ERR_BEFORE_SEND'
}

/** `beforeSend` gave `'sent_before'`: nothing was sent, and the outcome is that of the call before. */
export class SentBeforeError extends ClientError {
  override readonly name = 'SentBeforeError'
  override readonly code = 'ERR_SENT_BEFORE'
}

/** The connection could not be made (`not_sent`), or broke. */
export class ConnectionError extends ClientError {
  override readonly name = 'ConnectionError'
  override readonly code = 'ERR_CONNECTION'
}

/** `timeout` or `totalTimeout` was over. */
export class TimeoutError extends ClientError {
  override readonly name = 'TimeoutError'
  override readonly code = 'ERR_TIMEOUT'
}

/** The caller's signal ended the call. */
export class AbortError extends ClientError {
  override readonly name = 'AbortError'
  override readonly code = 'ERR_ABORTED'
}

/** The service answered with a status that is not a success. */
export class ApiError extends ClientError {
  override readonly name = 'ApiError'
  override readonly code = 'ERR_API'

  constructor(
    origin: Origin,
    outcome: Outcome,
    /** The answer's status. */
    readonly status: number,
    /** The parsed body where it is JSON, else its text; at most 8 KB. Its shape is not documented. */
    readonly body: unknown,
    /** Seconds that the service asks to wait (RFC 9110, section 10.2.3). */
    readonly retryAfter?: number,
  ) {
    super(statusWords(status, retryAfter, origin, outcome, body), origin, outcome)
  }
}

/** The service answered with a success that cannot be read, or that names another reference. */
export class InvalidResponseError extends ClientError {
  override readonly name = 'InvalidResponseError'
  override readonly code = 'ERR_INVALID_RESPONSE'

  constructor(
    what: string,
    origin: Origin,
    /** The answer's status. */
    readonly status: number,
    /** The text of the body, at most 8 KB. */
    readonly body: unknown,
  ) {
    super(`${status} with ${what}`, origin, 'unknown')
  }
}
