import { clientCredentials, createClient } from 'stablecoin-issuer-api'
import { provider } from '../../../../test/fixtures/acme/index.js'

const baseUrl = 'http://127.0.0.1:4010'
const client = createClient({
  baseUrl,
  auth: clientCredentials({
    tokenUrl: 'http://127.0.0.1:4010/oauth2/token',
    clientId: 'mock-client',
    clientSecret: 'mock-secret',
    scopes: provider.scopes,
  }),
  provider,
})
const { id } = await client.createStablecoinConversion({
  profile_id: 'treasury',
  amount: '12.50',
  source_asset: 'USDC',
  target_asset: 'USDG',
  ref_id: 'first-4',
})
const conversion = await client.readConversion({ id })
console.log(conversion.status, conversion.amount, conversion.ref_id)
