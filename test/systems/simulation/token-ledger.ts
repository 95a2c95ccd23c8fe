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

/** How long the last window was: which of two a request began is not always known. */
interface Windows {
  /** 0 for none, as after a token. */
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
  readonly #world: World
  readonly timeout: number
  #current: Request | undefined
  #inFlight = 0
  #windows: Windows = none
  #coolsUntil = 0
  /** The same, with the latest time that is still right. */
  #coolsAtMost = 0
  /** Whether the client ended a request because no call waited, and got no token since. */
  #wasLeft = false

  constructor(world: World, timeout: number) {
    this.#world = world
    this.timeout = timeout
  }

  /** Whether a token request is under way, or was in this turn, or may be repeated. */
  get busy(): boolean {
    const { loop } = this.#world
    if (this.#current === undefined) return false
    const { ended, repeats } = this.#current
    const wait = ended?.verdict === 'connection' ? 250 * 2 ** repeats + tolerance : 0
    return (ended?.notedAt ?? loop.now) + wait >= loop.now
  }

  /** Whether nothing stands against asking for a token, and nobody did. */
  get idle(): boolean {
    return !this.busy && this.#world.loop.now > this.#coolsAtMost + tolerance
  }

  /** The client asks for the secret, or the token endpoint for a token. */
  asks(isForSecret = false): void {
    const world = this.#world
    const { now } = world.loop
    const last = this.#current
    if (isForSecret && last?.isSent === false) this.#end(last, 'unsure', now)
    if (last && last.ended === undefined) return
    if (last?.ended?.verdict === 'stale' && !last.renewed && now - last.ended.at < 1) {
      last.renewed = true
      last.ended = undefined
      this.#windows = last.before
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
    const { now } = this.#world.loop
    const [least, most] = [125 * 2 ** repeats, 250 * 2 ** repeats].map((wait) => ended.at + wait)
    if (now < (least ?? 0) - tolerance) return false
    return now <= (most ?? 0) + tolerance || now < this.#coolsUntil
  }

  /** A request arrives at the endpoint. @returns to be called with how it ended */
  request(): (verdict: Verdict, asked?: Asked) => void {
    this.asks()
    this.#world.demand(this.#inFlight === 0, () => 'two token requests in flight')
    this.#inFlight++
    const request = this.#current
    if (request) request.isSent = true
    let over = false
    return (verdict, asked) => {
      if (over) return
      over = true
      this.#inFlight--
      const { now } = this.#world.loop
      const isLate = verdict === 'left' && now >= (request?.over ?? 0)
      this.#end(request, isLate ? 'away' : verdict, now, asked)
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
    if (verdict === 'left') {
      this.#world.demand(!this.#wasLeft, () => 'two token requests in a row were ended')
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
    const most = verdict === 'connection' || verdict === 'away' ? 1_500 : 30_000
    const next = (window: number): number => Math.min(most, window === 0 ? 500 : window * 2)
    const { least } = this.#windows
    this.#windows = { least: isSure ? next(least) : least, most: next(this.#windows.most) }
    const wanted = Math.min(asked?.seconds ?? 0, longest) * 1_000
    const wait = (window: number): number => Math.max(window, wanted)
    // If the clock jumped, a date in Retry-After may mean any time.
    const unclear = asked?.byWallClock === true
    if (isSure) this.#coolsUntil = at + (unclear ? this.#windows.least : wait(this.#windows.least))
    // If the loop was blocked, the request ended later.
    this.#coolsAtMost =
      this.#world.loop.now + (unclear ? longest * 1_000 : wait(this.#windows.most))
  }
}
