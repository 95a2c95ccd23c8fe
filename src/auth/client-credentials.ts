import * as oauth from 'oauth4webapi'
import { defaultScopes } from '../../generated/operations.js'
import { type TokenSource, TokenError } from './token-source.js'
import { inBrowser } from '../ground/page.js'
import { kindOf } from '../outcome.js'
import { Interruption, within } from '../ground/deadline.js'
import type { FetchLike } from '../transport/fetch-like.js'
import type { Transport } from '../transport/transport.js'
import { type Rules, checkOptions, optional, rules } from '../ground/option-rules.js'
import { type Grant, cacheToken } from './token-cache.js'
import { tokenRequests } from './token-request.js'
import { type TokenStore, shareToken } from './token-store.js'

/** What the client credentials grant needs (RFC 6749, section 4.4). */
export interface ClientCredentialsOptions {
  /** The token endpoint: https, or plain http for loopback. It may have a query (RFC 6749, section 3.2). */
  readonly tokenUrl: string
  readonly clientId: string
  /** A function is asked for each token, and once more after `invalid_client`, so that it can rotate. */
  readonly clientSecret?: string | (() => string | Promise<string>) | undefined
  /**
   * What the token is to cover, such as `['exchange:write_issuer_quote']`. A scope that came with a later
   * version has to be named: an upgrade within a major version never asks for more than before, since a
   * server that did not grant one scope refuses the whole token (`invalid_scope`).
   * @default the scopes that this major version began with
   */
  readonly scopes?: readonly string[] | undefined
  /** @default 'client_secret_post': some servers do not decode what Basic has to encode */
  readonly clientAuthentication?:
    'client_secret_post' | 'client_secret_basic' | oauth.ClientAuth | undefined
  /** Milliseconds that a token request may take, functions of yours included. @default 10_000 */
  readonly timeout?: number | undefined
  /** What sends token requests. @default what sends for the client that asks */
  readonly fetch?: FetchLike | undefined
  /** The same, as a transport, such as one with a proxy or certificates of its own. */
  readonly transport?: Transport | undefined
  /**
   * Where a fleet of processes shares one token, such as a `Keyv` instance over its Redis. Where it fails, a
   * process asks for a token of its own. @default a token for each process
   */
  readonly store?: TokenStore | undefined
  /** Whether it may run in a browser, where whoever opens the page can read the secret. @default false */
  readonly dangerouslyAllowBrowser?: boolean | undefined
  /**
   * Whether the token endpoint may be plain http on any host, as between containers or to a sidecar. Whoever is
   * on the way then reads the secret. @default false
   */
  readonly dangerouslyAllowPlainHttp?: boolean | undefined
}

const secretFits = (value: unknown): boolean =>
  typeof value === 'function' || (typeof value === 'string' && value !== '')

const optionRules: Rules = {
  tokenUrl: rules.endpoint,
  clientId: rules.text,
  clientSecret: [(value) => value === undefined || secretFits(value), 'a string or a function'],
  scopes: rules.scopes,
  clientAuthentication: [
    (value) =>
      ['client_secret_post', 'client_secret_basic', undefined].includes(value as string) ||
      typeof value === 'function',
    "'client_secret_post', 'client_secret_basic' or a function",
  ],
  timeout: rules.positive,
  fetch: rules.fn,
  transport: rules.fn,
  store: optional(isStore, 'an object with get, set and delete'),
  dangerouslyAllowBrowser: rules.flag,
  dangerouslyAllowPlainHttp: rules.flag,
}

/**
 * Obtains tokens by the client credentials grant and keeps one for all operations.
 * @throws TypeError when an option is wrong, and in a browser unless `dangerouslyAllowBrowser` is set.
 */
export function clientCredentials(options: ClientCredentialsOptions): TokenSource {
  const own = checkOptions('clientCredentials', options, optionRules) as ClientCredentialsOptions
  const { clientSecret: secret, clientAuthentication: method = 'client_secret_post' } = own
  if (secret === undefined && typeof method !== 'function')
    throw new TypeError('clientCredentials: clientSecret must be a string or a function')
  if (own.fetch && own.transport)
    throw new TypeError('clientCredentials: give fetch or transport, not both')
  if (own.dangerouslyAllowBrowser !== true && inBrowser())
    throw new TypeError(
      'clientCredentials: a secret does not belong in a page; give createClient a token, or a function ' +
        'that fetches one from your server (dangerouslyAllowBrowser: true if nobody else can open the page)',
    )
  const scopes = Object.freeze([...(own.scopes ?? defaultScopes)])
  const { timeout = 10_000 } = own
  const authenticate = async (): Promise<oauth.ClientAuth> => {
    if (typeof method === 'function') return method
    const text = typeof secret === 'function' ? await ask(secret) : (secret ?? '')
    return method === 'client_secret_basic'
      ? oauth.ClientSecretBasic(text)
      : oauth.ClientSecretPost(text)
  }
  const requestToken = tokenRequests(own, scopes)
  const obtain = (transport?: Transport): Promise<Grant> => {
    let waitingFor = ''
    // The functions of the caller's are bounded as well: one that never settles would block every call.
    const bounded = within(timeout, undefined, async (stop) => {
      const request = async (): Promise<Grant> => {
        waitingFor = 'clientSecret'
        const authentication = await authenticate()
        // What comes too late must not be sent for nobody.
        if (stop.stopped) throw new Interruption('time')
        waitingFor = 'clientAuthentication'
        const onSend = (): void => {
          waitingFor = 'the token endpoint'
        }
        return requestToken(authentication, stop, onSend, transport)
      }
      try {
        return await request()
      } catch (error) {
        if (typeof secret !== 'function' || stop.stopped || !isStale(error)) throw error
        return request()
      }
    })
    return bounded.catch((reason: unknown) => {
      if (!(reason instanceof Interruption)) throw reason
      throw new TokenError(`${waitingFor} did not answer within ${timeout} ms`)
    })
  }
  const subject = [own.tokenUrl, own.clientId, [...scopes].sort()]
  const shared = own.store ? shareToken(obtain, own.store, subject, timeout) : obtain
  return Object.freeze({ scopes, ...cacheToken(shared) })
}

function isStore(value: unknown): boolean {
  const { get, set, delete: remove, lock } = (value ?? {}) as Record<string, unknown>
  return [get, set, remove, lock ?? get].every((each) => typeof each === 'function')
}

/** The token endpoint does not know the secret (RFC 6749, section 5.2): it may have been rotated. */
function isStale(error: unknown): boolean {
  if (!(error instanceof TokenError) || error.error !== 'invalid_client') return false
  return error.status === 400 || error.status === 401
}

async function ask(secret: () => string | Promise<string>): Promise<string> {
  let text: unknown
  try {
    text = await secret()
  } catch (reason) {
    // What it threw may hold the secret, so only its kind is told.
    throw new TokenError(`clientSecret gave no secret: it failed with ${kindOf(reason)}`)
  }
  if (!secretFits(text) || typeof text !== 'string')
    throw new TokenError('clientSecret gave no secret')
  return text
}
