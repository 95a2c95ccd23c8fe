import { ClientError, clientCredentials, createClient } from 'stablecoin-issuer-api'

const mock = 'http://127.0.0.1:4010'
const client = createClient({
  baseUrl: mock,
  auth: clientCredentials({
    tokenUrl: `${mock}/oauth2/token`,
    clientId: 'mock-client',
    clientSecret: 'mock-secret',
  }),
})

const { address } = await client.putCryptoDestinationAddress({
  crypto_network: 'ETHEREUM',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
})
const quote = await client.createIssuerQuote({
  profile_id: 'treasury',
  market: 'PAXGUSD',
  side: 'BUY',
  base_amount: '2.5',
})
const order = {
  profile_id: 'treasury',
  amount: '12.50', // amounts are strings
  source_asset: 'USDC',
  target_asset: 'USDG',
}
const conversion = await client.createStablecoinConversion({ ...order, ref_id: 'first-1' })
console.log(address.id, quote.price, conversion.id)

try {
  await client.createStablecoinConversion({ ...order, ref_id: 'first-2', amount: '-1' })
} catch (error) {
  if (ClientError.is(error)) console.log(error.code, error.outcome, error.message)
}

// The mock carries out the next conversion, and breaks the connection instead of answering.
const answers = { operation: 'createStablecoinConversion', answers: ['broken'] }
await fetch(`${mock}/mock/next`, { method: 'PUT', body: JSON.stringify(answers) })
try {
  await client.createStablecoinConversion({ ...order, ref_id: 'first-3' })
} catch (error) {
  if (ClientError.is(error)) console.log(error.code, error.outcome, error.message)
}
