import { type Client, type ClientOptions, createClient } from 'stablecoin-issuer-api'
import { openJournal, postgres } from 'stablecoin-issuer-api/journal'

type Body = Parameters<Client['createStablecoinConversion']>[0] & { readonly ref_id: string }
type Pool = Parameters<typeof postgres>[0]

/** A conversion that is made once. */
export async function convert(pool: Pool, { provider, ...options }: ClientOptions, body: Body) {
  // #region use
  const journal = await openJournal(postgres(pool), { partition: 'acme-us' })
  const client = createClient({ ...options, provider, journal })

  const conversion = await client.createStablecoinConversion(body)
  // #endregion
  return conversion
}
