import { tolerance } from './loop.js'
import type { Asked } from './retry-after.js'
import type { World } from './world-state.js'

/** How one exchange with the token endpoint, or one question for the secret, ended. */
export type Verdict =
  | 'granted'
  /** The secret was refused. */
  | 'stale'
  | 'connection'
  /** Nobody answered, or a gateway for nobody. */
  | 'away'
  | 'failed'

/** One token request of the client, with everything that belongs to it. */
interface Request {
  readonly startedAt: number
  /** The window that followed the failure before it. */
  readonly windowBefore: number | undefined
  /** Verdicts after which it went on at once. */
  readonly goneOn: Verdict[]
  ended: { readonly at: number; readonly verdict: Verdict; readonly notedAt: number } | undefined
}

/** Seconds that a token endpoint can ask to wait at most. */
const longest = 300

/** Keeps count of what the token endpoint and the secret function are asked, and when they may be. */
export class TokenLedger {
  readonly #world: World
  readonly timeout: number
  #current: Request | undefined
  #inFlight = 0
  /** The window that followed the last failure. */
  #window: number | undefined
  #coolsUntil = 0
  /** The same, with the latest time that is still right. */
  #coolsAtMost = 0

  constructor(world: World, timeout: number) {
    this.#world = world
    this.timeout = timeout
  }

  /** Whether a token request is under way, or was in this turn. */
  get busy(): boolean {
    const { loop } = this.#world
    return this.#current !== undefined && (this.#current.ended?.notedAt ?? loop.now) === loop.now
  }

  /** Whether nothing stands against asking for a token, and nobody did. */
  get idle(): boolean {
    return !this.busy && this.#world.loop.now > this.#coolsAtMost + tolerance
  }

  /** The client asks for the secret, or the token endpoint for a token. */
  asks(): void {
    const world = this.#world
    const { now } = world.loop
    const last = this.#current
    if (last && last.ended === undefined) return
    if (last?.ended && now - last.ended.at < 1 && this.#mayGoOn(last, last.ended.verdict)) {
      last.goneOn.push(last.ended.verdict)
      last.ended = undefined
      this.#window = last.windowBefore
      return
    }
    world.demand(
      world.jumpedAhead || now >= this.#coolsUntil - tolerance,
      () => `a token request ${(this.#coolsUntil - now).toFixed(1)} ms within the cool-down`,
    )
    const request: Request = {
      startedAt: now,
      windowBefore: this.#window,
      goneOn: [],
      ended: undefined,
    }
    this.#current = request
    // Whatever happens, it is over then; what has come by the end of that turn is still read.
    const over = Math.floor(now) + this.timeout
    world.loop.checkAt(over, () => {
      this.#end(request, 'away', over)
    })
  }

  /** A secret that was refused may have been rotated; under each request a connection may be stale. */
  #mayGoOn({ goneOn }: Request, verdict: Verdict): boolean {
    if (verdict === 'connection') return goneOn.at(-1) !== 'connection'
    return verdict === 'stale' && !goneOn.includes(verdict)
  }

  /** A request arrives at the endpoint. @returns to be called with how it ended */
  request(): (verdict: Verdict, asked?: Asked) => void {
    this.asks()
    this.#world.demand(this.#inFlight === 0, () => 'two token requests in flight')
    this.#inFlight++
    const request = this.#current
    let over = false
    return (verdict, asked) => {
      if (over) return
      over = true
      this.#inFlight--
      this.#end(request, verdict, this.#world.loop.now, asked)
    }
  }

  /** The secret function failed. */
  failed(): void {
    this.#end(this.#current, 'failed', this.#world.loop.now)
  }

  #end(request: Request | undefined, verdict: Verdict, at: number, asked?: Asked): void {
    if (request === undefined || request.ended !== undefined) return
    request.ended = { at, verdict, notedAt: this.#world.loop.now }
    this.#world.note(() => `token request ended: ${verdict}`)
    if (verdict === 'granted') {
      this.#window = undefined
      this.#coolsUntil = this.#coolsAtMost = 0
      return
    }
    const most = verdict === 'connection' || verdict === 'away' ? 1_500 : 30_000
    const window = Math.min(most, this.#window === undefined ? 500 : this.#window * 2)
    this.#window = window
    const wait = Math.max(window, Math.min(asked?.seconds ?? 0, longest) * 1_000)
    // If the clock jumped, a date in Retry-After may mean any time.
    const unclear = asked?.byWallClock === true
    this.#coolsUntil = at + (unclear ? window : wait)
    // If the loop was blocked, the request ended later.
    this.#coolsAtMost = this.#world.loop.now + (unclear ? longest * 1_000 : wait)
  }
}
