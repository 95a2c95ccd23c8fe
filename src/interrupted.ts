import { AbortError, type ClientError, TimeoutError } from './errors.js'
import type { Origin, Outcome } from './shared/outcome.js'
import type { Interruption } from './shared/deadline.js'

/** The error for what a timeout or the caller ended; `late` says what was not there in time. */
export function interrupted(
  { by }: Interruption,
  late: string,
  origin: Origin,
  outcome: Outcome,
): ClientError {
  return by === 'time'
    ? new TimeoutError(late, origin, outcome)
    : new AbortError('aborted by the caller', origin, outcome)
}
