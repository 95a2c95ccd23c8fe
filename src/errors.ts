import type { Issue } from './issues.js'
import type { Operation } from './operation.js'

/**
 * What a caller that moves money needs to know first. `not_sent`: it cannot have happened.
 * `rejected`: the service refused it. `unknown`: it may have happened; look it up before a repeat.
 */
export type Outcome = 'not_sent' | 'rejected' | 'unknown'

/** What every error says of its call. */
export interface Failure {
  readonly operation: Operation
  readonly outcome: Outcome
  readonly attempts: number
  readonly refId: string | undefined
  readonly cause?: unknown
}

/** Every failure of a call. `code` tells the kinds apart without `instanceof`. */
export abstract class ClientError extends Error {
  abstract readonly code: string
  /** The operationId. */
  readonly operation: string
  readonly outcome: Outcome
  /** How many times the request was sent. */
  readonly attempts: number
  /** The conversion's `ref_id`, the same on every attempt. */
  readonly refId: string | undefined

  constructor(what: string, failure: Failure) {
    super(sentence(what, failure), failure.cause === undefined ? {} : { cause: failure.cause })
    this.operation = failure.operation.id
    this.outcome = failure.outcome
    this.attempts = failure.attempts
    this.refId = failure.refId
  }
}

function sentence(what: string, { operation, outcome, attempts, refId }: Failure): string {
  const { method, path, idempotent } = operation
  const tries = attempts === 0 ? '' : ` after ${String(attempts)} attempt${attempts > 1 ? 's' : ''}`
  const reference = refId === undefined ? '' : ` by ref_id ${JSON.stringify(refId)}`
  const advice = {
    not_sent: 'It cannot have taken effect.',
    rejected: 'The service refused it.',
    unknown: idempotent
      ? 'It may have taken effect; the operation is idempotent, so it may be sent again.'
      : `It may have taken effect: look it up${reference} before you send it again.`,
  }
  return `${method} ${path}: ${what}${tries}; outcome ${outcome}. ${advice[outcome]}`
}

/** The body does not fit the document; nothing was sent. */
export class InvalidRequestError extends ClientError {
  override readonly name = 'InvalidRequestError'
  override readonly code = 'ERR_INVALID_REQUEST'

  constructor(
    /** Every problem of the body. */
    readonly issues: readonly Issue[],
    operation: Operation,
  ) {
    const list = issues.slice(0, 10).map(({ message }) => message)
    if (issues.length > 10) list.push(`and ${issues.length - 10} more, see issues`)
    super(`invalid request: ${list.join('; ')}`, {
      operation,
      outcome: 'not_sent',
      attempts: 0,
      refId: undefined,
    })
  }
}

/** No token could be had, or the service refused it. */
export class AuthenticationError extends ClientError {
  override readonly name = 'AuthenticationError'
  override readonly code = 'ERR_AUTHENTICATION'

  constructor(
    what: string,
    failure: Failure,
    /** The status of the answer that refused, if there was one. */
    readonly status?: number,
  ) {
    super(what, failure)
  }
}

/** The connection could not be made, or broke. */
export class ConnectionError extends ClientError {
  override readonly name = 'ConnectionError'
  override readonly code = 'ERR_CONNECTION'
}

/** The service answered with a status that is not a success. */
export class ApiError extends ClientError {
  override readonly name = 'ApiError'
  override readonly code = 'ERR_API'

  constructor(
    readonly status: number,
    /** The parsed body where it is JSON, its text otherwise: its shape is not documented. */
    readonly body: unknown,
    failure: Failure,
  ) {
    super(String(status), failure)
  }
}

/** The service answered with a success that cannot be read. */
export class InvalidResponseError extends ClientError {
  override readonly name = 'InvalidResponseError'
  override readonly code = 'ERR_INVALID_RESPONSE'

  constructor(
    readonly status: number,
    /** The text of the body. */
    readonly body: unknown,
    failure: Failure,
  ) {
    super(`${String(status)} without a JSON object`, failure)
  }
}
