// The client of each service: it makes a conversion once, also across crashes.
import {
  type Client,
  clientCredentials,
  type ClientOptions,
  createClient,
  type CreateStablecoinConversionRequest,
} from 'stablecoin-issuer-api'
import { type JournalDatabase, openJournal } from 'stablecoin-issuer-api/journal'
import { lookUpAt } from './look-up.js'

/** A conversion under the reference of its order, which is the same at each try. */
export type Conversion = CreateStablecoinConversionRequest & { readonly ref_id: string }

function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

export async function connect(database: JournalDatabase): Promise<Client> {
  const options: ClientOptions = {
    baseUrl: setting('ISSUER_URL'),
    auth: clientCredentials({
      tokenUrl: setting('ISSUER_TOKEN_URL'),
      clientId: setting('ISSUER_CLIENT_ID'),
      clientSecret: setting('ISSUER_CLIENT_SECRET'),
    }),
  }
  const lookUp = lookUpAt(options, (refId) => `/v2/conversion/stablecoins?ref_id=${refId}`)
  const journal = await openJournal(database, { partition: 'treasury', lookUp })
  return createClient({ ...options, journal })
}
