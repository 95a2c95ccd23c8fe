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
import type { Limits } from '../options.js'
import { Interruption, within } from '../shared/deadline.js'
import { kindOf } from '../shared/text.js'
import type { Transport } from '../transport/transport.js'
import { codesOf } from '../transport/unsent.js'
import { type AccessToken, type Auth, isToken, TokenError } from './token-source.js'

/** A call that needs a token. */
interface CallWithToken extends CallContext {
  readonly operation: Operation
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
  readonly remaining: number
  readonly emit: ((event: ClientEvent) => void) | undefined
  readonly secrets: string[]
  interrupted(interruption: Interruption, what: string, outcome: Outcome): ClientError
}

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
  take(call: CallWithToken, outcome: Outcome = 'not_sent'): string | Promise<string> {
    const auth = this.#auth
    const failed = (reason: unknown): never => {
      throw failureOf(reason, call, outcome)
    }
    try {
      if (typeof auth === 'object') requireScopes(auth.scopes, call)
      const found = obtain(auth, this.#transport, call)
      if (!(found instanceof Promise)) return this.#accept(found, call, outcome)
      return found.then((granted) => this.#accept(granted, call, outcome)).catch(failed)
    } catch (reason) {
      return failed(reason)
    }
  }

  #accept(token: AccessToken | undefined, call: CallWithToken, outcome: Outcome): string {
    const value: unknown = token?.value
    if (value === undefined || (value !== this.#accepted && !isToken(value))) {
      const flaw =
        value === undefined ? 'no token' : 'a token that is empty, too long or not visible ASCII'
      throw new AuthenticationError(`auth returned ${flaw}`, call, outcome)
    }
    requireScopes(token?.scopes, call)
    this.#accepted = value as string
    call.secrets.push(this.#accepted)
    return this.#accepted
  }

  /** Another token in the place of one that was refused; undefined where there is only this one. */
  async replace(refused: string, call: CallWithToken): Promise<string | undefined> {
    const auth = this.#auth
    if (typeof auth === 'string') return undefined
    try {
      if (typeof auth === 'object') auth.dropToken(refused)
    } catch (reason) {
      throw failureOf(reason, call, 'rejected')
    }
    return this.take(call, 'rejected')
  }
}

function obtain(
  auth: Auth,
  transport: Transport,
  call: CallWithToken,
): AccessToken | undefined | Promise<AccessToken | undefined> {
  if (typeof auth === 'string') return { value: auth }
  // No timer is needed if there is a valid token already.
  const isAborted = call.signal?.aborted === true
  const held = typeof auth === 'object' ? auth.heldToken?.() : undefined
  if (held !== undefined && !isAborted) return held
  const given = typeof auth === 'function' && !isAborted ? auth() : undefined
  if (typeof given === 'string') return { value: given }
  const { emit, limits, remaining: totalTimeout } = call
  const report = emit && ((event: TokenFacts): void => emit({ ...event, call: call.call }))
  const ask = async (): Promise<AccessToken> =>
    typeof auth === 'function'
      ? { value: (await given) as string }
      : auth.getToken({ emit: report, transport, maxRetries: limits.maxRetries, totalTimeout })
  return within(totalTimeout, call.signal, ask)
}

/** The error for a call that got no token. */
function failureOf(reason: unknown, call: CallWithToken, outcome: Outcome): ClientError {
  if (reason instanceof ClientError) return reason
  if (reason instanceof Interruption)
    return call.interrupted(reason, 'no token in time', 'not_sent')
  if (reason instanceof TokenError) return refusalOf(reason, call, outcome)
  // What a function of the caller's threw may hold the secret, so only the name and the code of the error are reported.
  const what = `auth failed with ${kindOf(reason)}${codesOf(reason)}`
  return new AuthenticationError(what, call, outcome)
}

function refusalOf(reason: TokenError, call: CallWithToken, outcome: Outcome): ClientError {
  const { message, status, error, errorDescription, facts } = reason
  const { cause } = facts
  return new AuthenticationError(message, call, outcome, status, error, errorDescription, cause)
}

function requireScopes(covered: readonly string[] | undefined, call: CallWithToken): void {
  if (covered === undefined) return
  const missing = call.operation.scopes.find((scope) => !covered.includes(scope))
  if (missing !== undefined) throw new MissingScopeError(call, missing, covered)
}
