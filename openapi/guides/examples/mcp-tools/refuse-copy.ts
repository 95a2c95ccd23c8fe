import type { ClientOptions } from 'stablecoin-issuer-api'
import type { Journal } from 'stablecoin-issuer-api/journal'

type Body = Readonly<Record<string, unknown>>

/** The money that a body moves: the recipient may be the profile itself, and "5" and "5.0" are one amount. */
const moneyOf = (body: Body): string => {
  const { profile_id, recipient_profile_id: to = profile_id, source_asset, target_asset } = body
  const all = [profile_id, to, source_asset, target_asset, Number(body.amount)]
  return JSON.stringify(all).toLowerCase()
}

/** A `beforeSend` that refuses a conversion like one whose outcome is not known yet, under another `ref_id`. */
export function refuseCopy(journal: Journal): NonNullable<ClientOptions['beforeSend']> {
  return async ({ operation, refId, body = '' }) => {
    if (operation !== 'createStablecoinConversion') return
    const wanted = JSON.parse(body) as Body
    // The journal has the row of this call already, so of two calls at once one sees the other.
    const all = { limit: Number.MAX_SAFE_INTEGER }
    const open = [...(await journal.list('pending', all)), ...(await journal.list('unknown', all))]
    const others = open.filter((row) => row.refId !== refId)
    // A row that cannot be read may be the same.
    const copied = others.find(
      ({ body, error }) => error !== undefined || moneyOf(body) === moneyOf(wanted),
    )
    if (copied) throw new Error(`this may be ${copied.refId} again, whose outcome is unknown`)
  }
}
