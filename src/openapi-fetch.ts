import createClient, { type Client } from 'openapi-fetch'
import type { paths } from '../generated/types.js'
// The main entry is imported and not bundled, so that its error classes are the same here.
import { type ClientOptions, createFetch } from './index.js'

export type { components, paths } from '../generated/types.js'

/**
 * The options that openapi-fetch and `Request` read. They are all set here, so that it inherits none from a
 * polluted Object.prototype.
 */
const unset: object = {
  ...Object.fromEntries(
    ['Request', 'headers', 'body', 'querySerializer', 'pathSerializer', 'bodySerializer']
      .concat('parseAs', 'middleware', 'requestInitExt')
      .map((name) => [name, undefined]),
  ),
  // Node.js's own Request reads these from the prototype where they are undefined.
  ...{ signal: null, duplex: 'half' },
  params: { path: undefined, header: undefined, query: Object.create(null) as object },
}
const verbs = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const

/**
 * Makes openapi-fetch's own client of the document's paths, over `createFetch`:
 * `client.POST('/v2/issuer-quote', { body })` gives `{ data, error, response }`. What the service
 * refused is an `error`; `not_sent` and `unknown` reject with a `ClientError`. Neither another
 * `baseUrl` nor another `fetch` can be given to a call.
 * @throws TypeError when an option is wrong.
 */
export function createPathClient(options: ClientOptions): Client<paths> {
  const ours = { fetch: createFetch(options), baseUrl: options.baseUrl }
  const client = createClient<paths>({ ...unset, ...ours })
  const request = client.request as (verb: string, path: string, init: object) => Promise<never>
  const send = (verb: string, path: string, init?: object): Promise<never> =>
    request(verb, path, { ...unset, ...init, ...ours })
  const methods = verbs.map((verb) => [
    verb,
    (path: string, init?: object) => send(verb, path, init),
  ])
  return Object.assign(client, Object.fromEntries(methods) as object, { request: send })
}
