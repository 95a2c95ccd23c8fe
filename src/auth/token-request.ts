import type { Values } from '../operation.js'
import { Interruption, type Stop, within } from '../shared/deadline.js'
import { type HeaderFields, retryAfter, secretsIn } from '../shared/headers.js'
import { isObject, isText, parseJson, wordsIn } from '../shared/json.js'
import { printable, redact } from '../shared/redact.js'
import { userAgent } from '../shared/runtime.js'
import { codesOf, describe } from '../transport/connection-errors.js'
import { fetchTransport } from '../transport/fetch-transport.js'
import type { Transport, TransportResponse } from '../transport/transport.js'
import { failureOf, flawOf, type Grant, isToken, TokenError } from './access-token.js'

/**
 * Authenticates a token request: adds fields to its form, or headers. Any `ClientAuth` of oauth4webapi fits, such as
 * the result of its `PrivateKeyJwt`, `ClientSecretJwt` and `TlsClientAuth`.
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

/** Puts id and secret into the form (RFC 6749, section 2.3.1). */
const post =
  (secret: string): ClientAuthentication =>
  (_server, { client_id }, form) => {
    form.set('client_id', client_id)
    form.set('client_secret', secret)
  }

/**
 * Puts both into the header. RFC 6749 asks for form encoding, which writes `-`, `_`, `.` and `~` as
 * %2D … and a space as `+`. Servers that do not decode, or decode as for a URL, would then read another
 * secret. In this form, all servers read the same, if id and secret need no escapes.
 */
const basic =
  (secret: string): ClientAuthentication =>
  (_server, { client_id }, _form, headers) => {
    const pair = [client_id, secret].map(encodeURIComponent).join(':')
    headers.set('authorization', `Basic ${btoa(pair)}`)
  }

export const methods = { client_secret_post: post, client_secret_basic: basic }

/** Runs a part of a token request; its name is for the message of a failure. @throws TokenError */
type Step = <Result>(name: string, run: (stop: Stop) => Result | Promise<Result>) => Promise<Result>

/**
 * The parts of a token request have so many milliseconds together, functions of the caller included: a part that never
 * settles would block every call.
 */
export function limitSteps(milliseconds: number): Step {
  let left = milliseconds
  return async (name, run) => {
    const start = performance.now()
    try {
      return await within(left, undefined, async (stop) => run(stop))
    } catch (reason) {
      if (reason instanceof TokenError) throw reason
      if (!(reason instanceof Interruption)) throw failureOf(name, reason)
      const message = `${name} did not answer within ${milliseconds} ms`
      throw new TokenError(message, { unreachable: true })
    } finally {
      left -= performance.now() - start
    }
  }
}

/** The settings by which tokens differ: the client, the endpoint and the scopes. @internal */
export interface TokenSettings {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientAuthentication: 'client_secret_post' | 'client_secret_basic' | ClientAuthentication
  readonly scopes: readonly string[]
  readonly issuer: string
  readonly parameters: Readonly<Record<string, string | readonly string[]>>
  readonly ignoreGrantedScopes: boolean
  readonly acceptTokenType: string
  /** Milliseconds that a token request may take. */
  readonly timeout: number
}

interface TokenRequest extends TokenSettings {
  /** Undefined where a function authenticates. */
  readonly secret: string | undefined
  /** Whether the secret comes from a function, which may give another later. */
  readonly mayRotate: boolean
  readonly transport: Transport | undefined
  readonly step: Step
}

interface SentRequest extends TokenRequest {
  readonly endpoint: string
  /** The authentication method, for a message. */
  readonly method: string
  readonly secrets: readonly string[]
}

const maxTokenBytes = 64 * 1024

/**
 * Requests a token by the client credentials grant (RFC 6749, section 4.4).
 * @throws TokenError in words that hold no secret
 */
export async function requestToken(options: TokenRequest): Promise<Grant> {
  const { tokenUrl, clientId, issuer, scopes, secret, step, transport = fetchTransport() } = options
  const { clientAuthentication } = options
  const url = new URL(tokenUrl)
  const endpoint = `the token endpoint ${url.host}${url.pathname}`
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  for (const [name, value] of Object.entries(options.parameters))
    for (const one of [value].flat()) form.append(name, one)
  if (scopes.length > 0) form.set('scope', scopes.join(' '))
  const headers = new Headers({
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
  })
  const authenticate =
    typeof clientAuthentication === 'function'
      ? clientAuthentication
      : methods[clientAuthentication](secret ?? '')
  const server = { issuer, token_endpoint: tokenUrl }
  await step('clientAuthentication', () =>
    authenticate(server, { client_id: clientId }, form, headers),
  )
  const fields = Object.fromEntries(headers)
  const secrets = [secret ?? '', ...secretsInRequest(form, fields, url)]
  return step(endpoint, async (stop) => {
    const exchange = async () => {
      const request = { url: url.href, method: 'POST', headers: fields, body: form.toString() }
      const response = await transport({ ...request, stop })
      const { bytes, cut } = await response.read(maxTokenBytes)
      if (cut === 'broken') throw new Error('the response is incomplete')
      return { response, bytes }
    }
    const { response, bytes } = await exchange().catch((reason: unknown) => {
      // An error of a transport may hold the request, so only its codes are reported, and a clean copy is kept.
      const cause = describe(reason, secrets)
      const codes = redact(codesOf(reason), secrets)
      const message = `the connection to ${endpoint} failed${codes}`
      const mayPass = !lasting.test(codes + cause.message)
      throw new TokenError(message, { unreachable: true, mayPass, cause })
    })
    const isName = typeof clientAuthentication === 'string'
    const method = isName ? clientAuthentication : 'clientAuthentication'
    return readGrant(response, bytes, { ...options, endpoint, method, secrets })
  })
}

/** Faults that last until a person mends them: a name that does not exist, a refused certificate, a proxy without its password. */
const lasting = /\bENOTFOUND\b|CERT|unknown.ca\b|\(407\)/i

const publicFields = /^(?:grant_type|scope|client_id|client_assertion_type)$/

/**
 * The secrets that a token request sent: every other field of its form, the query of its URL, and each header that is not
 * public, since the caller's own function may have written any of them.
 */
function secretsInRequest(
  form: URLSearchParams,
  headers: HeaderFields,
  { search, searchParams }: URL,
): readonly string[] {
  const fields = [...form, ...searchParams].filter(([name]) => !publicFields.test(name))
  return [search.slice(1), ...fields.map(([, value]) => value), ...secretsIn(headers)]
}

/** A lifetime in seconds, which some servers write as a text. */
const seconds = /^\d{1,12}(\.\d+)?$/

/** The token of an answer (RFC 6749, section 5.1). @throws TokenError that says why there is none */
function readGrant(response: TransportResponse, bytes: Uint8Array, request: SentRequest): Grant {
  const { status } = response
  const answer = Object(parseJson(bytes)) as Values
  const { access_token: value, token_type: type, expires_in: lifetime, scope, error } = answer
  if (status !== 200 || isText(error) || isObject(error))
    throw tokenRefusal(response, answer, request)
  const { endpoint, acceptTokenType, secrets } = request
  const isBearer = ['bearer', acceptTokenType.toLowerCase()].includes(String(type).toLowerCase())
  // A word of letters is no token. No other value is quoted.
  const word = /^[a-z_.-]{1,32}$/i.test(String(type)) ? ` ${redact(String(type), secrets)}` : ''
  const flaws = [
    !isToken(value) && `access_token ${flawOf(value)}`,
    !isBearer && `token_type${word} is not Bearer (acceptTokenType takes the server's own word)`,
    !seconds.test((lifetime ?? 0) as string) && 'expires_in is no number of seconds',
    typeof (scope ?? '') !== 'string' && 'scope is no string',
  ]
  const flaw = flaws.find(Boolean)
  const words = redact(wordsIn(answer), secrets)
  if (flaw)
    throw new TokenError(
      `${endpoint} gave no usable bearer token: its ${flaw}${words && `; it says ${words}`}`,
      { status },
    )
  return {
    value: value as string,
    // Some servers write null for a member that is absent.
    lifetime: (lifetime ?? undefined) === undefined ? undefined : Number(lifetime),
    scopes:
      typeof scope !== 'string' || request.ignoreGrantedScopes
        ? request.scopes
        : scope.split(' ').filter(Boolean),
  }
}

function tokenRefusal(
  { status, headers }: TransportResponse,
  answer: Values,
  { endpoint, method, mayRotate, scopes, secrets }: SentRequest,
): TokenError {
  const clean = (value: unknown): string | undefined =>
    isText(value) ? redact(value, secrets, 500) : undefined
  const { error: code, error_description: description } = answer
  const error = /^[\w.-]{1,64}$/.exec(clean(code) ?? '')?.[0]
  const others = isText(code) ? { ...answer, error: undefined } : answer
  const errorDescription = clean(description) ?? clean(wordsIn(others))
  // Some servers answer 400 (RFC 6749, section 5.2), and Keycloak `unauthorized_client`.
  const isSecretRefused = status === 401 || /^(invalid|unauthorized)_client$/.test(error ?? '')
  const words = [
    `${endpoint} answered ${status}`,
    error && ` (${error})`,
    errorDescription && `: ${JSON.stringify(errorDescription)}`,
    `; requested by ${method} for ${scopes.join(' ').slice(0, 500) || 'no scope'}`,
    error === 'invalid_scope' && '; set scopes to those, and only those, that were granted to you',
    isSecretRefused &&
      method === 'client_secret_post' &&
      '; if the secret is right, the server may want client_secret_basic',
  ]
  return new TokenError(words.filter(Boolean).join(''), {
    status,
    error,
    isSecretRefused,
    mayRotate: isSecretRefused && mayRotate,
    retryAfter: retryAfter(headers),
    errorDescription: errorDescription && printable(errorDescription),
    // A gateway says by these statuses that the server behind it cannot be reached.
    unreachable: [502, 503, 504].includes(status),
  })
}
