import type { Stop } from '../shared/deadline.js'
import { retryAfter } from '../shared/headers.js'
import { isObject, parseJson } from '../shared/json.js'
import { kindOf } from '../shared/text.js'
import { redact } from '../shared/redact.js'
import { userAgent } from '../shared/runtime.js'
import { overFetch } from '../transport/over-fetch.js'
import type { FetchLike, Transport, TransportRequest } from '../transport/transport.js'
import { codesOf, describe } from '../transport/unsent.js'
import { type ClientAuthentication, secretsOf } from './client-authentication.js'
import type { Grant } from './token-cache.js'
import { isToken, TokenError, type TokenFailure } from './token-source.js'

/** Where tokens are asked for, by whom and for what. */
interface TokenEndpoint {
  readonly tokenUrl: string
  readonly clientId: string
  readonly issuer?: string | undefined
  readonly parameters?: Readonly<Record<string, string | readonly string[]>> | undefined
  readonly ignoreGrantedScopes?: boolean | undefined
  readonly fetch?: FetchLike | undefined
  readonly transport?: Transport | undefined
}

/** How one token is asked for. */
interface TokenAttempt {
  readonly method: string | ClientAuthentication
  readonly authenticate: ClientAuthentication
  readonly transport: Transport | undefined
  /** Called with the name of what is being waited for, for the sentence of a timeout. */
  readonly onWait: (whom: string) => void
  readonly stop: Stop
}

/**
 * Asks a token endpoint for one token by the client credentials grant (RFC 6749, section 4.4).
 * @throws TokenError in words that hold no secret
 */
export type RequestToken = (attempt: TokenAttempt) => Promise<Grant>

export function tokenRequests(
  { tokenUrl, clientId, issuer = tokenUrl, parameters = {}, ...more }: TokenEndpoint,
  scopes: readonly string[],
): RequestToken {
  const { fetch, transport: given, ignoreGrantedScopes = false } = more
  const endpointUrl = new URL(tokenUrl)
  const { href, host, pathname } = endpointUrl
  const endpoint = `the token endpoint ${host}${pathname}`
  const own = given ?? (fetch && overFetch(fetch))
  const byDefault = overFetch()
  const fixed = Object.entries(parameters).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each]),
  )
  return async ({ method, authenticate, transport = byDefault, onWait, stop }) => {
    onWait('clientAuthentication')
    const form = new URLSearchParams([['grant_type', 'client_credentials'], ...fixed])
    if (scopes.length > 0) form.set('scope', scopes.join(' '))
    const headers = new Headers({ accept: 'application/json', 'content-type': formType })
    if (userAgent !== undefined) headers.set('user-agent', userAgent)
    const given = new Headers(headers)
    try {
      const server = { issuer, token_endpoint: tokenUrl }
      await authenticate(server, { client_id: clientId }, form, headers)
    } catch (reason) {
      throw new TokenError(`clientAuthentication failed with ${kindOf(reason)}`)
    }
    // The time ended during `authenticate`, and nobody waits for the token any more: send nothing.
    if (stop.stopped) throw new TokenError('the token request timed out')
    onWait(endpoint)
    const through = own ?? transport
    const body = form.toString()
    const request = { url: href, method: 'POST', headers: Object.fromEntries(headers), body }
    const secrets = secretsOf(form, headers, given, endpointUrl)
    const { answer, cut } = await exchange(through, request, stop).catch((reason: unknown) => {
      // What a transport throws may hold the request, so only its codes are reported, and a clean copy is kept.
      const what = redact(`${endpoint} could not be reached${codesOf(reason)}`, secrets)
      const cause = describe(reason, secrets)
      throw new TokenError(what, {
        unreachable: true,
        network: isLasting(cause) ? 'lasting' : 'passing',
        cause,
      })
    })
    if (cut === 'broken')
      throw new TokenError(`${endpoint} sent an incomplete response`, {
        unreachable: true,
        network: 'passing',
      })
    if (cut !== undefined) throw new TokenError(`${endpoint} sent a response that cannot be read`)
    const granted = readGrant(answer, {
      endpoint,
      method: typeof method === 'string' ? method : assertion(form),
      scopes,
      secrets,
    })
    const covered = ignoreGrantedScopes ? scopes : (granted.scopes ?? scopes)
    return { ...granted, scopes: covered }
  }
}

/** How the caller's own function authenticated, for a sentence. */
function assertion(form: URLSearchParams): string {
  return form.has('client_assertion') ? 'a client_assertion' : 'clientAuthentication'
}

const formType = 'application/x-www-form-urlencoded;charset=UTF-8'

/**
 * Faults that last until someone mends them: a name that does not exist, a certificate that is refused, a
 * proxy that wants a password.
 */
function isLasting({ code, message }: Error & { readonly code?: unknown }): boolean {
  const named = typeof code === 'string' && /^ENOTFOUND$|CERT|VERIFY|UNKNOWN_CA/.test(code)
  return named || /certificate|\bunknown ca\b|\(407\)/i.test(message)
}

async function exchange(transport: Transport, request: Omit<TransportRequest, 'stop'>, stop: Stop) {
  const response = await transport({ ...request, stop })
  const { status, headers } = response
  const { bytes, cut } = await response.read(maxBytes)
  return { answer: { status, headers, text: new TextDecoder().decode(bytes) }, cut }
}

/** What a token endpoint answered. */
interface TokenAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** How the token was requested, for the sentences of errors. */
interface Asked {
  /** Its name, with its host and path. */
  readonly endpoint: string
  readonly method: string
  readonly scopes: readonly string[]
  readonly secrets: readonly string[]
}

/** At most so many bytes of a token response are read. */
export const maxBytes = 64 * 1024

type Members = Readonly<Record<string, unknown>>

/** The token in an answer (RFC 6749, section 5.1). @throws TokenError that says what is wrong with it */
function readGrant(answer: TokenAnswer, asked: Asked): Grant {
  const { status, text } = answer
  const json = parseJson(text)
  const members = isObject(json) ? json : undefined
  const clean = (value: unknown): string | undefined =>
    typeof value === 'string' ? redact(value, asked.secrets, 1_000) : undefined
  if (status !== 200 || isSet(members?.['error']))
    throw refusal(answer, members ?? {}, asked, clean)
  const notAnObject = `its body is not ${json === undefined ? 'JSON' : 'a JSON object'}`
  const flaw = members ? flawOf(members) : notAnObject
  if (flaw !== undefined) {
    const what = `${asked.endpoint} gave no usable bearer token: ${clean(flaw) ?? ''}`
    throw new TokenError(what, { status })
  }
  // `flawOf` looked at each of them.
  const { access_token: value, expires_in: lifetime, scope } = members as object as Granted
  return {
    value,
    lifetime: isSet(lifetime) ? Number(lifetime) : undefined,
    scopes: isSet(scope) ? scope.split(' ').filter((name) => name !== '') : undefined,
  }
}

/** The body of a good answer. */
interface Granted {
  readonly access_token: string
  readonly expires_in?: number | string | null
  readonly scope?: string | null
}

/** Statuses by which a gateway says that the server behind it cannot be reached. */
const gatewayStatuses = [502, 503, 504]

function refusal(
  { status, headers }: TokenAnswer,
  { error: code, error_description: words }: Members,
  { endpoint, method, scopes }: Asked,
  clean: (value: unknown) => string | undefined,
): TokenError {
  const error = /^[\w.-]{1,64}$/.exec(clean(code) ?? '')?.[0]
  const errorDescription = clean(words)?.slice(0, 500)
  const facts: TokenFailure = { status, error, errorDescription, retryAfter: retryAfter(headers) }
  const told = [
    `${endpoint} answered ${status}`,
    error === undefined ? '' : ` (${error})`,
    errorDescription === undefined ? '' : `: ${JSON.stringify(errorDescription)}`,
    `; requested by ${method} for ${scopes.join(' ').slice(0, 500) || 'no scope'}`,
    adviceOn(facts, method),
  ]
  return new TokenError(told.join(''), { ...facts, unreachable: gatewayStatuses.includes(status) })
}

function adviceOn({ status = 0, error }: TokenFailure, method: string): string {
  if (error === 'invalid_scope')
    return '; set scopes to those, and only those, that were granted to you'
  if (status >= 300 && status < 400) return '; a redirect is never followed'
  if (method === 'client_secret_post' && (status === 401 || error === 'invalid_client'))
    return '; if the secret is right, the server may want client_secret_basic'
  return ''
}

/**
 * Says which member of a token response is wrong; undefined if none is. It never quotes a value
 * that may be a token.
 */
function flawOf(members: Members): string | undefined {
  const { access_token: token, token_type: type, expires_in: lifetime, scope } = members
  if (typeof token !== 'string') return `access_token is ${kind(token)}`
  if (!isToken(token)) return 'access_token is empty, too long or not visible ASCII'
  if (typeof type !== 'string') return `token_type is ${kind(type)}`
  if (type.toLowerCase() !== 'bearer')
    return /^[\w.-]{1,40}$/.test(type) && type !== token
      ? `token_type is ${type}`
      : 'token_type is not Bearer'
  if (isSet(lifetime) && !isLifetime(lifetime))
    return `expires_in is ${typeof lifetime === 'number' ? lifetime : kind(lifetime)}`
  if (isSet(scope) && typeof scope !== 'string') return `scope is ${kind(scope)}`
  return undefined
}

/** Whether a value is a lifetime in seconds. Some servers write the number as a text. */
export function isLifetime(value: unknown): boolean {
  return typeof value === 'number'
    ? value >= 0 && value < 1e12
    : /^\d{1,12}(\.\d{1,12})?$/.test(typeof value === 'string' ? value : '')
}

/** Some servers write null for what is absent. */
function isSet<Value>(member: Value): member is NonNullable<Value> {
  return member !== undefined && member !== null
}

function kind(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
