// auth/: gets tokens, keeps them and replaces them. A secret is sent to the token endpoint and
// nowhere else.

import { type CallState, interrupted, remaining } from '../call/call.js'
import { AuthenticationError, ClientError, MissingScopeError } from '../errors.js'
import { subjectOf, type TokenFacts } from '../events.js'
import { Interruption, within } from '../shared/deadline.js'
import { kindOf, type Outcome } from '../shared/outcome.js'
import type { Transport } from '../transport/transport.js'
import { codesOf } from '../transport/unsent.js'
import { type AccessToken, type Auth, isToken, TokenError } from './token-source.js'

/** Gives each call its token. */
export class Credential {
  readonly #auth: Auth
  /** The last token whose characters were checked, so that they are not checked for every call. */
  #accepted: string | undefined

  readonly #transport: Transport

  constructor(auth: Auth, transport: Transport) {
    this.#auth = auth
    this.#transport = transport
  }

  /**
   * Returns the token itself, and no promise, if there is a valid one already: that saves a turn of
   * the loop.
   * @throws MissingScopeError before a token is requested, if the scopes of `auth` are known
   */
  take(state: CallState, outcome: Outcome = 'not_sent'): string | Promise<string> {
    const auth = this.#auth
    const failed = (reason: unknown): never => {
      throw failureOf(reason, state, outcome)
    }
    try {
      if (typeof auth === 'object') requireScopes(auth.scopes, state)
      const found = obtain(auth, this.#transport, state)
      if (!(found instanceof Promise)) return this.#accept(found, state, outcome)
      return found.then((granted) => this.#accept(granted, state, outcome)).catch(failed)
    } catch (reason) {
      return failed(reason)
    }
  }

  #accept(found: AccessToken | undefined, state: CallState, outcome: Outcome): string {
    const value: unknown = found?.value
    if (
      found === undefined ||
      ((value === undefined || value !== this.#accepted) && !isToken(value))
    ) {
      const what = `auth returned ${value === undefined ? 'no token' : 'a token that is empty, too long or not visible ASCII'}`
      throw new AuthenticationError(what, state, outcome)
    }
    this.#accepted = found.value
    requireScopes(found.scopes, state)
    state.secrets.push(found.value)
    return found.value
  }

  /**
   * Another token instead of the one that was refused, once in a call.
   * @throws the refusal, where there is no other.
   */
  async replace(refused: string, refusal: AuthenticationError, state: CallState): Promise<string> {
    const auth = this.#auth
    if (typeof auth === 'string' || state.renewed || refusal.status !== 401) throw refusal
    state.renewed = true
    try {
      if (typeof auth === 'object') auth.dropToken(refused)
    } catch (reason) {
      throw failureOf(reason, state, 'rejected')
    }
    const token = await this.take(state, 'rejected')
    // The service would refuse the same token again.
    if (token === refused) throw refusal
    state.emit?.({ type: 'retry', ...subjectOf(state), reason: '401', delay: 0 })
    return token
  }
}

function obtain(
  auth: Auth,
  transport: Transport,
  state: CallState,
): AccessToken | undefined | Promise<AccessToken | undefined> {
  if (typeof auth === 'string') return { value: auth }
  // No timer is needed if there is a valid token already.
  const isAborted = state.signal?.aborted === true
  const held = typeof auth === 'object' ? auth.heldToken?.() : undefined
  if (held !== undefined && !isAborted) return held
  const given = typeof auth === 'function' && !isAborted ? auth() : undefined
  if (typeof given === 'string') return { value: given }
  const { emit, call } = state
  const report = emit && ((event: TokenFacts): void => emit({ ...event, call }))
  const { maxRetries } = state.limits
  const totalTimeout = remaining(state)
  const ask = async (): Promise<AccessToken> =>
    typeof auth === 'function'
      ? { value: (await given) as string }
      : auth.getToken({ emit: report, transport, maxRetries, totalTimeout })
  return within(totalTimeout, state.signal, ask)
}

/** The error for a call that got no token. */
function failureOf(reason: unknown, state: CallState, outcome: Outcome): ClientError {
  if (reason instanceof ClientError) return reason
  if (reason instanceof Interruption)
    return interrupted(reason, 'no token in time', state, 'not_sent')
  if (reason instanceof TokenError) return refusalOf(reason, state, outcome)
  // What a function of the caller's threw may hold the secret, so only the name and the code of the error are reported.
  const what = `auth failed with ${kindOf(reason)}${codesOf(reason)}`
  return new AuthenticationError(what, state, outcome)
}

function refusalOf(reason: TokenError, state: CallState, outcome: Outcome): ClientError {
  const { message, status, error, errorDescription, facts } = reason
  const { cause } = facts
  return new AuthenticationError(message, state, outcome, status, error, errorDescription, cause)
}

function requireScopes(covered: readonly string[] | undefined, state: CallState): void {
  if (covered === undefined) return
  const missing = state.operation.scopes.find((scope) => !covered.includes(scope))
  if (missing !== undefined) throw new MissingScopeError(state, missing, covered)
}
