import type { Outcome } from '../failure.js'
import type { Operation } from '../operation.js'

/**
 * Statuses that prove that the service did nothing with a request. No other status does: gateways write
 * 405 and 499 over requests that were carried out, 424 is about another request, and a 409 may be about
 * the first copy of the same request.
 */
const refusingStatuses = [
  400, 401, 402, 403, 404, 406, 410, 411, 413, 414, 415, 417, 421, 422, 426, 428, 429, 431, 451,
]

/** Statuses by which a server asks for the same request again: they refuse nothing. */
export const retryableStatuses = [408, 425]

/** Statuses after which an idempotent request may be sent again. */
export const repeatedStatuses = [...retryableStatuses, 500, 502, 503, 504]

/**
 * The outcome of a request whose answer has a status that is no success. An idempotent request can
 * always be sent again, so any other 4xx counts as a refusal: nothing is lost if its first copy was
 * carried out, and the caller reads why the second copy was not. A request with a reference is made once,
 * so that a journal has to know of the first copy.
 */
export function outcomeOfStatus(
  status: number,
  { idempotent, referenceField }: Operation,
): Outcome {
  const refused =
    idempotent && referenceField === undefined
      ? status >= 400 && status < 500 && !retryableStatuses.includes(status)
      : refusingStatuses.includes(status)
  return refused ? 'rejected' : 'unknown'
}
