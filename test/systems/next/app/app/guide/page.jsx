import { connection } from 'next/server'
import { issuer } from '../../lib/issuer.js'
import { quote } from '../../lib/quote.js'

export const fetchCache = 'force-cache'

export default async function Page() {
  await connection() // a quote is of this visit, not of the build
  const { quote_id } = await issuer().createIssuerQuote(quote)
  return <p>{quote_id}</p>
}
