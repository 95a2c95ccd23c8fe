import pg from 'pg'
import { clientCredentials, type ClientOptions } from 'stablecoin-issuer-api'
import { openJournal, postgres } from 'stablecoin-issuer-api/journal'
import { refuseCopy } from './refuse-copy.js'

const { API_BASE_URL = '', TOKEN_URL = '', DATABASE_URL = '' } = process.env
const { CLIENT_ID = '', CLIENT_SECRET = '' } = process.env

const pool = new pg.Pool({ connectionString: DATABASE_URL }).on('error', console.error)
const journal = await openJournal(postgres(pool), { partition: 'acme-us' })

/** Options of a client whose calls a model makes. */
export const options: ClientOptions = {
  baseUrl: API_BASE_URL,
  auth: clientCredentials({
    tokenUrl: TOKEN_URL,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
  }),
  journal,
  // A model names the conversion: a reference that is made for it would be another at each try.
  generateRefId: false,
  beforeSend: refuseCopy(journal),
}
