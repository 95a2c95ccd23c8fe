import * as oauth from 'oauth4webapi'
import { TokenError, isToken } from './token-source.js'
import { codesOf, provesUnsent } from '../transport/proof.js'
import type { Stop } from '../ground/deadline.js'
import { isLoopback } from '../ground/option-rules.js'
import { redact } from '../ground/redact.js'
import { retryAfter } from '../ground/retry-after.js'
import type { Grant } from './token-cache.js'
import type { FetchLike } from '../transport/fetch-like.js'
import { type Transport, overFetch } from '../transport/transport.js'

/** Bytes of a token response that are read at most. */
const mostBytes = 64 * 1024

type Init = oauth.CustomFetchOptions<'POST', URLSearchParams>

/** Where tokens are asked for, and by whom. */
interface TokenEndpoint {
  readonly tokenUrl: string
  readonly clientId: string
  readonly fetch?: FetchLike | undefined
  readonly transport?: Transport | undefined
  readonly dangerouslyAllowPlainHttp?: boolean | undefined
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Asks a token endpoint for one token. @throws TokenError in words that hold no secret */
export type RequestToken = (
  authentication: oauth.ClientAuth,
  stop: Stop,
  onSend: () => void,
  lent?: Transport,
) => Promise<Grant>

export function tokenRequests(
  { tokenUrl, clientId, fetch, transport: given, dangerouslyAllowPlainHttp }: TokenEndpoint,
  scopes: readonly string[],
): RequestToken {
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl }
  const client = { client_id: clientId }
  const byDefault = overFetch()
  const own = given ?? (fetch && overFetch(fetch))
  const clear = dangerouslyAllowPlainHttp === true || isLoopback(new URL(tokenUrl))
  /** What an answer came by, whose connection may be kept. */
  const proven = new WeakSet<Transport>()

  return async (authentication, stop, onSend, lent = byDefault) => {
    const transport = own ?? lent
    let answer: Answer | undefined
    let secrets: readonly string[] = []
    const send = async (url: string, init: Init) => {
      onSend()
      secrets = secretsOf(init)
      answer = await exchange(transport, url, init, stop, proven.has(transport))
      proven.add(transport)
      const { status, text } = answer
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
          [oauth.customFetch]: send,
          // Deprecated so that it stands out: it is for loopback only, which is what is asked here.
          // eslint-disable-next-line @typescript-eslint/no-deprecated
          [oauth.allowInsecureRequests]: clear,
        },
      )
      const granted = await oauth.processClientCredentialsResponse(server, client, response)
      const { access_token: value, token_type: type, expires_in: lifetime, scope } = granted
      if (type !== 'bearer' || !isToken(value)) throw new TypeError('unusable')
      return { value, lifetime, scopes: scope === undefined ? scopes : scope.split(' ') }
    } catch (reason) {
      // The library attaches the response, which holds the token or the secret, so nothing is passed on.
      throw explain(reason, answer, secrets)
    }
  }
}

/** Another token does no harm, so a request over a connection that was kept, and closed meanwhile, goes out again. */
async function exchange(
  transport: Transport,
  url: string,
  init: Init,
  stop: Stop,
  isKept: boolean,
): Promise<Answer> {
  const { signal, stopped } = stop
  const onStop = stop.onStop.bind(stop)
  const request = { ...init, url, body: String(init.body), signal, stopped, onStop }
  const response = await transport(request).catch((reason: unknown) => {
    if (!isKept || stop.stopped || provesUnsent(reason)) throw reason
    return transport(request)
  })
  const { status, headers } = response
  const { bytes, cut } = await response.read(mostBytes)
  if (cut) throw new TokenError('the token endpoint gave an answer that cannot be read')
  return { status, headers, text: new TextDecoder().decode(bytes) }
}

/** What a request authenticates with, as it is written and as it is read. */
function secretsOf({ headers, body }: Init): readonly string[] {
  const credentials = headers['authorization']?.replace(/^\w+ /, '')
  const own = ['client_secret', 'client_assertion'].map((name) => body.get(name))
  const basic = credentials === undefined ? undefined : passwordOf(credentials)
  return [...own, credentials, basic].filter((secret) => typeof secret === 'string')
}

function passwordOf(credentials: string): string | undefined {
  try {
    return decodeURIComponent(
      atob(credentials)
        .replace(/^[^:]*:/, '')
        .replaceAll('+', ' '),
    )
  } catch {
    return undefined
  }
}

function explain(
  reason: unknown,
  answer: Answer | undefined,
  secrets: readonly string[],
): TokenError {
  if (reason instanceof TokenError) return reason
  if (answer === undefined)
    return new TokenError(`the token endpoint could not be reached${codesOf(reason)}`)
  const { status, headers, text } = answer
  if (status === 200) {
    const flaw = redact(flawOf(text), secrets)
    return new TokenError(`the token endpoint gave no usable bearer token: ${flaw}`, status)
  }
  const error = /"error"\s*:\s*"([a-z_]{1,64})"/.exec(redact(text, secrets))?.[1]
  const hint = error === 'invalid_scope' ? `; ${adviceOnScopes}` : ''
  const what = `the token endpoint answered ${status}${error === undefined ? '' : ` (${error})`}${hint}`
  return new TokenError(what, status, error, retryAfter(headers))
}

const adviceOnScopes = 'set scopes to those, and only those, that were granted to you'

/** Which member of a token response is wrong (RFC 6749, section 5.1). No value that may be a token is told. */
function flawOf(text: string): string {
  let members: Readonly<Record<string, unknown>> | null
  try {
    members = JSON.parse(text) as typeof members
  } catch {
    return 'its body is not JSON'
  }
  if (typeof members !== 'object' || members === null || Array.isArray(members))
    return 'its body is not a JSON object'
  const { access_token: token, token_type: type, expires_in: lifetime, scope } = members
  if (token === undefined) return 'access_token is missing'
  if (typeof token !== 'string') return `access_token is ${kind(token)}`
  if (!isToken(token)) return 'access_token is empty, too long or not visible ASCII'
  if (typeof type !== 'string') return `token_type is ${kind(type)}`
  if (type.toLowerCase() !== 'bearer')
    return /^[\w.-]{1,40}$/.test(type) && type !== token
      ? `token_type is ${type}`
      : 'token_type is not Bearer'
  if (lifetime !== undefined && !(Number.parseFloat(lifetime as string) >= 0))
    return `expires_in is ${typeof lifetime === 'number' ? lifetime : kind(lifetime)}`
  if (scope !== undefined && typeof scope !== 'string') return `scope is ${kind(scope)}`
  return 'a member that is optional cannot be used'
}

function kind(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
