import { clientCredentials, ClientError, createClient } from 'stablecoin-issuer-api'

const baseUrl = 'http://127.0.0.1:4010'
const tokenUrl = `${baseUrl}/oauth2/token`
const auth = clientCredentials({ tokenUrl, clientId: 'mock-client', clientSecret: 'mock-secret' })
const client = createClient({ baseUrl, auth })
const order = { profile_id: 'treasury', source_asset: 'USDC', target_asset: 'USDG' }

// The mock carries out the next conversion, and breaks the connection instead of answering.
const next = { operation: 'createStablecoinConversion', answers: ['broken'] }
await fetch(`${baseUrl}/mock/next`, { method: 'PUT', body: JSON.stringify(next) })

for (const amount of ['-1', '12.50']) {
  try {
    await client.createStablecoinConversion({ ...order, amount, ref_id: `first${amount}` })
  } catch (error) {
    if (ClientError.is(error)) console.log(error.code, error.outcome, error.message)
  }
}
