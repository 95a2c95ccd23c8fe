import type { CallContext } from '../../src/call-context.js'
import { type Operation, type Reader, unknownOperation } from '../../src/operation.js'

/** The reader of a call without look-ups. */
export const noReader: Reader = {
  operations: {},
  headers: {},
  ownHeaders: {},
  follow: () => undefined,
}

/** A call of one attempt, for what only looks at it. */
export function callContext(
  facts: Partial<CallContext> = {},
  operation: Partial<Operation> = {},
): CallContext {
  return {
    operation: { ...unknownOperation, ...operation },
    call: 'c-1',
    for: undefined,
    startedAt: performance.now(),
    systemStart: Date.now(),
    limits: { timeout: 10_000, totalTimeout: 30_000, maxRetries: 2 },
    signal: undefined,
    refId: undefined,
    fields: {},
    body: undefined,
    headers: undefined,
    forLookUp: undefined,
    key: undefined,
    hasOwnKey: false,
    exampleAnswers: undefined,
    requestIdHeader: 'x-request-id',
    secrets: [],
    attempts: 1,
    mayHaveHappened: false,
    answer: undefined,
    ...facts,
  }
}
