import { PGlite } from '@electric-sql/pglite'
import { postgres } from 'stablecoin-issuer-api/journal'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'

export const issuer = fakeIssuer()

const profile_id = 'treasury'
export const quote = { profile_id, market: 'PAXGUSD', side: 'BUY', base_amount: '2.5' } as const
const assets = { source_asset: 'USDC', target_asset: 'USDG' }
export const conversion = { profile_id, ...assets, amount: '12.50', ref_id: 'r-1' }

/** Your own database would be here: `postgres(pool)`. */
export const database = () => postgres(new PGlite())
