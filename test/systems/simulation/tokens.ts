import type { Asked } from './fates.js'
import { tolerance } from './loop.js'
import { type Attempt, isStatus, mark } from './record.js'
import type { World } from './world.js'

/** What is known of one token. */
interface Token {
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
  readonly #tokens = new Map<string, Token>()
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

  grant(value: string, lifetime = Infinity, grantedAt = 0, scopes?: readonly string[]): void {
    const { now } = this.world.loop
    const ttl = lifetime * 1_000
    this.#tokens.set(value, {
      at: now,
      usable: now + ttl - Math.min(10_000, ttl * 0.05),
      valid: grantedAt + ttl,
      scopes,
      revoked: this.world.random.chance(this.#stillborn),
      droppedAt: Infinity,
    })
  }

  isGood(value: string): boolean {
    const token = this.#tokens.get(value)
    return token !== undefined && !token.revoked && this.world.loop.now < token.valid
  }

  /** The service takes none of the tokens any more that it gave until now. */
  revokeAll(): void {
    this.world.note(() => 'all tokens are revoked')
    for (const token of this.#tokens.values()) token.revoked = true
  }

  /** A 401 came to the client. */
  refused({ call, token, number }: Attempt): void {
    const known = this.#tokens.get(token)
    const { now } = this.world.loop
    // A call replaces its token once; a second refusal ends it.
    const isFirst = !call.attempts.some((one) => one.number < number && isStatus(one, 401))
    // A new token that replaced a refused one is kept for a second: see `replacementInterval` in src/auth/token-cache.ts.
    if (known && now >= known.at + 1_000 && isFirst && call.auth === 'credentials')
      known.droppedAt = now
  }

  /** Checks the token that a request carries. */
  checkUse({ call, token: value, number, wanted: { at } }: Attempt): void {
    const { world } = this
    const token = this.#tokens.get(value)
    if (token === undefined) {
      world.violate(`${call.key}: a token that nobody gave: ${value}`)
      return
    }
    world.demand(
      token.scopes?.includes(scopeOf[call.operation]) !== false,
      () => `${call.key}: the token lacks the scope`,
    )
    // Later attempts of a call keep the token of the first, until it is refused.
    if (number > 1 && !isStatus(call.attempts.at(-1), 401)) return
    world.demand(at < token.usable, () => `${call.key}: an expired token is used`)
    world.demand(at <= token.droppedAt, () => `${call.key}: a dropped token is used again`)
  }
}

/** How one exchange with the token endpoint, or one question for the secret, ended. */
export type Verdict =
  | 'granted'
  /** The secret was refused. */
  | 'stale'
  | 'connection'
  /** Nobody answered, or a gateway for nobody. */
  | 'away'
  /** The client ended it before its time. */
  | 'left'
  /** It never reached the endpoint: the client ended it, before its time or then. */
  | 'unsure'
  | 'failed'

/** One token request of the client, with everything that belongs to it. */
interface Request {
  /** The windows that followed the failure before it. */
  readonly before: Windows
  /** How often the network failed before it. */
  readonly repeats: number
  /** When the client gives it up by itself. */
  readonly over: number
  /** Whether it reached the endpoint. */
  isSent: boolean
  /** Whether it went on at once with another secret. */
  renewed: boolean
  ended: { readonly at: number; readonly verdict: Verdict; readonly notedAt: number } | undefined
}

/** How long the last window was, 0 for none, as after a token: which of two a request began is not always known. */
interface Windows {
  readonly least: number
  readonly most: number
}

const none: Windows = { least: 0, most: 0 }

/** `maxRetries` in these worlds. */
const mostRepeats = 5

/** Seconds that a token endpoint can ask to wait at most. */
const longest = 300

/** Keeps count of what the token endpoint and the secret function are asked, and when they may be. */
export class TokenLedger {
  #current: Request | undefined
  #inFlight = 0
  #windows = none
  #coolsUntil = 0
  /** The same, with the latest time that is still right. */
  #coolsAtMost = 0
  /** Whether the client ended a request because no call waited, and got no token since. */
  #wasLeft = false

  constructor(
    private readonly world: World,
    readonly timeout: number,
  ) {}

  /** Whether a token request is under way, or was in this turn, or may be repeated. */
  get busy(): boolean {
    if (this.#current === undefined) return false
    const { now } = this.world.loop
    const { ended, repeats } = this.#current
    const wait = ended?.verdict === 'connection' ? 250 * 2 ** repeats + tolerance : 0
    return (ended?.notedAt ?? now) + wait >= now
  }

  /** Whether nothing stands against asking for a token, and nobody did. */
  get idle(): boolean {
    return !this.busy && this.world.loop.now > this.#coolsAtMost + tolerance
  }

  /** The client asks for the secret, or the token endpoint for a token. */
  asks(isForSecret = false): void {
    const { world } = this
    const { now } = world.loop
    const last = this.#current
    if (isForSecret && last?.isSent === false) this.#end(last, 'unsure', now)
    if (last && last.ended === undefined) return
    if (last?.ended?.verdict === 'stale' && !last.renewed && now - last.ended.at < 1) {
      last.renewed = true
      last.isSent = false
      last.ended = undefined
      this.#windows = last.before
      this.#coolsUntil = this.#coolsAtMost = now
      return
    }
    const repeated = last && this.#isRepeat(last) ? last : undefined
    // After a loop that stood still, nobody can tell from outside which request began the window.
    const isUnsure = world.jumpedAhead || world.loop.everStoodStill
    world.demand(
      isUnsure || repeated !== undefined || now >= this.#coolsUntil - tolerance,
      () => `a token request ${(this.#coolsUntil - now).toFixed(1)} ms within the cool-down`,
    )
    if (repeated) {
      // It may as well be the first of the next, if the window is over.
      const { most } = now >= this.#coolsUntil ? this.#windows : repeated.before
      this.#windows = { least: repeated.before.least, most }
    }
    // Whatever happens, it is over then; what has come by the end of that turn is still read.
    const over = Math.floor(now) + this.timeout
    const request: Request = {
      before: repeated?.before ?? this.#windows,
      repeats: repeated === undefined ? 0 : repeated.repeats + 1,
      over,
      isSent: false,
      renewed: false,
      ended: undefined,
    }
    this.#current = request
    world.loop.checkAt(over, () => this.#end(request, request.isSent ? 'away' : 'unsure', over))
  }

  /** What the network failed is repeated after a wait; later, where the loop was blocked. */
  #isRepeat({ ended, repeats }: Request): boolean {
    if (ended?.verdict !== 'connection' || repeats >= mostRepeats) return false
    const waited = this.world.loop.now - ended.at
    const most = 250 * 2 ** repeats
    if (waited < most / 2 - tolerance) return false
    return waited <= most + tolerance || this.world.loop.now < this.#coolsUntil
  }

  /** A request arrives at the endpoint. @returns to be called with how it ended */
  request(): (verdict: Verdict, asked?: Asked) => void {
    this.asks()
    this.world.demand(this.#inFlight === 0, () => 'two token requests in flight')
    this.#inFlight++
    const request = this.#current
    if (request) request.isSent = true
    let isOver = false
    return (verdict, asked) => {
      if (isOver) return
      isOver = true
      this.#inFlight--
      const { now } = this.world.loop
      const isLate = verdict === 'left' && now >= (request?.over ?? 0)
      this.#end(request, isLate ? 'away' : verdict, now, asked)
    }
  }

  /** The secret function failed. */
  failed(): void {
    this.#end(this.#current, 'failed', this.world.loop.now)
  }

  #end(request: Request | undefined, verdict: Verdict, at: number, asked?: Asked): void {
    if (request === undefined || request.ended !== undefined) return
    const { now } = this.world.loop
    request.ended = { at, verdict, notedAt: now }
    this.world.note(() => `token request ended: ${verdict}`)
    if (verdict === 'left') {
      this.world.demand(!this.#wasLeft, () => 'two token requests in a row were ended')
      this.#wasLeft = true
      this.#windows = request.before
      return
    }
    if (verdict === 'granted') {
      this.#wasLeft = false
      this.#windows = none
      this.#coolsUntil = this.#coolsAtMost = 0
      return
    }
    const isSure = verdict !== 'unsure'
    const limit = verdict === 'connection' || verdict === 'away' ? 1_500 : 30_000
    const next = (window: number): number => Math.min(limit, window === 0 ? 500 : window * 2)
    const { least, most } = this.#windows
    this.#windows = { least: isSure ? next(least) : Math.min(least, 1_500), most: next(most) }
    // If the clock jumped, a date in Retry-After may mean any time.
    const isUnclear = asked?.byWallClock === true
    const wanted = Math.min(asked?.seconds ?? 0, longest) * 1_000
    const shortest = Math.max(this.#windows.least, isUnclear ? 0 : wanted)
    const longestWait = isUnclear ? longest * 1_000 : Math.max(this.#windows.most, wanted)
    if (isSure) this.#coolsUntil = at + shortest
    // If the loop was blocked, the request ended later.
    this.#coolsAtMost = now + longestWait
  }
}
