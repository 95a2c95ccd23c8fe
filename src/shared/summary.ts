/** A registered symbol of an error's message up to its outcome, so that errors of another copy of this package have it too. */
export const summaryName = Symbol.for('stablecoin-issuer-api.summary')

/** The message of an error without its outcome and its next step, for the error of another call. */
export const summaryOf = (error: Error): string =>
  (error as { readonly [summaryName]?: string })[summaryName] ?? error.message
