import { operations } from '../../../generated/operations.js'
import { prepare } from '../../../src/check/prepare.js'

/** What is measured of the package's inside. It is named here and nowhere else in the benchmark. */
export function insideOf(operationId: string) {
  const operation = operations[operationId]
  if (operation?.request === undefined) throw new Error(`${operationId} has no validator`)
  const { validate } = operation.request
  return {
    /** The generated validator alone. */
    validate,
    /** All that a call does with a body before it is sent: the check, and the text that is sent. */
    check: (body: unknown) => prepare(operation, body, true, 'c-1'),
  }
}
