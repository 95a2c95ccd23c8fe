// auth/: gets tokens, keeps them and replaces them. A secret is sent to the token endpoint and
// nowhere else.

import { type CallContext, remainingOf, secretsOf } from '../call-context.js'
import type { Emit, TokenFacts } from '../events.js'
import { Failed, interrupted } from '../failure.js'
import { Interruption, within } from '../shared/deadline.js'
import { redactJson } from '../shared/redact.js'
import {
  type AccessToken,
  type Auth,
  failureOf,
  flawOf,
  isToken,
  type TokenContext,
  TokenError,
} from './access-token.js'

/** The parts of a client that a request for a token uses. */
type Sender = Pick<TokenContext, 'transport'> & { readonly emit: Emit | undefined }

type Source = Exclude<Auth, string>

/**
 * The token of a call; no promise where the token is there.
 * @throws Failed before a token is requested, if the scopes of `auth` are known
 */
export function acquireToken(auth: Auth, client: Sender, call: CallContext) {
  if (typeof auth === 'string') return auth
  try {
    if (typeof auth === 'object') {
      if (auth.scopes) requireScopes(auth.scopes, call)
      const held = auth.heldToken?.()
      if (held) return readToken(held, call)
    }
  } catch (reason) {
    fail(reason, call)
  }
  return askSource(auth, client, call)
}

async function askSource(auth: Source, client: Sender, call: CallContext): Promise<string> {
  const { limits, signal } = call
  const totalTimeout = remainingOf(call)
  const { transport, emit } = client
  const report = emit && ((event: TokenFacts): void => emit({ ...event, call: call.call }))
  const context = { emit: report, transport, maxRetries: limits.maxRetries, totalTimeout }
  const request = async (): Promise<AccessToken> =>
    typeof auth === 'object' ? auth.getToken(context) : { value: await auth() }
  try {
    return readToken(await within(totalTimeout, signal, request), call)
  } catch (reason) {
    fail(reason, call)
  }
}

/** Reads a token, which a source of the caller may give in any shape. @throws TokenError, Failed */
function readToken(token: AccessToken | undefined, call: CallContext): string {
  const value: unknown = token?.value
  if (!isToken(value)) throw new TokenError(`auth returned a token that ${flawOf(value)}`)
  if (token?.scopes) requireScopes(token.scopes, call, value)
  return value
}

/** Tells the source that the service refused this token. A function is only called again. @throws Failed */
export function refuseToken(auth: Auth, refused: string, call: CallContext): void {
  try {
    if (typeof auth === 'object') auth.dropToken(refused)
  } catch (reason) {
    fail(reason, call)
  }
}

function fail(reason: unknown, call: CallContext): never {
  if (reason instanceof Failed) throw reason
  if (reason instanceof Interruption)
    throw new Failed(interrupted(reason, 'no token in time', 'not_sent'))
  const { message: what, facts } = reason instanceof TokenError ? reason : failureOf('auth', reason)
  const { status, error, errorDescription, mayRotate, retryAfter, cause } = facts
  // A call that has made an attempt asks for a token only because the service refused the last one.
  const outcome = call.attempts === 0 ? 'not_sent' : 'rejected'
  const ofEndpoint = { status, error, errorDescription, mayRotate, retryAfter, cause }
  throw new Failed({ code: 'ERR_AUTHENTICATION', outcome, what, ...ofEndpoint })
}

function requireScopes(covered: readonly string[], call: CallContext, token?: string): void {
  const missing = call.operation.scopes.find((scope) => !covered.includes(scope))
  if (missing === undefined) return
  // The token endpoint may have written the token among the scopes.
  const secrets = token === undefined ? secretsOf(call) : [...secretsOf(call), token]
  const granted = redactJson(covered, secrets)
  throw new Failed({ code: 'ERR_MISSING_SCOPE', outcome: 'not_sent', scope: missing, granted })
}
