import type { Attempt } from './record.js'
import { mark } from './record.js'
import type { World } from './world.js'

export const scopeOf = {
  putCryptoDestinationAddress: 'transfer:write_crypto_destination_address',
  createStablecoinConversion: 'conversion:write_conversion_stablecoin',
  createIssuerQuote: 'exchange:write_issuer_quote',
} as const

/** Every token that there is, and whether it is used as it may be. */
export class TokenBook {
  readonly #good = new Map<string, boolean>()
  readonly #scopes = new Map<string, readonly string[]>()
  #count = 0
  /** How often the service does not take a token that was just granted. */
  readonly #stillborn: number

  constructor(private readonly world: World) {
    this.#stillborn = world.random.pick([0, 0, 0, 0.7])
  }

  /** A new token; it holds what URLs and some JSON escape. */
  name(): string {
    return `${mark}/${++this.#count}x${this.world.random.below(2 ** 30).toString(36)}`
  }

  grant(value: string): void {
    this.#good.set(value, !this.world.random.chance(this.#stillborn))
  }

  /** What a source says of a token, the last time that it gave it. */
  limit(value: string, scopes: readonly string[]): void {
    this.#scopes.set(value, [...(this.#scopes.get(value) ?? []), ...scopes])
  }

  isGood(value: string): boolean {
    return this.#good.get(value) === true
  }

  /** The service takes none of the tokens any more that it gave until now. */
  revokeAll(): void {
    this.world.note(() => 'all tokens are revoked')
    for (const value of this.#good.keys()) this.#good.set(value, false)
  }

  /** Checks the token that a request carries. */
  checkUse({ call, token }: Attempt): void {
    this.world.demand(
      this.#good.has(token),
      () => `${call.key}: a token that nobody gave: ${token}`,
    )
    this.world.demand(
      this.#scopes.get(token)?.includes(scopeOf[call.operation]) !== false,
      () => `${call.key}: the token lacks the scope`,
    )
  }
}
