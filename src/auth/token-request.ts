import type { Stop } from '../shared/deadline.js'
import { retryAfter, secretsIn } from '../shared/headers.js'
import { isObject, isText, parseJson } from '../shared/json.js'
import { kindOf, printable, redact } from '../shared/redact.js'
import { userAgent } from '../shared/runtime.js'
import { codesOf, describe } from '../transport/connection-errors.js'
import { fetchTransport } from '../transport/fetch-transport.js'
import type { Transport, TransportResponse } from '../transport/transport.js'
import { isToken, TokenError } from './access-token.js'
import type { Grant } from './token-cache.js'

/**
 * Authenticates a token request: adds fields to its form, or headers. Any `ClientAuth` of oauth4webapi is one, such as
 * what its `PrivateKeyJwt`, `ClientSecretJwt` and `TlsClientAuth` return.
 */
export type ClientAuthentication = (
  /** The values that an assertion may name as its audience. */
  server: {
    /** The option `issuer`; the token URL if it is not given. */
    readonly issuer: string
    readonly token_endpoint: string
  },
  client: { readonly client_id: string },
  form: URLSearchParams,
  headers: Headers,
) => void | Promise<void>

/** Which part of a token request is under way, for the sentence of a timeout. */
export interface Progress {
  waitsFor: string
}

interface TokenRequest {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientAuthentication: string | ClientAuthentication
  /** Undefined where a function authenticates. */
  readonly secret: string | undefined
  readonly authenticate: ClientAuthentication
  readonly scopes: readonly string[]
  readonly issuer: string | undefined
  readonly parameters: Readonly<Record<string, string | readonly string[]>>
  readonly ignoreGrantedScopes: boolean
  readonly transport: Transport | undefined
  readonly progress: Progress
  readonly stop: Stop
}

interface Sentences {
  readonly endpoint: string
  readonly method: string
  readonly secret: string | undefined
  readonly scopes: readonly string[]
  readonly secrets: readonly string[]
}

export const maxTokenBytes = 64 * 1024

/**
 * Requests a token by the client credentials grant (RFC 6749, section 4.4).
 * @throws TokenError in words that hold no secret
 */
export async function requestToken(options: TokenRequest): Promise<Grant> {
  const { tokenUrl, clientId, issuer = tokenUrl, scopes, progress, stop } = options
  const { authenticate, clientAuthentication, secret, transport = fetchTransport() } = options
  const url = new URL(tokenUrl)
  const endpoint = `the token endpoint ${url.host}${url.pathname}`
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  for (const [name, value] of Object.entries(options.parameters))
    for (const one of [value].flat()) form.append(name, one)
  if (scopes.length > 0) form.set('scope', scopes.join(' '))
  const headers = new Headers({ accept: 'application/json', 'content-type': formType })
  if (userAgent !== undefined) headers.set('user-agent', userAgent)
  const ours = new Headers(headers)
  progress.waitsFor = 'clientAuthentication'
  try {
    const server = { issuer, token_endpoint: tokenUrl }
    await authenticate(server, { client_id: clientId }, form, headers)
  } catch (reason) {
    throw new TokenError(`clientAuthentication failed with ${kindOf(reason)}`)
  }
  // The time ended during `authenticate`, and nobody waits for the token any more: send nothing.
  if (stop.stopped) throw new TokenError('the token request timed out')
  progress.waitsFor = endpoint
  const secrets = secretsInRequest(form, headers, ours, url)
  const request = { url: url.href, method: 'POST', headers: Object.fromEntries(headers) }
  const exchange = async () => {
    const response = await transport({ ...request, body: form.toString(), stop })
    return { response, ...(await response.read(maxTokenBytes)) }
  }
  const { response, bytes, cut } = await exchange().catch((reason: unknown) => {
    // An error of a transport may hold the request, so only its codes are reported, and a clean copy is kept.
    const cause = describe(reason, secrets)
    const network = isLasting(cause) ? 'lasting' : 'passing'
    const what = redact(`${endpoint} could not be reached${codesOf(reason)}`, secrets)
    throw new TokenError(what, { unreachable: true, network, cause })
  })
  if (cut === 'broken') {
    const facts = { unreachable: true, network: 'passing' } as const
    throw new TokenError(`${endpoint} sent an incomplete response`, facts)
  }
  if (cut !== undefined) throw new TokenError(`${endpoint} sent a response that cannot be read`)
  const own = form.has('client_assertion') ? 'a client_assertion' : 'clientAuthentication'
  const method = typeof clientAuthentication === 'string' ? clientAuthentication : own
  const sentences = { endpoint, method, secret, scopes, secrets }
  const grant = readGrant(response, new TextDecoder().decode(bytes), sentences)
  return { ...grant, scopes: options.ignoreGrantedScopes ? scopes : (grant.scopes ?? scopes) }
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

const publicFields = /^(?:grant_type|scope|client_id|client_assertion_type)$/

/**
 * The secrets of a token request, which no error may show: every other field of its form, the query of its URL, and each header
 * that is not one of `ours`, since the caller's own function may have written any of them. As they are written, as the
 * server decodes them, and as another server may have wanted them.
 */
function secretsInRequest(
  form: URLSearchParams,
  headers: Headers,
  ours: Headers,
  { search, searchParams }: URL,
): readonly string[] {
  const fields = [...form, ...searchParams].filter(([name]) => !publicFields.test(name))
  const added = [...headers].filter(([name, value]) => ours.get(name) !== value)
  const values = [...fields.map(([, value]) => value), ...secretsIn(Object.fromEntries(added))]
  const pairs = values.map((value) => attempt(atob, value))
  const decoded = pairs.map((pair) => pair.slice(pair.indexOf(':') + 1))
  const plain = decoded.map((one) => attempt(decodeURIComponent, one.replaceAll('+', ' ')))
  const clientId = form.get('client_id') ?? ''
  const encoded = values.map((value) => attempt(btoa, `${clientId}:${value}`))
  const secrets = [search.slice(1), ...values, ...pairs, ...decoded, ...plain, ...encoded]
  // A server may repeat it without the white space around it.
  return [...new Set(secrets.map((one) => one.trim()))]
}

/** The result of a function for a text; empty where it throws. */
function attempt(run: (text: string) => string, text: string): string {
  try {
    return run(text)
  } catch {
    return ''
  }
}

/** The token of an answer (RFC 6749, section 5.1). @throws TokenError that says why there is none */
function readGrant(response: TransportResponse, text: string, sentences: Sentences): Grant {
  const { status } = response
  const json = parseJson(text)
  const answer: Answer = isObject(json) ? json : {}
  if (status !== 200 || (answer.error ?? undefined) !== undefined)
    throw tokenRefusal(response, answer, sentences)
  const { access_token: value, token_type: type, expires_in: lifetime, scope } = answer
  // It never quotes a value, which may be a token.
  const flaws = [
    !isToken(value) && 'its access_token is missing, empty, too long or not visible ASCII',
    String(type).toLowerCase() !== 'bearer' && 'its token_type is not Bearer',
    !isLifetime(lifetime ?? 0) && 'its expires_in is no number of seconds',
    typeof (scope ?? '') !== 'string' && 'its scope is not a string',
  ]
  const flaw = flaws.find(Boolean)
  if (flaw)
    throw new TokenError(`${sentences.endpoint} gave no usable bearer token: ${flaw}`, { status })
  return {
    value: value as string,
    // Some servers write null for a member that is absent.
    lifetime: (lifetime ?? undefined) === undefined ? undefined : Number(lifetime),
    scopes: typeof scope === 'string' ? readScopes(scope, sentences) : undefined,
  }
}

/** The scopes of an answer. If a secret stands among them, one that was not asked for may be a part of it. */
function readScopes(text: string, { scopes, secrets }: Sentences): string[] {
  const list = text.split(' ').filter(Boolean)
  return redact(text, secrets) === text ? list : list.filter((scope) => scopes.includes(scope))
}

type Answer = {
  readonly [
    Name in 'access_token' | 'token_type' | 'expires_in' | 'scope' | 'error' | 'error_description'
  ]?: unknown
}

/** Statuses by which a gateway says that the server behind it cannot be reached. */
const gatewayStatuses = [502, 503, 504]

function tokenRefusal(
  { status, headers }: TransportResponse,
  answer: Answer,
  sentences: Sentences,
) {
  const { endpoint, method, scopes, secrets } = sentences
  const token = [answer.access_token].filter(isText)
  const clean = (value: unknown): string | undefined =>
    isText(value) ? redact(value, [...secrets, ...token], 500) : undefined
  const error = /^[\w.-]{1,64}$/.exec(clean(answer.error) ?? '')?.[0]
  const errorDescription = clean(answer.error_description)
  const words = [
    `${endpoint} answered ${status}`,
    error === undefined ? '' : ` (${error})`,
    errorDescription === undefined ? '' : `: ${JSON.stringify(errorDescription)}`,
    `; requested by ${method} for ${scopes.join(' ').slice(0, 500) || 'no scope'}`,
    adviceOn(status, error, sentences),
  ]
  return new TokenError(words.join(''), {
    status,
    error,
    retryAfter: retryAfter(headers),
    errorDescription: errorDescription && printable(errorDescription),
    unreachable: gatewayStatuses.includes(status),
  })
}

function adviceOn(status: number, error: string | undefined, { secret, method }: Sentences) {
  if (error === 'invalid_scope')
    return '; set scopes to those, and only those, that were granted to you'
  if (status >= 300 && status < 400) return '; a redirect is never followed'
  if (status !== 401 && error !== 'invalid_client') return ''
  if (secret !== secret?.trim())
    return '; clientSecret begins or ends with white space, which may not belong to it'
  return method === 'client_secret_post'
    ? '; if the secret is right, the server may want client_secret_basic'
    : ''
}

/** Whether a value is a lifetime in seconds. Some servers write the number as a text. */
function isLifetime(value: unknown): boolean {
  return typeof value === 'number'
    ? value >= 0 && value < 1e12
    : /^\d{1,12}(\.\d{1,12})?$/.test(typeof value === 'string' ? value : '')
}
