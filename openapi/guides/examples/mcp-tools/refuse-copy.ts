import type { ClientOptions } from 'stablecoin-issuer-api'
import type { Journal } from 'stablecoin-issuer-api/journal'

type Body = Readonly<Record<string, unknown>>

/** The money that a body moves: the recipient may be the profile itself, and "5" and "5.0" are one amount. */
function moneyOf(body: Body): string {
  const { profile_id, recipient_profile_id: to = profile_id, source_asset, target_asset } = body
  const all = [profile_id, to, source_asset, target_asset, Number(body.amount)]
  return JSON.stringify(all).toLowerCase()
}

/** Refuses a conversion like one whose outcome is not known yet. */
export function refuseCopy(journal: Journal): NonNullable<ClientOptions['beforeSend']> {
  return async ({ operation, refId, body = '' }) => {
    if (operation !== 'createStablecoinConversion') return
    const wanted = moneyOf(JSON.parse(body) as Body)
    // The journal has the row of this call already, so of two calls at once one sees the other.
    for (const state of ['pending', 'unknown'] as const)
      for (const row of await journal.list(state, { limit: Number.MAX_SAFE_INTEGER })) {
        // A row that cannot be read may be the same.
        const isSame = row.error !== undefined || moneyOf(row.body) === wanted
        if (isSame && row.refId !== refId)
          throw new Error(`this may be ${row.refId} again, whose outcome is unknown`)
      }
  }
}
