import type { Client } from 'stablecoin-issuer-api'
import type { provider } from '../../../../test/fixtures/acme/index.js'

/** The amounts of all conversions, or of those with a reference. */
export async function amountsOf(client: Client<typeof provider>, ref_id?: string) {
  const amounts = []
  for await (const { amount } of client.searchConversions.all({ limit: 100, ref_id }))
    amounts.push(amount)
  return amounts
}
