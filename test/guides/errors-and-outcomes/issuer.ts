import { PGlite } from '@electric-sql/pglite'
import { postgres } from 'stablecoin-issuer-api/journal'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'

export const issuer = fakeIssuer()

export const quote = {
  profile_id: 'treasury',
  market: 'PAXGUSD',
  side: 'BUY',
  base_amount: '2.5',
} as const
export const conversion = {
  profile_id: 'treasury',
  amount: '12.50',
  source_asset: 'USDC',
  target_asset: 'USDG',
  ref_id: 'r-1',
}

/** Your own database would be here: `postgres(pool)`. */
export const database = () => postgres(new PGlite())
