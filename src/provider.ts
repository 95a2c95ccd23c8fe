// What the folders import that `stablecoin-issuer-overlay` writes.

import { createParameters as writer } from './document/parameters.js'

/** Makes what writes the parameters of an operation, from their places and names. */
export const createParameters = writer as (list: readonly object[]) => object
