import type { CallContext } from '../../src/call-context.js'
import { type Operation, unknownOperation } from '../../src/operation.js'

/** A call of one attempt, for what only looks at it. */
export function callContext(
  facts: Partial<CallContext> = {},
  operation: Partial<Operation> = {},
): CallContext {
  return {
    operation: { ...unknownOperation, ...operation },
    call: 'c-1',
    refId: undefined,
    fields: {},
    limits: { timeout: 10_000, totalTimeout: 30_000, maxRetries: 2 },
    signal: undefined,
    remaining: 30_000,
    key: undefined,
    hasOwnKey: false,
    secrets: [],
    attempts: 1,
    retries: 0,
    renewals: 0,
    mayHaveHappened: false,
    response: undefined,
    status: undefined,
    body: undefined,
    found: false,
    exampleAnswers: undefined,
    requestIdHeader: 'x-request-id',
    journalError: undefined,
    reader: { operations: {}, headers: {}, ownHeaders: {}, follow: () => undefined },
    ...facts,
  }
}
