import {
  type CallContext,
  type JournalState,
  type OperationName,
  requestIdOf,
  secretsOf,
} from './call-context.js'
import type { StatusOf } from './operation.js'
import type { Interruption } from './shared/deadline.js'
import { redactHeaders } from './shared/headers.js'
import { isBranded, wordsIn } from './shared/json.js'
import { printable } from './shared/redact.js'
import { summaryFor, summaryName } from './shared/summary.js'

/**
 * The effect of a call, which decides whether money may have moved. `not_sent`: it cannot have happened.
 * `rejected`: the service refused it. `unknown`: it may have happened. `failed`: a read has no answer; it has no effect.
 */
export type Outcome = 'not_sent' | 'rejected' | 'unknown' | 'failed'

/** One problem of a body. */
export interface Issue {
  /**
   * The place of the problem, as in a Standard Schema: names, and numbers in a list. Empty for the whole. Names are cut after 100
   * characters, and places after 100 keys.
   */
  readonly path: readonly PropertyKey[]
  /** A sentence with the expected value and the actual one. */
  readonly message: string
}

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

/** A registered symbol, so that errors of another copy of this package are recognised. */
const brand = Symbol.for('stablecoin-issuer-api.ClientError')

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

  constructor(what: string, call: CallContext, outcome: Outcome, cause?: unknown) {
    // An earlier attempt may have taken effect, though this one did not.
    const whole = call.mayHaveHappened ? 'unknown' : outcome
    const settled = whole === 'unknown' && isRead(call) ? 'failed' : whole
    const summary = summaryFor(what, call)
    const message = printable(`${summary}; outcome ${settled}.`, Infinity)
    super(message, cause === undefined ? undefined : { cause })
    Object.defineProperty(this, summaryName, { value: summary })
    this.operation = call.operation.id
    this.outcome = settled
    this.attempts = call.attempts
    this.call = call.call
    const headers = redactHeaders(call.response?.headers, secretsOf(call))
    setPresent(this, { refId: call.refId, headers, requestId: requestIdOf(call) })
  }

  /** The form for a log or a queue: the message and every member, but the headers and the cause. */
  toJSON(): Record<string, unknown> {
    const members = { ...(this as object), message: this.message }
    Reflect.deleteProperty(members, 'headers')
    return members
  }
}
Object.defineProperty(ClientError.prototype, brand, { value: true })

/** Whether a call only reads, and so has no effect (RFC 9110, section 9.2.1). */
const isRead = ({ operation: { method } }: CallContext): boolean =>
  method === 'GET' || method === 'HEAD'

/** Whether an error is of this call. A function of the caller may throw the error of another call, which proves nothing. */
export const isErrorOf = ({ call }: CallContext, error: unknown): error is ClientError =>
  ClientError.is(error) && error.call === call

/** Sets the defined members of an error: an undefined one would be printed. */
function setPresent(error: ClientError, members: object): void {
  for (const [name, value] of Object.entries(members) as [string, unknown][])
    if (value !== undefined) Object.assign(error, { [name]: value })
}

/** The body, or an option of the call, does not fit; nothing was sent. */
export class InvalidRequestError extends ClientError {
  override readonly name = 'InvalidRequestError'
  override readonly code = 'ERR_INVALID_REQUEST'

  constructor(
    call: CallContext,
    /** Every problem of the body: its `message`, and its `path`. */
    readonly issues: readonly Issue[],
  ) {
    const list = issues.slice(0, 10).map(({ message }) => message)
    if (issues.length > 10) list.push(`and ${issues.length - 10} more, see issues`)
    super(`invalid request: ${list.join('; ')}`, call, 'not_sent')
  }
}

/** The token does not cover the operation; nothing was sent. */
export class MissingScopeError extends ClientError {
  override readonly name = 'MissingScopeError'
  override readonly code = 'ERR_MISSING_SCOPE'

  constructor(
    call: CallContext,
    /** The scope that the operation needs, and the token lacks. */
    readonly scope: string,
    /** The scopes that were asked for or granted. */
    readonly granted: readonly string[],
  ) {
    const covered = granted.join(' ').slice(0, 1_000) || 'no scope'
    const advice = 'name it in scopes once it is granted to you, or see ignoreGrantedScopes'
    const what = `needs the scope ${scope}, and the token covers ${covered}; ${advice}`
    super(what, call, 'not_sent')
  }
}

type TokenFact = 'status' | 'error' | 'errorDescription' | 'retryAfter' | 'body' | 'cause'
/** No token could be had (`not_sent`), or the service refused it (`rejected`). */
export class AuthenticationError extends ClientError {
  override readonly name = 'AuthenticationError'
  override readonly code = 'ERR_AUTHENTICATION'

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

  constructor(
    what: string,
    call: CallContext,
    outcome: Outcome,
    facts: { readonly [Fact in TokenFact]?: unknown } = {},
  ) {
    super(what, call, outcome, facts.cause)
    setPresent(this, { ...facts, cause: undefined })
  }
}

/** `beforeSend` or the journal failed, so the attempt was not sent; `cause` is its error. */
export class BeforeSendError extends ClientError {
  override readonly name = 'BeforeSendError'
  override readonly code = 'ERR_BEFORE_SEND'

  constructor(why: string, call: CallContext, cause?: unknown) {
    super(`${why}; ${nothingSent(call)}`, call, 'not_sent', cause)
  }
}

/**
 * An earlier call with the reference may have taken effect, as the journal says: nothing was sent, and the outcome is that
 * of the earlier call.
 */
export class SentBeforeError extends ClientError {
  override readonly name = 'SentBeforeError'
  override readonly code = 'ERR_SENT_BEFORE'
  constructor(why: string, call: CallContext, cause?: unknown, retryAt?: Date) {
    const earlier = 'another call with this reference may have taken effect'
    super(`${earlier}, ${why}, so ${nothingSent(call)}`, call, 'unknown', cause)
    setPresent(this, { retryAt })
  }
}

const nothingSent = ({ attempts }: CallContext): string =>
  `nothing ${attempts > 0 ? 'more ' : ''}was sent`

/** The journal has the reference with another body, or of another operation; nothing of this body was sent. */
export class ReferenceReusedError extends ClientError {
  override readonly name = 'ReferenceReusedError'
  override readonly code = 'ERR_REFERENCE_REUSED'

  constructor(
    call: CallContext,
    /** The state of the earlier call in the journal: whether it may have taken effect. */
    readonly state: JournalState,
    /** The names of the fields that differ, such as `amount`; none where the operation is another one. */
    readonly fields: readonly string[],
  ) {
    const other =
      fields.length > 0 ? `with other values of ${fields.join(', ')}` : 'of another operation'
    const advice =
      state === 'succeeded'
        ? 'has succeeded; a further request needs a reference of its own'
        : 'may have taken effect; find out what became of it before you send this under any reference'
    super(`an earlier call with this reference, ${other}, ${advice}`, call, 'not_sent')
  }
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

export const interrupted = (
  { by }: Interruption,
  what: string,
  call: CallContext,
  outcome: Outcome,
  cause?: unknown,
): TimeoutError | AbortError =>
  by === 'time'
    ? new TimeoutError(what, call, outcome, cause)
    : new AbortError('aborted by the caller', call, outcome)

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

/** A registered symbol of an error whose body fits its document, known to another copy of this package too. */
const documented = Symbol.for('stablecoin-issuer-api.documented')

/** The service answered with a status that is not a success. */
export class ApiError extends ClientError {
  override readonly name = 'ApiError'
  override readonly code = 'ERR_API'
  /** Seconds that the service asks to wait (RFC 9110, section 10.2.3). */
  declare readonly retryAfter?: number

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

  constructor(
    call: CallContext,
    outcome: Outcome,
    /** The status of the answer. */
    readonly status: number,
    /**
     * The parsed body where it is JSON, else its text; at most 8 KB. `ApiError.isDocumented` gives it a type, where your
     * provider's document has one.
     */
    readonly body: unknown,
    retryAfter?: number,
    isDocumented?: boolean,
  ) {
    const { idempotent, referenceField } = call.operation
    const clauses = [`${status}`]
    // A reader may take these for refusals.
    if (status < 400) clauses.push('a redirect, which is never followed')
    else if (outcome === 'unknown' && status < 500 && !idempotent)
      clauses.push(
        status === 409 && referenceField !== undefined
          ? `which may refer to an earlier copy with this ${referenceField}`
          : 'which gateways also send for a request that was carried out',
      )
    if (retryAfter !== undefined) clauses.push(`which asks to wait ${retryAfter} s`)
    const words = outcome === 'rejected' ? wordsIn(body) : ''
    if (words !== '') clauses.push(`which says ${words}`)
    super(clauses.length > 1 ? `${clauses.join(', ')},` : `${status}`, call, outcome)
    setPresent(this, { retryAfter })
    if (isDocumented) Object.defineProperty(this, documented, { value: true })
  }
}

/** The service answered with a 2xx that cannot be read, lacks its identifier, contradicts the call, or is another thing. */
export class InvalidResponseError extends ClientError {
  override readonly name = 'InvalidResponseError'
  override readonly code = 'ERR_INVALID_RESPONSE'

  constructor(
    what: string,
    call: CallContext,
    /** The status of the answer. */
    readonly status: number,
    /** The text of the body, at most 8 KB. */
    readonly body: unknown,
  ) {
    super(`${status} with ${what}`, call, 'unknown')
  }
}
