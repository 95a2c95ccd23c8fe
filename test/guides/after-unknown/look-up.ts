import { type ClientOptions, createFetch } from 'stablecoin-issuer-api'
import type { LookedUp } from 'stablecoin-issuer-api/journal'

/** Finds a conversion by its `ref_id`, at the path that the service told you. */
export function lookUpAt(options: ClientOptions, pathOf: (refId: string) => string) {
  const read = createFetch(options, { undocumentedReads: true })
  return async (refId: string): Promise<LookedUp> => {
    const response = await read(pathOf(encodeURIComponent(refId))) // below baseUrl
    if (response.status === 404) return undefined // 'never_came' only if the service says that a 404 is final
    if (!response.ok) throw new Error(`the look-up was refused with ${response.status}`)
    return { data: (await response.json()) as object }
  }
}
