import type { Client } from 'stablecoin-issuer-api'
import type { provider } from '../../../../test/fixtures/acme/index.js'

/** Finds a conversion of an account by a method of your provider's. If that throws, the journal leaves the row as it was. */
export const lookUpBy =
  ({ searchConversions }: Client<typeof provider>, own: string) =>
  async (ref_id: string, { account }: { account: string }) => {
    if (account !== own) return undefined
    const data = []
    for await (const one of searchConversions.all({ ref_id })) data.push(one)
    return { data }
  }
