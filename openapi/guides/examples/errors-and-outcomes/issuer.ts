import { PGlite } from '@electric-sql/pglite'
import { postgres } from 'stablecoin-issuer-api/journal'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'

export const issuer = fakeIssuer()

/** Your own database would be here: `postgres(pool)`. */
export const database = () => postgres(new PGlite())
