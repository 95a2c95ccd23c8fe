// What a provider says beyond the document of parcels.

import type { Operation } from '../../../src/operation.js'
import { provider as acme } from '../../fixtures/provider/index.js'

export { acme }

/** The provider with other facts of one operation. */
export function acmeWith(id: keyof typeof acme.operations, facts: Partial<Operation>): typeof acme {
  const operation = { ...acme.operations[id], ...facts }
  return { ...acme, operations: { ...acme.operations, [id]: operation } }
}

/** A parcel that the provider takes. */
export const parcel = {
  depot_id: 'p',
  weight: '12.50',
  from_town: 'Ulm',
  to_town: 'Bonn',
  purpose: 'TREASURY',
}
