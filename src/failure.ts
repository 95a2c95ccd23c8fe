// The failures of calls as facts, of which their errors are made.

import type { CallContext, JournalState } from './call-context.js'
import type { Interruption } from './shared/deadline.js'
import { kindOf } from './shared/redact.js'

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

/** The facts of each kind of failure, by the `code` of its error. `what` is the beginning of its sentence. */
interface Facts {
  ERR_INVALID_REQUEST: { readonly issues: readonly Issue[] }
  ERR_MISSING_SCOPE: { readonly scope: string; readonly granted: readonly string[] }
  ERR_AUTHENTICATION: Words & {
    readonly status?: number | undefined
    readonly error?: string | undefined
    readonly errorDescription?: string | undefined
    /** Whether the token endpoint refused a secret that a function gives, which may give another later. */
    readonly mayRotate?: boolean | undefined
    readonly retryAfter?: number | undefined
    readonly body?: unknown
  }
  ERR_BEFORE_SEND: Words
  ERR_SENT_BEFORE: Words & { readonly retryAt?: Date | undefined }
  ERR_REFERENCE_REUSED: { readonly state: JournalState; readonly fields: readonly string[] }
  ERR_CONNECTION: Words
  ERR_TIMEOUT: Words
  ERR_ABORTED: Words
  ERR_API: {
    readonly status: number
    readonly body: unknown
    readonly retryAfter: number | undefined
    readonly isDocumented: boolean
  }
  ERR_INVALID_RESPONSE: Words & { readonly status: number; readonly body: unknown }
}

interface Words {
  readonly what: string
}

/** The failure of an attempt, or of a whole call. Its error is made of it once, where the call ends. */
export type Failure<Code extends keyof Facts = keyof Facts> = {
  [Each in Code]: Facts[Each] & {
    readonly code: Each
    readonly outcome: Outcome
    readonly cause?: unknown
  }
}[Code]

/** Ends a step of a call by a failure. No caller gets it. */
export class Failed extends Error {
  constructor(readonly failure: Failure) {
    super(failure.code)
  }
}

/** The failure of arguments that cannot be sent. */
export const invalid = (
  message: string,
  issues: readonly Issue[] = [{ path: [], message }],
): Failure => ({ code: 'ERR_INVALID_REQUEST', outcome: 'not_sent', issues })

/** The failure of work that was interrupted. `what` is said where the time was up. */
export const interrupted = (
  { by }: Interruption,
  what: string,
  outcome: Outcome,
  cause?: unknown,
): Failure =>
  by === 'time'
    ? { code: 'ERR_TIMEOUT', outcome, what, cause }
    : { code: 'ERR_ABORTED', outcome, what: 'aborted by the caller' }

/** The failure by which a call ends. A reason that is no failure of a call comes from a fault of the client itself. */
export function toFailure(reason: unknown, call: CallContext): Failure {
  if (reason instanceof Failed) return reason.failure
  const outcome = call.attempts > 0 ? 'unknown' : 'not_sent'
  return { code: 'ERR_CONNECTION', outcome, what: `the call failed with ${kindOf(reason)}` }
}

/** The outcome of a call that ends with a failure: an earlier attempt may have taken effect, though the last did not. */
export function outcomeOf({ outcome }: Failure, call: CallContext): Outcome {
  const whole = call.mayHaveHappened ? 'unknown' : outcome
  return whole === 'unknown' && isRead(call) ? 'failed' : whole
}

/** Whether a call only reads, and so has no effect (RFC 9110, section 9.2.1). */
const isRead = ({ operation: { method } }: CallContext): boolean =>
  method === 'GET' || method === 'HEAD'
