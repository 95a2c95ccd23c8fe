import { acquireToken, dropToken } from '../auth/acquire-token.js'
import type { CallContext } from '../call-context.js'
import type { ClientError } from '../errors.js'
import type { Setup } from '../options.js'

type Call = CallContext & { readonly secrets: string[] }

/** The token of one call. */
export class CallToken {
  value = ''
  readonly #setup: Setup
  readonly #call: Call

  constructor(setup: Setup, call: Call) {
    this.#setup = setup
    this.#call = call
  }

  /** Whether the source may give another one. */
  get isRenewable(): boolean {
    return typeof this.#setup.options.auth !== 'string'
  }

  /** Takes a token; no promise where it is there. */
  acquire(): Promise<void> | undefined {
    const { auth } = this.#setup.options
    const token = typeof auth === 'string' ? auth : acquireToken(auth, this.#setup, this.#call)
    if (typeof token !== 'string') return token.then((one) => this.#take(one))
    this.#take(token)
    return undefined
  }

  #take(token: string): void {
    this.value = token
    // An error may repeat it.
    this.#call.secrets.push(token)
  }

  /** Tells the source that the service refused the token. */
  drop(): void {
    const { auth } = this.#setup.options
    if (typeof auth !== 'string') dropToken(auth, this.value, this.#call)
  }

  /** Gets another token after a refusal. @throws the refusal, where no other token can be had */
  async renew(refusal: ClientError): Promise<void> {
    const refused = this.value
    this.drop()
    await this.acquire()
    // A source drops at most one token a second, and then gives the same again.
    if (this.value === refused) throw refusal
  }
}
