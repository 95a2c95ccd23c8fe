import type { TokenFacts } from '../events.js'
import { kindOf, printable } from '../shared/redact.js'
import { codesOf } from '../transport/connection-errors.js'
import type { Transport } from '../transport/transport.js'

/** An access token, and the scopes it was granted where they are known. */
export interface AccessToken {
  /** The text after `Bearer`. */
  readonly value: string
  /** Absent where they are not known: the token then counts for every operation. */
  readonly scopes?: readonly string[] | undefined
}

/** A token that was granted. @internal */
export interface Grant extends AccessToken {
  /** Seconds that the token lives, where that is known. */
  readonly lifetime: number | undefined
}

/** The context that a client gives to a token source when it requests a token. */
export interface TokenContext {
  /** Reports to the client's `onEvent`. */
  readonly emit?: ((event: TokenFacts) => void) | undefined
  /** The client's own transport, with its proxy and certificates. */
  readonly transport?: Transport | undefined
  /** How often a token request that failed on the network may be repeated. @default 2 */
  readonly maxRetries?: number | undefined
  /** Milliseconds that the call which asks has left, in which repeats have to begin. @default no limit */
  readonly totalTimeout?: number | undefined
}

/** A source of tokens, such as `clientCredentials`. One source may serve several clients. */
export interface TokenSource {
  /** The scopes that it asks for; an operation that needs another one is refused before a token is requested. */
  readonly scopes?: readonly string[]
  /** Gives a token. A source that clients share may get the context of any of them. */
  getToken(context?: TokenContext): Promise<AccessToken>
  /** Gives the kept token at once, if it is valid and needs no renewal yet. */
  heldToken?(): AccessToken | undefined
  /** Drops a token that the service refused: the next token must be another. */
  dropToken(value: string): void
}

/** An access token, a function that gives one for each call, or a token source. */
export type Auth = string | (() => string | Promise<string>) | TokenSource

export interface TokenFailure {
  readonly status?: number | undefined
  /** The token endpoint does not know the secret: it may have been rotated. */
  readonly isSecretRefused?: boolean
  /** A function may give another secret later. */
  readonly mayRotate?: boolean
  /** The OAuth error code (RFC 6749, section 5.2). */
  readonly error?: string | undefined
  readonly errorDescription?: string | undefined
  /** Seconds that the token endpoint asks to wait. */
  readonly retryAfter?: number | undefined
  /** The server could not be reached: it may be asked again soon, since that puts no load on it. */
  readonly unreachable?: boolean
  /** The network failed in a way that may pass by itself. */
  readonly mayPass?: boolean
  /** The error of the connection: a copy without secrets. */
  readonly cause?: Error | undefined
}

/** The reason why no token could be had, in words without a secret. */
export class TokenError extends Error {
  constructor(
    message: string,
    readonly facts: TokenFailure = {},
  ) {
    super(printable(message))
  }
}

/** The failure of a function of the caller's. Its error may hold the secret, so only its name and its code are reported. */
export const failureOf = (name: string, reason: unknown): TokenError =>
  new TokenError(`${name} failed with ${kindOf(reason)}${codesOf(reason)}`)

/** The flaw of a token that no header can carry; undefined for a token that a header can. */
export function flawOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'is missing'
  if (value === '') return 'is empty'
  if (!/^[\x21-\x7e]+$/.test(value)) return 'is not visible ASCII'
  // A header of 8 kB is the most that nginx (large_client_header_buffers) and Apache (LimitRequestFieldSize) take by default.
  return value.length > 8_192 ? 'is longer than 8,192 characters' : undefined
}

export const isToken = (value: unknown): value is string => flawOf(value) === undefined
