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

const answer = await client.putCryptoDestinationAddress({
  crypto_network: 'ETHEREUM',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  nickname: 'Treasury vault',
  travelrule_metadata: { vasp: { id: 'vasp-4410' } },
})
console.log(JSON.stringify(answer, null, 2))
