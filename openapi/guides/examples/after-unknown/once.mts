import { PGlite } from '@electric-sql/pglite'
import { clientCredentials, createClient } from 'stablecoin-issuer-api'
import { openJournal, postgres } from 'stablecoin-issuer-api/journal'
import { provider } from '../../../../test/fixtures/acme/index.js'

const baseUrl = 'http://127.0.0.1:4010'
const tokenUrl = 'http://127.0.0.1:4010/oauth2/token'
const credentials = { clientId: 'mock-client', clientSecret: 'mock-secret' }
const auth = clientCredentials({ tokenUrl, ...credentials, scopes: provider.scopes })
const db = new PGlite('journal') // a folder
const journal = await openJournal(postgres(db), { partition: 'acme-test' })
const client = createClient({ baseUrl, auth, provider, journal })
const { id } = await client.createStablecoinConversion({
  profile_id: 'treasury',
  ref_id: 'order-2032', // of your order: the next try has the same
  amount: '1250.50',
  source_asset: 'USDC',
  target_asset: 'USDG',
})
console.log(id)
await db.close()
