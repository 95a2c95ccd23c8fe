/**
 * What a caller that moves money needs to know first. `not_sent`: it cannot have happened.
 * `rejected`: the service refused it. `unknown`: it may have happened; look it up before a repeat.
 */
export type Outcome = 'not_sent' | 'rejected' | 'unknown'

/** One problem of a body. */
export interface Issue {
  /** Where it is: a JSONPath (RFC 9535) such as `$.travelrule_metadata.vasp.id`, `$` for the whole. */
  readonly path: string
  /** A sentence that says what is expected and what was found. */
  readonly message: string
}

/** What an error needs to know of its call. */
export interface Origin {
  readonly operation: {
    readonly id: string
    readonly method: string
    readonly path: string
    readonly idempotent: boolean
    readonly referenceField?: string
  }
  readonly refId: string | undefined
  readonly attempts: number
  /** Whether an attempt may have taken effect. */
  readonly unknown: boolean
}

/** The origin of a failure before anything was tried. */
export function unsent(operation: Origin['operation'], refId?: string): Origin {
  return { operation, refId, attempts: 0, unknown: false }
}

/** Every failure of a call. `code` tells the kinds apart without `instanceof`. */
export abstract class ClientError extends Error {
  abstract readonly code: string
  /** The operationId. */
  readonly operation: string
  readonly outcome: Outcome
  /** How many attempts were made to send the request. */
  readonly attempts: number
  /** The conversion's `ref_id`, the same on every attempt. */
  readonly refId: string | undefined

  constructor(what: string, origin: Origin, outcome: Outcome, cause?: Error) {
    const settled = origin.unknown ? 'unknown' : outcome
    super(sentence(what, origin, settled), cause && { cause })
    this.operation = origin.operation.id
    this.outcome = settled
    this.attempts = origin.attempts
    this.refId = origin.refId
  }
}

function sentence(what: string, { operation, attempts, refId }: Origin, outcome: Outcome): string {
  const tries = attempts === 0 ? '' : ` after ${attempts} attempt${attempts > 1 ? 's' : ''}`
  const { idempotent, referenceField } = operation
  const repeat = idempotent
    ? '; the operation is idempotent, so it may be sent again.'
    : refId === undefined
      ? '; sent again, it may take effect twice.'
      : `: look it up by ${referenceField} ${JSON.stringify(refId.slice(0, 100))} before you send it again.`
  const advice = {
    not_sent: 'It cannot have taken effect.',
    rejected: 'The service refused it.',
    unknown: `It may have taken effect${repeat}`,
  }
  return `${operation.method} ${operation.path}: ${what}${tries}; outcome ${outcome}. ${advice[outcome]}`
}

/** The kind of what was thrown, where its words may hold a secret. */
export function kindOf(thrown: unknown): string {
  const name = thrown instanceof Error ? thrown.name : undefined
  return typeof name === 'string' && /^\w{1,64}$/.test(name) ? name : typeof thrown
}

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
    const covered = granted.length === 0 ? 'no scope' : granted.join(' ')
    const what = `needs the scope ${scope}, and the token covers ${covered}`
    super(`${what}; name it in scopes, once the service granted it to you`, origin, 'not_sent')
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
    /** The status of the answer that refused, if there was one. */
    readonly status?: number,
    /** Its error code (RFC 6749, section 5.2; RFC 6750, section 3.1). */
    readonly error?: string,
    /** What the token endpoint says of it in words, at most 500 characters of them. */
    readonly errorDescription?: string,
  ) {
    super(what, origin, outcome)
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

/** The service answered with a status that is not a success. */
export class ApiError extends ClientError {
  override readonly name = 'ApiError'
  override readonly code = 'ERR_API'

  constructor(
    origin: Origin,
    outcome: Outcome,
    readonly status: number,
    /** The parsed body where it is JSON, else its text; at most 8 KB. Its shape is not documented. */
    readonly body: unknown,
    /** Seconds that the service asks to wait (RFC 9110, section 10.2.3). */
    readonly retryAfter?: number,
  ) {
    const wait = retryAfter === undefined ? '' : `, which asks to wait ${retryAfter} s,`
    const redirect = status < 400 ? ', a redirect, which is never followed,' : ''
    super(`${status}${redirect}${wait}`, origin, outcome)
  }
}

/** The service answered with a success that cannot be read. */
export class InvalidResponseError extends ClientError {
  override readonly name = 'InvalidResponseError'
  override readonly code = 'ERR_INVALID_RESPONSE'

  constructor(
    what: string,
    origin: Origin,
    readonly status: number,
    /** The text of the body, at most 8 KB. */
    readonly body: unknown,
  ) {
    super(`${status} with ${what}`, origin, 'unknown')
  }
}
