import { type Client, type ClientOptions, createClient } from 'stablecoin-issuer-api'
import { type JournalOptions, openJournal, postgres } from 'stablecoin-issuer-api/journal'

type Body = Parameters<Client['createStablecoinConversion']>[0] & { readonly ref_id: string }
type Pool = Parameters<typeof postgres>[0]
type LookUp = JournalOptions['lookUp']

/** A conversion that is made once. */
export async function convert(pool: Pool, options: ClientOptions, lookUp: LookUp, body: Body) {
  // #region use
  const journal = await openJournal(postgres(pool), { partition: 'acme-us', lookUp })
  const client = createClient({ ...options, journal })

  const conversion = await client.createStablecoinConversion(body)
  // #endregion
  return conversion
}
