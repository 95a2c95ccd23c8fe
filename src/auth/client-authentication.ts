import * as oauth from 'oauth4webapi'
import { partsOf } from '../shared/headers.js'
import { isText } from '../shared/json.js'
import { kindOf } from '../shared/text.js'
import { codesOf } from '../transport/unsent.js'
import { TokenError } from './token-source.js'

/** The secret of a client, or a function that gives the present one. */
export type ClientSecret = string | (() => string | Promise<string>)

/**
 * Authenticates a token request: adds fields to its form, or headers. What
 * `PrivateKeyJwt`, `ClientSecretJwt` and `TlsClientAuth` return is one, and any `ClientAuth` of oauth4webapi.
 */
export type ClientAuthentication = (
  /** What an assertion may name as its audience. */
  server: {
    /** The option `issuer`; the token URL if it is not given. */
    readonly issuer: string
    /** Where the token is asked for. */
    readonly token_endpoint: string
  },
  client: {
    /** The option `clientId`. */
    readonly client_id: string
  },
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
 * %2D … and a space as `+`. Servers that do not decode, or decode as for a URL, would read another
 * secret then. Written as here, all servers read the same as long as id and secret need no escapes.
 */
const basic =
  (secret: string): ClientAuthentication =>
  (_server, { client_id }, _form, headers) => {
    const pair = [client_id, secret].map(encodeURIComponent).join(':')
    headers.set('authorization', `Basic ${btoa(pair)}`)
  }

export const methods = { client_secret_post: post, client_secret_basic: basic }

/** A `CryptoKey`, as the types of the runtime have it. */
export type SigningKey = Parameters<typeof crypto.subtle.sign>[1]

/** Authenticates by an assertion that a private key signed (RFC 7523), in a field of the form. */
export const PrivateKeyJwt: (
  key:
    | SigningKey
    | {
        /** The private key. */
        key: SigningKey
        /** Its id, where the server knows several. */
        kid?: string
      },
  /** What oauth4webapi takes: `modifyAssertion`. */
  options?: object,
) => ClientAuthentication = oauth.PrivateKeyJwt

/** Authenticates by an assertion that is signed with the client's secret. */
export const ClientSecretJwt: (
  clientSecret: string,
  /** What oauth4webapi takes: `modifyAssertion`. */
  options?: object,
) => ClientAuthentication = oauth.ClientSecretJwt

/** Sends the id alone, where the server knows the client by its certificate (RFC 8705). */
export const TlsClientAuth: () => ClientAuthentication = oauth.TlsClientAuth

/** Fields of the form that say nothing secret. */
const publicFields = /^(?:grant_type|scope|client_id|client_assertion_type)$/

/**
 * What no error may show of a token request: every other field of its form, the query of its URL, and each header
 * that is not among those `given` by the client itself, since the caller's own function may have written any of
 * them. As they are written, as the server decodes them, and as another server may have wanted them.
 */
export function secretsOf(
  form: URLSearchParams,
  headers: Headers,
  given: Headers,
  { search, searchParams }: URL,
): readonly string[] {
  const fields = [...form, ...searchParams].filter(([name]) => !publicFields.test(name))
  const added = [...headers].filter(([name, value]) => given.get(name) !== value)
  const values = [...fields, ...added].flatMap(([, value]) => partsOf(value))
  const owner = form.get('client_id') ?? ''
  const signed = values.flatMap((value) => value.split('.'))
  const pairs = values.flatMap((value) => [...pairIn(value), attempt(btoa, `${owner}:${value}`)])
  return [...new Set([search.slice(1), ...values, ...signed, ...pairs])]
}

/** What Basic authentication holds: id and secret, and the secret in both ways to read it. */
function pairIn(credentials: string): string[] {
  const pair = attempt(atob, credentials)
  if (!pair.includes(':')) return []
  const secret = pair.slice(pair.indexOf(':') + 1)
  return [pair, secret, attempt(decodeURIComponent, secret.replaceAll('+', ' '))]
}

/** What a function makes of a text; nothing where it throws. */
function attempt(run: (text: string) => string, text: string): string {
  try {
    return run(text)
  } catch {
    return ''
  }
}

/** Gets the secret, from the function if it is one. @throws TokenError */
export async function ask(secret: ClientSecret | undefined): Promise<string> {
  let text: unknown
  try {
    text = typeof secret === 'function' ? await secret() : secret
  } catch (reason) {
    // What it threw may hold the secret, so only the name of the error is reported.
    throw new TokenError(
      `clientSecret returned no secret: the function failed with ${kindOf(reason)}${codesOf(reason)}`,
    )
  }
  if (!isText(text)) throw new TokenError('clientSecret returned no secret')
  return text
}
