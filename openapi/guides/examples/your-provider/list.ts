import type { Client } from 'stablecoin-issuer-api'
import type { provider } from '../../../../test/fixtures/acme/index.js'

/** The conversions of every page. */
export async function listAll(client: Client<typeof provider>) {
  const all = []
  let cursor: string | undefined
  do {
    const page = await client.searchConversions({ limit: 100, cursor })
    all.push(...page.conversions)
    cursor = page.next_cursor
  } while (cursor !== undefined)
  return all
}
