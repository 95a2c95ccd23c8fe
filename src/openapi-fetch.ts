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
 * refused is an `error`, never a blank one; `not_sent` and `unknown` reject with a `ClientError`.
 * @throws TypeError when an option is wrong.
 */
export function createPathClient<Given extends Provider = typeof provider>(
  options: ClientOptions<Given>,
): Client<PathsOf<Given>> {
  const { baseUrl } = options
  const send = createFetch(options)
  const fetch = async (request: Request): Promise<Response> => withReason(await send(request))
  return createClient<PathsOf<Given>>({ fetch, baseUrl })
}

/** A refusal whose body is empty, `null` or `false` would be none to those who ask `if (error)`. */
async function withReason(response: Response): Promise<Response> {
  const { ok, status, headers } = response
  const isBlank = async () => /^(?:|""|null|false|0)$/.test((await response.clone().text()).trim())
  return ok || !(await isBlank())
    ? response
    : new Response(`${status}, without a reason`, { status, headers })
}
