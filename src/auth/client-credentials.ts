import { scopes as allScopes } from '../../generated/index.js'
import {
  address,
  aFunction,
  checkOptions,
  flag,
  milliseconds,
  type Needed,
  needed,
  type Optional,
  optional,
} from '../shared/check-options.js'
import { isObject, isText } from '../shared/json.js'
import { inBrowser } from '../shared/runtime.js'
import { fetchTransport } from '../transport/fetch-transport.js'
import type { FetchLike, Transport } from '../transport/transport.js'
import { type Grant, TokenError, type TokenSource } from './access-token.js'
import { cacheToken, type Obtain, type SharedToken } from './token-cache.js'
import { type ClientAuthentication, limitSteps, methods, requestToken } from './token-request.js'

/** The secret of a client, or a function that gives the present one. */
export type SecretSource = string | (() => string | Promise<string>)

const aSecret = 'a string without control characters (a file may end with a line feed)'

/** No secret has a control character (RFC 6749, appendix A.2). */
const isSecret = (value: unknown): value is string => isText(value) && !/\p{Cc}/u.test(value)

/** Parameters that the grant and the authentication write themselves. */
const reserved =
  /^(grant_type|scope|client_id|client_secret|client_assertion|client_assertion_type)$/

// Marked as pure, so that bundlers leave the rules out of a client that has a token.
export const credentialsOptions = /* @__PURE__ */ (() => ({
  /** The token endpoint: https, or plain http for loopback. It may have a query (RFC 6749, section 3.2). */
  tokenUrl: address(/#/, ' or fragment'),
  /** Your id at the token endpoint. */
  clientId: needed<string>(isText, 'a string'),
  /**
   * A string, or a function that is called for each token; not needed where `clientAuthentication` is a function. The
   * function is called once more after the token endpoint refused its secret (401, `invalid_client`,
   * `unauthorized_client`), so that the secret can rotate.
   */
  clientSecret: needed<SecretSource | undefined>(
    (value, { clientAuthentication }) =>
      typeof (value === undefined ? clientAuthentication : value) === 'function' || isSecret(value),
    `${aSecret}, or a function`,
  ),
  /**
   * The scopes of the token, such as `['exchange:write_issuer_quote']`. A server that does not grant one of them may
   * refuse the whole token (`invalid_scope`): name yours, so that a later version with more operations asks for no
   * more. @default those of the document
   */
  scopes: optional<readonly string[]>(
    (value) => Array.isArray(value) && value.every(isText),
    'a list of strings',
  ),
  /**
   * How the request proves your identity: also `'client_secret_basic'`, or a function, such as `PrivateKeyJwt(key)` of
   * oauth4webapi. A function adds to the form or the headers. Some servers do not decode the escapes of Basic.
   * @default 'client_secret_post'
   */
  clientAuthentication: optional<keyof typeof methods | ClientAuthentication, 'client_secret_post'>(
    (value) => Object.hasOwn(methods, value as string) || typeof value === 'function',
    "'client_secret_post', 'client_secret_basic' or a function",
    'client_secret_post',
  ),
  /** The audience of a signed assertion, if the server wants its issuer there. @default `tokenUrl` */
  issuer: optional<string>(isText, 'a string'),
  /** More fields of the token request, such as `{ audience }` or `{ resource }` (RFC 8707). */
  parameters: optional<Readonly<Record<string, string | readonly string[]>>>(
    (value) =>
      isObject(value) &&
      Object.entries(value).every(
        ([name, each]) => !reserved.test(name) && [each].flat().every(isText),
      ),
    'an object of strings or lists of strings, without the fields that the grant sets',
  ),
  /**
   * Whether to ignore the `scope` in the token response. The token then counts for all requested scopes. Some
   * servers spell scopes differently there, with a prefix or commas. @default false
   */
  ignoreGrantedScopes: flag(false),
  /** The server's word for a bearer token, beside `Bearer`, such as `BearerToken` (RFC 6749, section 7.1). @default 'Bearer' */
  acceptTokenType: optional<string, string>(isText, 'a string', 'Bearer'),
  /** Milliseconds that a token request may take, functions of yours included. @default 10_000 */
  timeout: milliseconds(10_000),
  /** Sends token requests only. @default the client's `fetch` or `transport` */
  fetch: aFunction<FetchLike>(),
  /** Sends token requests instead of `fetch`, for example with a proxy or certificates. */
  transport: aFunction<Transport>(),
  /**
   * Shares one token between many processes: `sharedToken(keyv)` of `stablecoin-issuer-api/shared-token`. If the store
   * fails, each process requests its own token. @default a token for each process
   */
  store: optional<SharedToken>(
    (value) => typeof value === 'function',
    'sharedToken(...) of stablecoin-issuer-api/shared-token',
  ),
  /** Whether it may run in a browser, where anyone who opens the page can read the secret. @default false */
  dangerouslyAllowBrowser: flag(false),
  /**
   * Whether the token endpoint may be plain http on any host, as between containers or to a sidecar. Anyone on the
   * network can then read the secret. @default false
   */
  dangerouslyAllowPlainHttp: flag(false),
}))()

/** Options of the client credentials grant (RFC 6749, section 4.4). */
export interface ClientCredentialsOptions
  extends Needed<typeof credentialsOptions>, Optional<typeof credentialsOptions> {}

/**
 * Obtains tokens by the client credentials grant and keeps one for all operations.
 * @throws TypeError when an option is wrong, and in a browser unless `dangerouslyAllowBrowser` is set.
 */
export function clientCredentials(options: ClientCredentialsOptions): TokenSource {
  const own = checkOptions('clientCredentials', options, credentialsOptions)
  if (!own.dangerouslyAllowBrowser && inBrowser())
    throw new TypeError(
      'clientCredentials: a page shows its secret to everyone: give createClient a function that gets a token from your server, or set dangerouslyAllowBrowser',
    )
  const { clientSecret, clientAuthentication, timeout, tokenUrl, issuer = tokenUrl } = own
  const { scopes = allScopes, parameters = {} } = own
  const settings = { ...own, issuer, scopes, parameters }
  const share = own.store?.(settings)
  const isFunction = typeof clientAuthentication === 'function'
  const mayRotate = isFunction || typeof clientSecret === 'function'
  const readSecret = () => (typeof clientSecret === 'function' ? clientSecret() : clientSecret)
  const obtain: Obtain = async (context) => {
    const ofOptions = own.transport ?? (own.fetch && fetchTransport(own.fetch))
    const transport = ofOptions ?? context.transport
    const step = limitSteps(timeout)
    const attempt = async (): Promise<Grant> => {
      const secret = isFunction ? undefined : await step('clientSecret', readSecret)
      if (!isFunction && !isSecret(secret))
        throw new TokenError(`clientSecret must return ${aSecret}`)
      const request = () => requestToken({ ...settings, secret, mayRotate, transport, step })
      return share ? share(request, secret, context) : request()
    }
    return attempt().catch((error: unknown) => {
      const { isSecretRefused } = (error as TokenError).facts
      if (typeof clientSecret !== 'function' || !isSecretRefused) throw error
      return attempt()
    })
  }
  return { scopes, ...cacheToken(obtain) }
}
