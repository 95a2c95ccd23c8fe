// What an issuer called Acme says beyond our document.

import type { Operation } from '../../src/operation.js'
import { provider as acme } from '../fixtures/issuer/index.js'
import { unreferenced } from './examples.js'

export { acme }

/** Acme with other facts of one operation. */
export function acmeWith(id: keyof typeof acme.operations, facts: Partial<Operation>): typeof acme {
  const operation = { ...acme.operations[id], ...facts }
  return { ...acme, operations: { ...acme.operations, [id]: operation } }
}

/** A conversion that Acme takes. */
export const conversion = { ...unreferenced, purpose: 'TREASURY' }
