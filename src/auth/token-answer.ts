import { retryAfter } from '../shared/headers.js'
import { isObject, parseJson } from '../shared/json.js'
import { redact } from '../shared/redact.js'
import type { Grant } from './token-cache.js'
import { isToken, TokenError, type TokenFailure } from './token-source.js'

/** What a token endpoint answered. */
export interface TokenAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** How the token was requested, for the sentences of errors. */
export interface Asked {
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
export function readGrant(answer: TokenAnswer, asked: Asked): Grant {
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
