import * as oauth from 'oauth4webapi'
import { scopes as documented } from '../generated/operations.js'
import { type TokenSource, TokenError, isToken } from './auth.js'
import { inBrowser } from './browser.js'
import { codesOf } from './faults.js'
import { Interruption, within } from './limits.js'
import { type Rules, checkOptions, isLoopback, rules } from './options.js'
import { retryAfter } from './retry-after.js'
import { type Grant, cacheToken } from './token-cache.js'
import { overFetch } from './transport.js'

/** What the client credentials grant needs (RFC 6749, section 4.4). */
export interface ClientCredentialsOptions {
  /** The token endpoint: https, or plain http for loopback. */
  readonly tokenUrl: string
  readonly clientId: string
  /** A function is asked for each token, and once more after `invalid_client`, so that it can rotate. */
  readonly clientSecret?: string | (() => string | Promise<string>)
  /** @default every scope that the document names */
  readonly scopes?: readonly string[]
  /** @default 'client_secret_post': some servers do not decode what Basic has to encode */
  readonly clientAuthentication?: 'client_secret_post' | 'client_secret_basic' | oauth.ClientAuth
  /** Milliseconds that a token request may take. @default 10_000 */
  readonly timeout?: number
  /** @default the global `fetch`, looked up at each request */
  readonly fetch?: typeof globalThis.fetch
  /** Whether it may run in a browser, where whoever opens the page can read the secret. @default false */
  readonly dangerouslyAllowBrowser?: boolean
}

/** Bytes of a token response that are read at most. */
const limit = 64 * 1024

const secretFits = (value: unknown): boolean =>
  typeof value === 'function' || (typeof value === 'string' && value !== '')

const optionRules: Rules = {
  tokenUrl: rules.url,
  clientId: rules.text,
  clientSecret: [(value) => value === undefined || secretFits(value), 'a text or a function'],
  scopes: rules.scopes,
  clientAuthentication: [
    (value) =>
      ['client_secret_post', 'client_secret_basic', undefined].includes(value as string) ||
      typeof value === 'function',
    "'client_secret_post', 'client_secret_basic' or a function",
  ],
  timeout: rules.positive,
  fetch: rules.fn,
  dangerouslyAllowBrowser: rules.flag,
}

/**
 * Obtains tokens by the client credentials grant and keeps one for all operations.
 * @throws TypeError when an option is wrong, and in a browser unless `dangerouslyAllowBrowser` is set.
 */
export function clientCredentials(options: ClientCredentialsOptions): TokenSource {
  const own = checkOptions('clientCredentials', options, optionRules) as ClientCredentialsOptions
  const { clientSecret: secret, clientAuthentication: method = 'client_secret_post' } = own
  if (secret === undefined && typeof method !== 'function')
    throw new TypeError('clientCredentials: clientSecret must be a text or a function')
  if (own.dangerouslyAllowBrowser !== true && inBrowser())
    throw new TypeError(
      'clientCredentials: a secret does not belong in a page; give createClient a token, or a function ' +
        'that fetches one from your server (dangerouslyAllowBrowser: true if nobody else can open the page)',
    )
  const scopes = Object.freeze([...(own.scopes ?? documented)])
  const authenticate = async (): Promise<oauth.ClientAuth> => {
    if (typeof method === 'function') return method
    const text = typeof secret === 'function' ? await ask(secret) : (secret ?? '')
    return method === 'client_secret_basic'
      ? oauth.ClientSecretBasic(text)
      : oauth.ClientSecretPost(text)
  }
  const obtain = async (): Promise<Grant> => {
    try {
      return await requestToken(own, scopes, await authenticate())
    } catch (error) {
      const rotated = error instanceof TokenError && error.error === 'invalid_client'
      if (!rotated || typeof secret !== 'function') throw error
      return requestToken(own, scopes, await authenticate())
    }
  }
  return Object.freeze({ scopes, ...cacheToken(obtain) })
}

async function ask(secret: () => string | Promise<string>): Promise<string> {
  const text = await Promise.resolve(secret()).catch(() => undefined)
  if (!secretFits(text)) throw new TokenError('clientSecret gave no secret')
  return text as string
}

async function requestToken(
  { tokenUrl, clientId, timeout = 10_000, fetch }: ClientCredentialsOptions,
  scopes: readonly string[],
  authentication: oauth.ClientAuth,
): Promise<Grant> {
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl }
  const client = { client_id: clientId }
  let answer: { status: number; headers: Headers; text: string } | undefined
  const bounded = async (url: string, init: oauth.CustomFetchOptions<'POST', URLSearchParams>) => {
    const { status, headers, text } = await within(timeout, undefined, async (stop) => {
      const body = String(init.body)
      const response = await overFetch(fetch)({
        ...init,
        url,
        body,
        signal: stop.signal,
        stopped: stop.stopped,
        onStop: stop.onStop.bind(stop),
      })
      const { bytes, cut } = await response.read(limit)
      if (cut) throw new TokenError('the token endpoint gave an answer that cannot be read')
      const { status, headers } = response
      return { status, headers, text: new TextDecoder().decode(bytes) }
    })
    answer = { status, headers, text }
    return new Response(status === 204 ? null : text, {
      status,
      headers: { 'Content-Type': 'application/json' },
    })
  }
  try {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      authentication,
      { scope: scopes.join(' ') },
      {
        [oauth.customFetch]: bounded,
        // Deprecated so that it stands out: it is for loopback only, which is what is asked here.
        // eslint-disable-next-line @typescript-eslint/no-deprecated
        [oauth.allowInsecureRequests]: isLoopback(new URL(tokenUrl)),
      },
    )
    const granted = await oauth.processClientCredentialsResponse(server, client, response)
    const { access_token: value, token_type: type, expires_in: lifetime, scope } = granted
    if (type !== 'bearer' || !isToken(value)) throw new TypeError('unusable')
    return { value, lifetime, scopes: scope === undefined ? scopes : scope.split(' ') }
  } catch (reason) {
    // The library attaches the response, which holds the token or the secret, so nothing is passed on.
    throw explain(reason, timeout, answer)
  }
}

function explain(
  reason: unknown,
  timeout: number,
  answer: { status: number; headers: Headers; text: string } | undefined,
): TokenError {
  if (reason instanceof TokenError) return reason
  if (reason instanceof Interruption)
    return new TokenError(`the token endpoint did not answer within ${timeout} ms`)
  if (answer === undefined)
    return new TokenError(`the token endpoint could not be reached${codesOf(reason)}`)
  const { status, headers, text } = answer
  if (status === 200)
    return new TokenError('the token endpoint gave no usable bearer token', status)
  const error = /"error"\s*:\s*"([a-z_]{1,64})"/.exec(text)?.[1]
  const what = `the token endpoint answered ${status}${error === undefined ? '' : ` (${error})`}`
  return new TokenError(what, status, error, retryAfter(headers))
}
