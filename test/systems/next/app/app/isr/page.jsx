import { clientOf, quote } from '../../lib/quote.js'

export const revalidate = 3600

const client = clientOf('isr')

export default async function Page() {
  const { quote_id } = await client.createIssuerQuote(quote)
  return <p>{quote_id}</p>
}
