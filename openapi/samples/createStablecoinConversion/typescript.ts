import { clientCredentials, createClient } from 'stablecoin-issuer-api'

const { BASE_URL = '', TOKEN_URL = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env
const client = createClient({
  baseUrl: BASE_URL,
  auth: clientCredentials({
    tokenUrl: TOKEN_URL,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
  }),
})

const answer = await client.createStablecoinConversion({
  profile_id: '0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77',
  amount: '10005.25',
  source_asset: 'USDC',
  target_asset: 'USDG',
  ref_id: 'treasury-2026-03-02-0001',
})
console.log(JSON.stringify(answer, null, 2))
