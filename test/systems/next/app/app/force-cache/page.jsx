import { clientOf, quote } from '../../lib/quote.js'

export const fetchCache = 'force-cache'

const client = clientOf('force-cache')

export default async function Page() {
  const { quote_id } = await client.createIssuerQuote(quote)
  return <p>{quote_id}</p>
}
