// What a server does to a call that goes wrong, and what a client may truly say of it.

import type { Outcome } from '../../src/index.js'

/** What the server does with a request. */
export type Does = 'never gets it' | 'nothing' | 'carries it out'

/** What becomes of its answer; a number is another status than that of a success. */
export type Answer = 'given' | 'cut' | 'lost' | 'late' | 'of another' | 'no success' | number

/** Where it goes wrong: on the way to the server, or on the way back from it. */
export type Where =
  | 'connecting'
  | 'handshake'
  | 'request'
  | 'before the first byte'
  | 'head'
  | 'body'
  | 'behind the answer'

/** One fault, in the words that every suite has for it. */
export interface Fault {
  readonly does: Does
  readonly answer: Answer
  /** Undefined where nothing breaks, and only the answer is no success. */
  readonly where?: Where | undefined
}

/** How a call may end: `ok` is a success. */
export type End = 'ok' | Outcome

/** Statuses by which only a service answers that did nothing. */
export const refusals = [400, 401, 403, 404, 421, 422, 429, 431]

/** Whether a status says that the request was not carried out; of an idempotent one, that a repeat would get the same. */
export function refuses(status: number, idempotent = false): boolean {
  if (!idempotent) return refusals.includes(status)
  return status >= 400 && status < 500 && status !== 408 && status !== 425
}

/**
 * The ends of a call that are true, the most useful first: a client that cannot tell where it went wrong may say
 * `unknown` of anything that did not succeed.
 */
export function endsOf({ does, answer, where }: Fault, idempotent = false): readonly End[] {
  if (answer === 'given' || (answer === 'late' && where === undefined)) {
    if (does !== 'carries it out') return ['unknown']
    // What is odd about its head is an error to some clients.
    return where === 'head' ? ['ok', 'unknown'] : ['ok']
  }
  if (does === 'never gets it' && (where === 'connecting' || where === 'handshake'))
    return ['not_sent', 'unknown']
  const isToldApart = does === 'nothing' || idempotent
  if (isToldApart && typeof answer === 'number' && refuses(answer, idempotent))
    return ['rejected', 'unknown']
  return ['unknown']
}
