import type { Attempt } from './record.js'
import { mark } from './record.js'
import type { World } from './world-state.js'

/** What is known of one token. */
interface Token {
  readonly value: string
  /** When the client got it. */
  readonly at: number
  /** Until when the client may use it. */
  readonly usable: number
  /** Until when the service takes it. */
  readonly valid: number
  readonly scopes: readonly string[] | undefined
  revoked: boolean
  /** When the client was told that it is refused, and gave it back to where it came from. */
  droppedAt: number
}

export const scopeOf = {
  putCryptoDestinationAddress: 'transfer:write_crypto_destination_address',
  createStablecoinConversion: 'conversion:write_conversion_stablecoin',
  createIssuerQuote: 'exchange:write_issuer_quote',
} as const

/** Every token that there is, and whether it is used as it may be. */
export class TokenBook {
  readonly #world: World
  readonly #tokens = new Map<string, Token>()
  #count = 0
  /** How often the service does not take a token that was just granted. */
  readonly #stillborn: number

  constructor(world: World) {
    this.#world = world
    this.#stillborn = world.random.pick([0, 0, 0, 0.7])
  }

  /** A new token; it holds what URLs and some JSON escape. */
  name(): string {
    return `${mark}/${++this.#count}x${this.#world.random.below(2 ** 30).toString(36)}`
  }

  grant(
    value: string,
    lifetime: number | undefined,
    grantedAt: number,
    scopes?: readonly string[],
  ): void {
    const now = this.#world.loop.now
    const ttl = (lifetime ?? Infinity) * 1_000
    const margin = lifetime === undefined ? 0 : Math.min(10_000, ttl * 0.05)
    this.#tokens.set(value, {
      value,
      at: now,
      usable: now + ttl - margin,
      valid: grantedAt + ttl,
      scopes,
      revoked: this.#world.random.chance(this.#stillborn),
      droppedAt: Infinity,
    })
  }

  isGood(value: string): boolean {
    const token = this.#tokens.get(value)
    return token !== undefined && !token.revoked && this.#world.loop.now < token.valid
  }

  /** The service takes none of the tokens any more that it gave until now. */
  revokeAll(): void {
    this.#world.note(() => 'all tokens are revoked')
    for (const token of this.#tokens.values()) token.revoked = true
  }

  /** A 401 came to the client. */
  refused({ call, token, number }: Attempt): void {
    const known = this.#tokens.get(token)
    // A call replaces its token once; a second refusal ends it.
    const first = !call.attempts.some((one) => one.number < number && is401(one))
    // A new token that replaced a refused one is kept for a second: see `replacementInterval` in src/auth/token-cache.ts.
    const old = known && this.#world.loop.now >= known.at + 1_000
    if (old && first && call.auth === 'credentials') known.droppedAt = this.#world.loop.now
  }

  /** Checks the token that a request carries. */
  checkUse({ call, token: value, number, wanted: { at } }: Attempt): void {
    const world = this.#world
    const token = this.#tokens.get(value)
    if (token === undefined) {
      world.violate(`${call.key}: a token that nobody gave: ${value}`)
      return
    }
    const { scopes } = token
    world.demand(
      scopes?.includes(scopeOf[call.operation]) !== false,
      () => `${call.key}: the token lacks the scope`,
    )
    // Later attempts of a call keep the token of the first, until it is refused.
    if (number > 1 && !is401(call.attempts.at(-1))) return
    world.demand(at < token.usable, () => `${call.key}: an expired token is used`)
    world.demand(at <= token.droppedAt, () => `${call.key}: a dropped token is used again`)
  }
}

function is401(attempt: Attempt | undefined): boolean {
  return attempt?.ending?.by === 'answer' && attempt.ending.status === 401
}
