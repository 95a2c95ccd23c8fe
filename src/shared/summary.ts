import { printable } from './redact.js'

/** A registered symbol of an error's message up to its outcome, so that errors of another copy of this package have it too. */
export const summaryName = Symbol.for('stablecoin-issuer-api.summary')

interface Subject {
  readonly operation: { readonly method: string; readonly path: string }
  readonly attempts: number
}

/** The message of an error up to its outcome: the operation and the failure. Where the call ends, the next step is added. */
export function summaryFor(what: string, { operation, attempts }: Subject): string {
  const tries = attempts === 0 ? '' : ` after ${attempts} attempt${attempts > 1 ? 's' : ''}`
  return `${operation.method} ${operation.path.slice(0, 200)}: ${printable(what)}${tries}`
}

/** The message of an error without its outcome and its next step, for the error of another call. */
export const summaryOf = (error: Error): string =>
  (error as { readonly [summaryName]?: string })[summaryName] ?? error.message
