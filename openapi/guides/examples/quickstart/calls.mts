import { ClientError, clientCredentials, createClient } from 'stablecoin-issuer-api'

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  auth: clientCredentials({
    tokenUrl: 'http://127.0.0.1:4010/oauth2/token',
    clientId: 'mock-client',
    clientSecret: 'mock-secret',
  }),
})
const profile_id = 'treasury'

const { address } = await client.putCryptoDestinationAddress({
  crypto_network: 'ETHEREUM',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
})
const conversion = await client.createStablecoinConversion({
  profile_id,
  amount: '12.50',
  source_asset: 'USDC',
  target_asset: 'USDG',
  ref_id: 'first-3', // yours, and unique
})
const quote = await client.createIssuerQuote({
  profile_id,
  market: 'PAXGUSD',
  side: 'BUY',
  base_amount: '2.5',
})
console.log(address.id, conversion.id, quote.price)

try {
  await client.createStablecoinConversion({
    profile_id,
    amount: '-1',
    source_asset: 'USDC',
    target_asset: 'USDG',
  })
} catch (error) {
  if (ClientError.is(error)) console.log(error.code, error.outcome, error.message)
}
