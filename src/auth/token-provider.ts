// auth/: gets tokens, keeps them and replaces them. A secret is sent to the token endpoint and
// nowhere else.

import type { Operation } from '../document/operation.js'
import {
  AuthenticationError,
  type CallContext,
  ClientError,
  MissingScopeError,
  type Outcome,
} from '../errors.js'
import type { ClientEvent, TokenFacts } from '../events.js'
import { Interruption, within } from '../shared/deadline.js'
import { kindOf } from '../shared/printable.js'
import type { Transport } from '../transport/transport.js'
import { codesOf, steeringIn } from '../transport/unsent.js'
import { type AccessToken, type Auth, isToken, TokenError } from './access-token.js'

/** A call that needs a token. */
interface CallWithToken extends CallContext {
  readonly operation: Operation
  readonly limits: { readonly maxRetries: number }
  readonly signal: AbortSignal | undefined
  readonly remaining: number
  readonly emit: ((event: ClientEvent) => void) | undefined
  readonly secrets: string[]
  interrupted(interruption: Interruption, what: string, outcome: Outcome): ClientError
}

/** Gives each call its token. */
export class TokenProvider {
  readonly #auth: Auth
  readonly #transport: Transport
  /** The last token whose characters were checked, so that they are not checked for every call. */
  #valid: string | undefined

  constructor(auth: Auth, transport: Transport) {
    this.#auth = auth
    this.#transport = transport
  }

  /**
   * Returns the token itself, and no promise, if there is a valid one already: that saves a turn of
   * the loop.
   * @throws MissingScopeError before a token is requested, if the scopes of `auth` are known
   */
  take(call: CallWithToken, outcome: Outcome = 'not_sent'): string | Promise<string> {
    const auth = this.#auth
    try {
      if (typeof auth === 'object' && auth.scopes) requireScopes(auth.scopes, call)
      const cached =
        typeof auth === 'string'
          ? { value: auth }
          : typeof auth === 'object' && call.signal?.aborted !== true && auth.heldToken?.()
      return cached ? this.#accept(cached, call, outcome) : this.#request(call, outcome)
    } catch (reason) {
      throw failureOf(reason, call, outcome)
    }
  }

  /** Another token in the place of one that was refused; undefined where there is only this one. */
  async replace(refused: string, call: CallWithToken): Promise<string | undefined> {
    if (typeof this.#auth === 'string') return undefined
    this.drop(refused, call)
    return this.take(call, 'rejected')
  }

  /** Gives a token that was refused to no later call. */
  drop(refused: string, call: CallWithToken): void {
    const auth = this.#auth
    try {
      if (typeof auth === 'object') auth.dropToken(refused)
    } catch (reason) {
      throw failureOf(reason, call, 'rejected')
    }
  }

  async #request(call: CallWithToken, outcome: Outcome): Promise<string> {
    const auth = this.#auth
    const { emit, remaining: totalTimeout, limits, signal } = call
    const report = emit && ((event: TokenFacts): void => emit({ ...event, call: call.call }))
    const context = { emit: report, transport: this.#transport, maxRetries: limits.maxRetries }
    const request = async (): Promise<AccessToken> =>
      typeof auth === 'object'
        ? auth.getToken({ ...context, totalTimeout })
        : { value: typeof auth === 'string' ? auth : await auth() }
    try {
      return this.#accept(await within(totalTimeout, signal, request), call, outcome)
    } catch (reason) {
      throw failureOf(reason, call, outcome)
    }
  }

  #accept(token: AccessToken | undefined, call: CallWithToken, outcome: Outcome): string {
    const value: unknown = token?.value
    if (value === undefined || (value !== this.#valid && !isToken(value))) {
      const flaw = 'a token that is empty, too long or not visible ASCII'
      const what = `auth returned ${value === undefined ? 'no token' : flaw}`
      throw new AuthenticationError(what, call, outcome)
    }
    // Of its own: what pollutes Object.prototype is no scope.
    if (token && Object.hasOwn(token, 'scopes') && token.scopes) requireScopes(token.scopes, call)
    this.#valid = value as string
    call.secrets.push(this.#valid)
    return this.#valid
  }
}

/** The error for a call that got no token. */
function failureOf(reason: unknown, call: CallWithToken, outcome: Outcome): Error {
  const passed = reason instanceof ClientError ? reason : steeringIn(reason)
  if (passed) return passed
  if (reason instanceof Interruption)
    return call.interrupted(reason, 'no token in time', 'not_sent')
  if (reason instanceof TokenError) {
    const { message, status, error, errorDescription, facts } = reason
    const { cause } = facts
    return new AuthenticationError(message, call, outcome, status, error, errorDescription, cause)
  }
  // A function of the caller's may have thrown the secret, so only the name and the code of the error are reported.
  const what = `auth failed with ${kindOf(reason)}${codesOf(reason)}`
  return new AuthenticationError(what, call, outcome)
}

function requireScopes(covered: readonly string[], call: CallWithToken): void {
  const missing = call.operation.scopes.find((scope) => !covered.includes(scope))
  if (missing !== undefined) throw new MissingScopeError(call, missing, covered)
}
