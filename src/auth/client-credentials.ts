import { defaultScopes } from '../../generated/index.js'
import {
  address,
  aFunction,
  checkOptions,
  flag,
  hasMethods,
  milliseconds,
  type Needed,
  needed,
  type Optional,
  optional,
  placeOf,
  text,
} from '../shared/check-options.js'
import { Interruption, type Stop, within } from '../shared/deadline.js'
import { isText } from '../shared/json.js'
import { kindOf } from '../shared/redact.js'
import { inBrowser } from '../shared/runtime.js'
import { codesOf } from '../transport/connection-errors.js'
import { fetchTransport } from '../transport/fetch-transport.js'
import type { FetchLike, Transport } from '../transport/transport.js'
import { TokenError, type TokenSource } from './access-token.js'
import { cacheToken, type Grant, type SharedToken } from './token-cache.js'
import { type ClientAuthentication, type Progress, requestToken } from './token-request.js'

/** The secret of a client, or a function that gives the present one. */
export type SecretSource = string | (() => string | Promise<string>)

/** Puts id and secret into the form (RFC 6749, section 2.3.1). */
const post =
  (secret: string): ClientAuthentication =>
  (_server, { client_id }, form) => {
    form.set('client_id', client_id)
    form.set('client_secret', secret)
  }

/**
 * Puts both into the header. RFC 6749 asks for form encoding, which writes `-`, `_`, `.` and `~` as
 * %2D … and a space as `+`. Servers that do not decode, or decode as for a URL, would read another
 * secret then. Written as here, all servers read the same as long as id and secret need no escapes.
 */
const basic =
  (secret: string): ClientAuthentication =>
  (_server, { client_id }, _form, headers) => {
    const pair = [client_id, secret].map(encodeURIComponent).join(':')
    headers.set('authorization', `Basic ${btoa(pair)}`)
  }

const methods = { client_secret_post: post, client_secret_basic: basic }

/** No secret has one (RFC 6749, appendix A.2). */
const controls = /\p{Cc}/u
const lineFeed = '(a file may end with a line feed)'

/** Parameters that the grant and the authentication write themselves. */
const reserved =
  /^(grant_type|scope|client_id|client_secret|client_assertion|client_assertion_type)$/

// Marked as pure, so that bundlers leave the rules out of a client that has a token.
export const credentialsOptions = /* @__PURE__ */ (() => ({
  /** The token endpoint: https, or plain http for loopback. It may have a query (RFC 6749, section 3.2). */
  tokenUrl: address(/#/, ' or fragment'),
  /** Who you are to the token endpoint. */
  clientId: text,
  /**
   * A string, or a function that is asked for each token; not needed where `clientAuthentication` is a function. It is
   * asked once more after the token endpoint refused what it gave (401, `invalid_client`, `unauthorized_client`), so
   * that the secret can rotate.
   */
  clientSecret: needed<SecretSource | undefined>(
    (value, { clientAuthentication }) =>
      typeof (value === undefined ? clientAuthentication : value) === 'function' ||
      (isText(value) && !controls.test(value)),
    `a string without control characters ${lineFeed}, or a function`,
  ),
  /**
   * The scopes of the token, such as `['exchange:write_issuer_quote']`. A server that does not grant one of them
   * refuses the whole token (`invalid_scope`), so one that comes with a later version has to be named. @default those of the document
   */
  scopes: optional<readonly string[]>(
    (value) => Array.isArray(value) && value.every(isText),
    'a list of strings',
  ),
  /**
   * How the request proves who asks: also `'client_secret_basic'`, or a function, such as `PrivateKeyJwt(key)` of
   * oauth4webapi. A function adds to the form or the headers. Some servers do not decode what Basic has to encode.
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
    areParameters,
    'an object of strings or lists of strings, without the fields that the grant sets',
  ),
  /**
   * Whether to ignore the `scope` in the token response. The token then counts for all requested scopes. Some
   * servers spell scopes differently there, with a prefix or commas. @default false
   */
  ignoreGrantedScopes: flag(false),
  /** Milliseconds that a token request may take, functions of yours included. @default 10_000 */
  timeout: milliseconds(10_000),
  /** Sends token requests only. @default what the client sends calls with */
  fetch: aFunction<FetchLike>(),
  /** Sends token requests instead of `fetch`, for example with a proxy or certificates. */
  transport: aFunction<Transport>(),
  /**
   * Shares one token between many processes: `sharedToken(keyv)` of `stablecoin-issuer-api/shared-token`. If the store
   * fails, each process requests its own token. @default a token for each process
   */
  store: optional<SharedToken>(
    (value) => hasMethods(value, 'share'),
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

function areParameters(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).every(
    ([name, each]) => !reserved.test(name) && [each].flat().every(isText),
  )
}

/**
 * Obtains tokens by the client credentials grant and keeps one for all operations.
 * @throws TypeError when an option is wrong, and in a browser unless `dangerouslyAllowBrowser` is set.
 */
export function clientCredentials(options: ClientCredentialsOptions): TokenSource {
  const own = checkOptions('clientCredentials', options, credentialsOptions, undefined, placeOf)
  const { clientSecret: secret, clientAuthentication: method, timeout } = own
  if (typeof method === 'function' && own.store && own.store.partition === undefined)
    throw new TypeError(
      'clientCredentials: sharedToken needs a partition where a function authenticates: nothing else separates the tokens of clients',
    )
  if (!own.dangerouslyAllowBrowser && inBrowser())
    throw new TypeError(
      'clientCredentials: a secret does not belong in a page; give createClient a token, or a function that fetches one from your server (dangerouslyAllowBrowser: true if nobody else can open the page)',
    )
  const scopes = Object.freeze([...(own.scopes ?? defaultScopes)])
  // A copy, so that a later change of the caller's object changes nothing.
  const parameters = structuredClone(own.parameters ?? {})
  let lastSecret: string | undefined
  const readSecret = async (): Promise<string> => (lastSecret = await valueOf(secret))
  // The time limit covers the caller's functions as well: one that never settles would block every call.
  const bounded = <Result>(
    run: (stop: Stop, progress: Progress) => Promise<Result>,
    signal?: AbortSignal,
  ) => {
    const progress = { waitsFor: 'clientSecret' }
    return within(timeout, signal, (stop) => run(stop, progress)).catch((reason: unknown) => {
      if (!(reason instanceof Interruption)) throw reason
      const late = `${progress.waitsFor} did not answer within ${timeout} ms`
      const what = reason.by === 'time' ? late : 'no call waits for the token any more'
      throw new TokenError(what, { unreachable: true })
    })
  }
  const obtain = (transport?: Transport, signal?: AbortSignal): Promise<Grant> =>
    bounded(async (stop, progress) => {
      const through = own.transport ?? (own.fetch ? fetchTransport(own.fetch) : transport)
      const settings = { ...own, parameters, scopes, transport: through }
      const request = async (): Promise<Grant> => {
        progress.waitsFor = 'clientSecret'
        const authenticate =
          typeof method === 'function' ? method : methods[method](await readSecret())
        return requestToken({ ...settings, secret: lastSecret, authenticate, progress, stop })
      }
      return request().catch((error: unknown) => {
        if (typeof secret !== 'function' || stop.stopped || !isStale(error)) throw error
        return request()
      })
    }, signal)
  const { tokenUrl, clientId, issuer = tokenUrl, ignoreGrantedScopes } = own
  const shared = own.store?.share(obtain, {
    subject: [tokenUrl, clientId, [...scopes].sort(), parameters, issuer, ignoreGrantedScopes],
    scopes,
    timeout,
    readSecret: typeof method === 'function' ? undefined : () => bounded(readSecret),
    lastSecret: () => lastSecret,
  })
  return Object.freeze({ scopes, ...cacheToken(shared ?? obtain) })
}

/** The token endpoint does not know the secret: it may have been rotated. Some answer 400 (RFC 6749, section 5.2). */
function isStale(failure: unknown): boolean {
  if (!(failure instanceof TokenError)) return false
  const { status, error = '' } = failure.facts
  return status === 401 || (status === 400 && /^(invalid|unauthorized)_client$/.test(error))
}

/** The secret, from the function if it is one. @throws TokenError */
async function valueOf(secret: SecretSource | undefined): Promise<string> {
  let text: unknown
  try {
    text = typeof secret === 'function' ? await secret() : secret
  } catch (reason) {
    // Its error may hold the secret, so only the name of the error is reported.
    throw new TokenError(
      `clientSecret returned no secret: the function failed with ${kindOf(reason)}${codesOf(reason)}`,
    )
  }
  if (!isText(text)) throw new TokenError('clientSecret returned no secret')
  if (controls.test(text))
    throw new TokenError(`clientSecret returned control characters ${lineFeed}`)
  return text
}
