import { clientCredentials, createClient } from 'stablecoin-issuer-api'
import { provider } from '../../../../test/fixtures/acme/index.js'

const baseUrl = 'http://127.0.0.1:4010'
const tokenUrl = 'http://127.0.0.1:4010/oauth2/token'
const credentials = { clientId: 'mock-client', clientSecret: 'mock-secret' }
const auth = clientCredentials({ tokenUrl, ...credentials, scopes: provider.scopes })
const client = createClient({ baseUrl, auth, provider })
await client.createStablecoinConversion({
  profile_id: 'treasury',
  ref_id: 'order-2030',
  amount: '12.50',
  source_asset: 'USDC',
  target_asset: 'USDG',
})
const { conversions } = await client.findConversions({ ref_id: 'order-2030' })
console.log(conversions[0]?.status, conversions[0]?.amount)
