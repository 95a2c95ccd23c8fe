import type { PGlite as Real } from '@electric-sql/pglite'
import { openPglite } from './journal.js'

/** The one of a worker, where a guide makes one: to start it takes seconds. */
export const PGlite = function () {
  return openPglite()
} as unknown as new () => Real
