/** Compiled where the document has more operations, never run. */
import {
  type AcceptQuoteParameters,
  type AcceptQuoteRequest,
  type Client,
  type IssuerQuote,
} from '../src/index.js'
import { fakeIssuer } from '../src/testing.js'

const acceptance: Omit<AcceptQuoteRequest & AcceptQuoteParameters, 'quote_id'> = {
  'X-Desk': 7,
  base_amount: '7',
  order_ref: 'o-1',
}

export async function callAll(client: Client, quote_id: string): Promise<unknown[]> {
  const found: IssuerQuote = await client.getQuote({ quote_id, expand: ['fees', 'parties'] })
  const { refId } = await client.acceptQuote({ quote_id, ...acceptance }).withResponse()
  const gone: undefined = await client.cancelQuote({ quote_id })
  // @ts-expect-error a parameter is required
  await client.getQuote({})
  fakeIssuer().next('cancelQuote', 'broken')
  return [found.quantity, refId, gone]
}
