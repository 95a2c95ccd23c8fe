import type { ClientOptions, FetchLike } from '../../../src/index.js'

/** A fetch that makes so many `Request`s around each other first, as dd-trace, MSW and loggers do. */
export function inRequests(
  { fetch: send = globalThis.fetch, transport }: Partial<ClientOptions>,
  levels: number,
): Partial<ClientOptions> {
  if (levels === 0 || transport !== undefined) return {}
  const fetch: FetchLike = (url, init) => {
    let request = new Request(url, init)
    for (let level = 1; level < levels; level++) request = new Request(request)
    return send(...([request, {}] as unknown as Parameters<FetchLike>))
  }
  return { fetch }
}
