import { createLink } from '../../src/document/link.js'
import { createParameters } from '../../src/document/parameters.js'
import type { IdempotencyKey, Operation } from '../../src/operation.js'
import { operations, provider } from './parcels/client.js'

const text = { type: 'string' }
const listParcels: Operation = {
  id: 'listParcels',
  method: 'GET',
  path: '/v1/parcels',
  scopes: [],
  idempotent: true,
  hasBody: false,
  parameters: createParameters([
    { in: 'query', name: 'ref_id' },
    { in: 'query', name: 'cursor' },
  ]),
  request: { type: 'object', properties: { ref_id: text, cursor: text } },
  response: {
    type: 'object',
    required: ['parcels'],
    properties: { parcels: { type: 'array', items: { type: 'object' } } },
  },
}

const link = createLink({
  operation: 'listParcels',
  parameters: { ref_id: 'ref_id' },
  path: ['parcels'],
  isList: true,
  cursor: { parameter: 'cursor', next: ['next_cursor'] },
})

const day = 86_400_000
export const idempotencyKey: IdempotencyKey = {
  in: 'header',
  name: 'idempotency-key',
  prefix: '',
  repeated: 'first-answer',
  lifetime: day,
}

/** A provider that says of a parcel what a repeat gets, and how it is looked up. */
export function keyedProvider(
  key: Partial<IdempotencyKey> | undefined,
  hasLink: boolean,
): typeof provider {
  const createParcel = {
    ...operations['createParcel'],
    key: key && { ...idempotencyKey, ...key },
    lookUp: hasLink ? link : undefined,
  }
  return { ...provider, operations: { ...operations, createParcel, listParcels } }
}
