import { type ClientOptions, createClient } from 'stablecoin-issuer-api'
import { type JournalDatabase, openJournal } from 'stablecoin-issuer-api/journal'
import { provider } from '../../../../test/fixtures/acme/index.js'

/** A client of Acme's that makes a conversion once, and looks up what it does not know. */
export async function connect(options: ClientOptions, database: JournalDatabase) {
  const journal = await openJournal(database, { partition: 'acme-us' })
  return createClient({ ...options, provider, journal })
}
