import createClient, { type Client } from 'openapi-fetch'
import type { paths, provider } from '../generated/index.js'
import type { Provider, TypesOf } from './document/provider.js'
// The main entry is imported and not bundled, so that its error classes are the same here.
import { type ClientOptions, createFetch } from './index.js'

export type { components, paths } from '../generated/types.js'

type PathsOf<Given extends Provider> = TypesOf<Given, 'paths', paths> & object

/**
 * Makes openapi-fetch's own client of the document's paths, over `createFetch`:
 * `client.POST('/v2/issuer-quote', { body })` gives `{ data, error, response }`. What the service
 * refused is an `error`; `not_sent` and `unknown` reject with a `ClientError`.
 * @throws TypeError when an option is wrong.
 */
export function createPathClient<Given extends Provider = typeof provider>(
  options: ClientOptions<Given>,
): Client<PathsOf<Given>> {
  const { baseUrl } = options
  return createClient<PathsOf<Given>>({ fetch: createFetch(options), baseUrl })
}
