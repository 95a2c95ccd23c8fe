import { undiciTransport } from 'stablecoin-issuer-api/undici'
import { Agent } from 'undici'
import { clientOf, quote } from '../../lib/quote.js'

export const fetchCache = 'force-cache'

const client = clientOf('undici', undiciTransport({ dispatcher: new Agent() }))

export default async function Page() {
  const { quote_id } = await client.createIssuerQuote(quote)
  return <p>{quote_id}</p>
}
