import { operations, provider } from '../../generated/index.js'
import type { IdempotencyKey } from '../../src/operation.js'

const day = 86_400_000
export const idempotencyKey: IdempotencyKey = {
  in: 'header',
  name: 'idempotency-key',
  prefix: '',
  repeated: 'first-answer',
  rules: true,
  lifetime: day,
}

const createStablecoinConversion = {
  ...operations['createStablecoinConversion'],
  key: idempotencyKey,
}
/** A provider that says of a conversion what a repeat gets, and not how it is looked up. */
export const keyedProvider = {
  ...provider,
  operations: { ...operations, createStablecoinConversion },
} as typeof provider
