import { clientOf, quote } from '../../lib/quote.js'

export const fetchCache = 'default-cache'

const client = clientOf('default-cache')

export default async function Page() {
  const { quote_id } = await client.createIssuerQuote(quote)
  return <p>{quote_id}</p>
}
