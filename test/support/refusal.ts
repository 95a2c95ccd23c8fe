import { operations } from '../../generated/operations.js'
import type { Operation } from '../../src/document/operation.js'
import { prepareInput } from '../../src/document/prepare-input.js'
import { InvalidRequestError } from '../../src/index.js'

export const convert = operations['createStablecoinConversion'] as Operation
export const put = operations['putCryptoDestinationAddress'] as Operation
export const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }

/** What is wrong with a body, or nothing. */
export function refusal(input: unknown, operation = convert): InvalidRequestError | undefined {
  const { refId, issues } = prepareInput(operation, input, false)
  if (issues.length === 0) return undefined
  return new InvalidRequestError(
    { operation, call: 'c-1', refId, attempts: 0, unknown: false },
    issues,
  )
}
