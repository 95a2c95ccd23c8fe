import type { IdempotencyKey } from '../../src/operation.js'
import { operations, provider } from './parcels/client.js'

const day = 86_400_000
export const idempotencyKey: IdempotencyKey = {
  in: 'header',
  name: 'idempotency-key',
  prefix: '',
  repeated: 'first-answer',
  rules: true,
  lifetime: day,
}

const createParcel = { ...operations['createParcel'], key: idempotencyKey }
/** A provider that says of a parcel what a repeat gets, and not how it is looked up. */
export const keyedProvider = {
  ...provider,
  operations: { ...operations, createParcel },
} as typeof provider
