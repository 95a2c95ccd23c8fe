import type { CallState } from '../call-state.js'
import type { ClientError, ErrorCode } from '../errors.js'
import type { Origin, Outcome } from '../shared/outcome.js'
import type { CallSubject, Subject } from '../events.js'
import { redactHeaders, requestIdIn } from '../shared/headers.js'

/**
 * `headers` is a getter, because building them is slow. So a copy by spreading, or a line of JSON,
 * does not have them.
 */
class Answered {
  readonly requestId: string | undefined
  readonly #response: Origin['response']
  readonly #secrets: readonly string[]

  constructor({ response, secrets = [], requestIdHeader }: Origin) {
    this.requestId = requestIdHeader && requestIdIn(response, requestIdHeader, secrets)
    this.#response = response
    this.#secrets = secrets
  }

  get headers(): Headers | undefined {
    return redactHeaders(this.#response?.headers, this.#secrets)
  }
}

/** Tells that an attempt is over. `declare`, since a field would be written twice: here, and by the constructor. */
export class ResponseEvent extends Answered implements Subject {
  readonly type = 'response'
  declare readonly operation: string
  declare readonly call: string
  declare readonly attempt: number
  declare readonly refId: string | undefined
  declare readonly status?: number
  declare readonly error?: ErrorCode

  constructor(
    state: CallState,
    status: number | undefined,
    failure: ClientError | undefined,
    readonly milliseconds: number,
  ) {
    super(state)
    this.operation = state.operation.id
    this.call = state.call
    this.attempt = state.attempts
    this.refId = state.refId
    if (status !== undefined) this.status = status
    if (failure) this.error = failure.code
  }
}

/** Tells what became of a call. */
export class EndEvent extends Answered implements CallSubject {
  readonly type = 'end'
  declare readonly operation: string
  declare readonly call: string
  declare readonly refId: string | undefined
  declare readonly outcome: 'succeeded' | Outcome
  declare readonly attempts: number
  declare readonly code?: ErrorCode

  constructor(
    origin: Origin,
    failure: ClientError | undefined,
    readonly milliseconds: number,
  ) {
    super(origin)
    this.operation = failure?.operation ?? origin.operation.id
    this.call = origin.call
    this.refId = failure ? failure.refId : origin.refId
    this.outcome = failure?.outcome ?? 'succeeded'
    this.attempts = origin.attempts
    if (failure) this.code = failure.code
  }
}
