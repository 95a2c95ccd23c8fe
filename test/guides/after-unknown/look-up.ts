import { type ClientOptions, createFetch } from 'stablecoin-issuer-api'

/** Finds a conversion by its `ref_id`, at the path that the service told you. */
export function lookUpAt(options: ClientOptions, pathOf: (refId: string) => string) {
  const read = createFetch(options, { undocumentedReads: true })
  return async (refId: string): Promise<unknown> => {
    const response = await read(pathOf(encodeURIComponent(refId))) // below baseUrl
    if (response.status === 404) return undefined // perhaps not yet: ask the service what its 404 says
    if (!response.ok) throw new Error(`the look-up was refused with ${response.status}`)
    return response.json()
  }
}
