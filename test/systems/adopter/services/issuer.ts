// The client of each service: it makes a conversion once, also across crashes.
import {
  type Client,
  clientCredentials,
  createClient,
  type CreateStablecoinConversionRequest,
} from 'stablecoin-issuer-api'
import { createLookUp, type JournalDatabase, openJournal } from 'stablecoin-issuer-api/journal'
import { provider } from './acme/index.js'

/** A conversion under the reference of its order, which is the same at each try. */
export type Conversion = CreateStablecoinConversionRequest & { readonly ref_id: string }

function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

export async function connect(database: JournalDatabase): Promise<Client<typeof provider>> {
  const options = {
    provider,
    baseUrl: setting('ISSUER_URL'),
    auth: clientCredentials({
      tokenUrl: setting('ISSUER_TOKEN_URL'),
      clientId: setting('ISSUER_CLIENT_ID'),
      clientSecret: setting('ISSUER_CLIENT_SECRET'),
    }),
  }
  const lookUp = createLookUp(options)
  const journal = await openJournal(database, { partition: 'treasury', lookUp })
  return createClient({ ...options, journal })
}
