import { codesOf } from '../transport/unsent.js'
import { kindOf } from '../shared/outcome.js'
import { TokenError } from './token-source.js'

/** The secret of a client, or a function that gives the present one. */
export type ClientSecret = string | (() => string | Promise<string>)

/**
 * Authenticates a token request in a way of its own: adds to its form, or to its headers. What
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

/**
 * The secrets in a request, as they are written and as the server decodes them: no error may show
 * them.
 */
export function secretsOf(form: URLSearchParams, headers: Headers): readonly string[] {
  const credentials = headers.get('authorization')?.replace(/^\w+ /, '')
  const own = ['client_secret', 'client_assertion'].map((name) => form.get(name))
  return [...own, credentials, passwordOf(credentials)].filter((found) => typeof found === 'string')
}

function passwordOf(credentials = ''): string | undefined {
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

export const isSecret = (value: unknown): value is string =>
  typeof value === 'string' && value !== ''

/** Gets the secret, from the function if it is one. @throws TokenError */
export async function ask(secret: ClientSecret | undefined): Promise<string> {
  let text: unknown
  try {
    text = typeof secret === 'function' ? await secret() : secret
  } catch (reason) {
    // What it threw may hold the secret, so only its kind is told.
    throw new TokenError(
      `clientSecret gave no secret: the function failed with ${kindOf(reason)}${codesOf(reason)}`,
    )
  }
  if (!isSecret(text)) throw new TokenError('clientSecret gave no secret')
  return text
}
