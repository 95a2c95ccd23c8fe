import {
  type CallContext,
  type JournalState,
  type OperationName,
  requestIdOf,
  secretsOf,
} from './call-context.js'
import type { Failure, Issue, Outcome } from './failure.js'
import { wordsOf } from './failure-words.js'
import type { StatusOf } from './operation.js'
import { redactHeaders } from './shared/headers.js'
import { isBranded } from './shared/json.js'
import { printable } from './shared/redact.js'
import { summaryFor, summaryName } from './shared/summary.js'

export type { Issue, Outcome } from './failure.js'

/** The values of `code`, one for each kind of error. */
export type ErrorCode = AnyClientError['code']

/** Every failure of a call; its `code` narrows it to one. */
export type AnyClientError =
  | InvalidRequestError
  | MissingScopeError
  | AuthenticationError
  | BeforeSendError
  | SentBeforeError
  | ReferenceReusedError
  | ConnectionError
  | TimeoutError
  | AbortError
  | ApiError
  | InvalidResponseError

/** How a call ends with a failure: its outcome, the time for a repeat, and the end of the message. */
export interface Ending {
  readonly outcome: Outcome
  readonly retryAt: Date | undefined
  readonly advice: string
}

/** A registered symbol, so that errors of another copy of this package are recognised. */
const brand = Symbol.for('stablecoin-issuer-api.ClientError')

/** A registered symbol of an error whose body fits its document, known to another copy of this package too. */
const documented = Symbol.for('stablecoin-issuer-api.documented')

/** Facts of a failure that are no members of its error. */
const hidden = { what: undefined, cause: undefined, isDocumented: undefined, mayRotate: undefined }

/** Every failure of a call. `code` identifies the kind without `instanceof`. */
export abstract class ClientError extends Error {
  abstract override readonly name: string
  /** The kind of the error, the same in every version. */
  abstract readonly code: ErrorCode
  /** The operationId; `unknown` for a request that is no operation. */
  readonly operation: OperationName
  /** Whether the call may have taken effect. */
  readonly outcome: Outcome
  /** The call's id, the same on its events and in `beforeSend`. */
  readonly call: string
  /** The number of attempts to send the request. */
  readonly attempts: number
  /** The conversion's `ref_id`, the same on every attempt. */
  declare readonly refId: string | undefined
  /** The headers of the last attempt's answer, without secrets; undefined without an answer. */
  declare readonly headers: Headers | undefined
  /** The id of the request, for the service's support: the answer's header `requestIdHeader`. */
  declare readonly requestId: string | undefined
  /**
   * The time from which the same call, made again with the same arguments, can come out differently without a person: a queue
   * tries it again then. Undefined: never by itself.
   */
  declare readonly retryAt?: Date

  /** Whether a value is such an error, of another copy of this package as well. */
  static is(value: unknown): value is AnyClientError {
    return isBranded(value, brand)
  }

  constructor(failure: Failure, call: CallContext, { outcome, retryAt, advice }: Ending) {
    const { cause: ofFailure, isDocumented } = failure as Partial<Failure<'ERR_API'>>
    const cause: unknown = failure.code === 'ERR_ABORTED' ? call.signal?.reason : ofFailure
    const summary = summaryFor(wordsOf(failure, call), call)
    const message = printable(`${summary}; outcome ${outcome}.${advice}`, Infinity)
    super(message, cause === undefined ? undefined : { cause })
    Object.defineProperty(this, summaryName, { value: summary })
    if (isDocumented) Object.defineProperty(this, documented, { value: true })
    this.operation = call.operation.id
    this.outcome = outcome
    this.attempts = call.attempts
    this.call = call.call
    const headers = redactHeaders(call.answer?.response.headers, secretsOf(call))
    const ofCall = { refId: call.refId, headers, requestId: requestIdOf(call) }
    // An undefined member would be printed.
    for (const [name, value] of Object.entries({
      ...ofCall,
      ...failure,
      ...hidden,
      outcome,
      retryAt,
    }))
      if (value !== undefined) Object.assign(this, { [name]: value })
  }

  /** The form for a log or a queue: the message and every member, but the headers and the cause. */
  toJSON(): Record<string, unknown> {
    const members = { ...(this as object), message: this.message }
    Reflect.deleteProperty(members, 'headers')
    return members
  }
}
Object.defineProperty(ClientError.prototype, brand, { value: true })

/** Whether an error is of this call. A function of the caller may throw the error of another call, which proves nothing. */
export const isErrorOf = ({ call }: CallContext, error: unknown): error is ClientError =>
  ClientError.is(error) && error.call === call

/** The body, or an option of the call, does not fit; nothing was sent. */
export class InvalidRequestError extends ClientError {
  override readonly name = 'InvalidRequestError'
  declare readonly code: 'ERR_INVALID_REQUEST'

  /** Every problem of the body: its `message`, and its `path`. */
  declare readonly issues: readonly Issue[]
}

/** The token does not cover the operation; nothing was sent. */
export class MissingScopeError extends ClientError {
  override readonly name = 'MissingScopeError'
  declare readonly code: 'ERR_MISSING_SCOPE'

  /** The scope that the operation needs, and the token lacks. */
  declare readonly scope: string
  /** The scopes that were asked for or granted. */
  declare readonly granted: readonly string[]
}

/** No token could be had (`not_sent`), or the service refused it (`rejected`). */
export class AuthenticationError extends ClientError {
  override readonly name = 'AuthenticationError'
  declare readonly code: 'ERR_AUTHENTICATION'

  /**
   * The status of the answer that refused. Without a status, the credentials are not at fault: the token endpoint could
   * not be reached, with the connection's error as `cause`, or a function of yours failed, as the message says.
   */
  declare readonly status?: number
  /** Its error code (RFC 6749, section 5.2; RFC 6750, section 3.1). */
  declare readonly error?: string
  /** The token endpoint's own words, at most 500 characters of them. */
  declare readonly errorDescription?: string
  /** Seconds before the token endpoint is asked again. */
  declare readonly retryAfter?: number
  /** The body of the service's answer, as that of an `ApiError`; undefined for the token endpoint. */
  declare readonly body?: unknown
}

/** `beforeSend` or the journal failed, so the attempt was not sent; `cause` is its error. */
export class BeforeSendError extends ClientError {
  override readonly name = 'BeforeSendError'
  declare readonly code: 'ERR_BEFORE_SEND'
}

/**
 * An earlier call with the reference may have taken effect, as the journal says: nothing was sent, and the outcome is that
 * of the earlier call.
 */
export class SentBeforeError extends ClientError {
  override readonly name = 'SentBeforeError'
  declare readonly code: 'ERR_SENT_BEFORE'
}

/** The journal has the reference with another body, or of another operation; nothing of this body was sent. */
export class ReferenceReusedError extends ClientError {
  override readonly name = 'ReferenceReusedError'
  declare readonly code: 'ERR_REFERENCE_REUSED'

  /** The state of the earlier call in the journal: whether it may have taken effect. */
  declare readonly state: JournalState
  /** The names of the fields that differ, such as `amount`; none where the operation is another one. */
  declare readonly fields: readonly string[]
}

/** The connection could not be made (`not_sent`), or broke. */
export class ConnectionError extends ClientError {
  override readonly name = 'ConnectionError'
  declare readonly code: 'ERR_CONNECTION'
}

/** `timeout` or `totalTimeout` was over. */
export class TimeoutError extends ClientError {
  override readonly name = 'TimeoutError'
  declare readonly code: 'ERR_TIMEOUT'
}

/** The caller's signal ended the call; `cause` is its `reason`, such as the TimeoutError of `AbortSignal.timeout`. */
export class AbortError extends ClientError {
  override readonly name = 'AbortError'
  declare readonly code: 'ERR_ABORTED'
}

/** The refusals whose bodies a document has; the operation and the status narrow them. */
export type DocumentedError<Errors> = {
  [Id in keyof Errors & string]: {
    [Status in keyof Errors[Id]]: ApiError & {
      readonly operation: Id
      readonly status: StatusOf<Status, keyof Errors[Id]>
      readonly body: Errors[Id][Status]
    }
  }[keyof Errors[Id]]
}[keyof Errors & string]

/** The service answered with a status that is not a success. */
export class ApiError extends ClientError {
  override readonly name = 'ApiError'
  declare readonly code: 'ERR_API'
  /** Seconds that the service asks to wait (RFC 9110, section 10.2.3). */
  declare readonly retryAfter?: number
  /** The status of the answer. */
  declare readonly status: number
  /**
   * The parsed body where it is JSON, else its text; at most 8 KB. `ApiError.isDocumented` gives it a type, where your
   * provider's document has one.
   */
  declare readonly body: unknown

  /** Whether an error is an `ApiError` of this provider whose body fits its document, and so has its type. */
  static isDocumented<Errors>(
    error: unknown,
    provider: {
      /** Only for the compiler: the documented bodies, by the operation and the status. */
      readonly '~types'?: { readonly errors: Errors } | undefined
      readonly operations: Readonly<Record<string, object>>
    },
  ): error is DocumentedError<Errors> {
    const isOurs = ClientError.is(error) && Object.hasOwn(provider.operations, error.operation)
    return isOurs && isBranded(error, documented)
  }
}

/** The service answered with a 2xx that cannot be read, lacks its identifier, contradicts the call, or is another thing. */
export class InvalidResponseError extends ClientError {
  override readonly name = 'InvalidResponseError'
  declare readonly code: 'ERR_INVALID_RESPONSE'

  /** The status of the answer. */
  declare readonly status: number
  /** The text of the body, at most 8 KB. */
  declare readonly body: unknown
}

/** The kinds of errors by their codes. */
const kinds = {
  ERR_INVALID_REQUEST: InvalidRequestError,
  ERR_MISSING_SCOPE: MissingScopeError,
  ERR_AUTHENTICATION: AuthenticationError,
  ERR_BEFORE_SEND: BeforeSendError,
  ERR_SENT_BEFORE: SentBeforeError,
  ERR_REFERENCE_REUSED: ReferenceReusedError,
  ERR_CONNECTION: ConnectionError,
  ERR_TIMEOUT: TimeoutError,
  ERR_ABORTED: AbortError,
  ERR_API: ApiError,
  ERR_INVALID_RESPONSE: InvalidResponseError,
}

/** Makes the error of a failure, once for each call. */
export const errorOf = (failure: Failure, call: CallContext, ending: Ending): AnyClientError =>
  new kinds[failure.code](failure, call, ending)
