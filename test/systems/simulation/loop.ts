import { Agenda, type Task } from './agenda.js'
import type { Random } from './random.js'

/** Waits until every promise that can go on has gone on. */
const settled = (): Promise<void> =>
  new Promise((resolve) => {
    // Ticks come when no microtask is left.
    queueMicrotask(() => process.nextTick(resolve))
  })

/** What setTimeout returns. */
class Timer {
  constructor(readonly task: Task) {}
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return true
  }
}

/** By how much timers may come early: they know whole milliseconds of a clock that is rounded down. */
export const tolerance = 2

const longest = 2 ** 31 - 1

/**
 * An event loop with a time of its own, in the phases of Node's: timers, then what came from
 * outside, then immediates. Now and then it stands still, and everything that is due comes at once.
 */
export class Loop {
  /** Milliseconds by the monotonic clock. */
  now: number
  /** When the turn before this one began: what was due then has been done. */
  lastTurn = 0
  /** What the wall clock shows, apart from the time that passes. */
  wall = Date.UTC(2026, 2, 1)
  /** Whether it ever stood still. */
  everStoodStill = false
  /** Timers of the client that are waiting. */
  timers = 0
  readonly #random: Random
  readonly #stalls: boolean
  readonly #freezes: boolean
  #timersRanAt = 0
  #order = 0
  readonly #timers = new Agenda()
  readonly #outside = new Agenda()
  readonly #checks = new Agenda()
  #immediates: Task[] = []

  constructor(random: Random, stalls: boolean, freezes: boolean) {
    this.#random = random
    this.#stalls = stalls
    this.#freezes = freezes
    this.now = random.between(0, 1e6)
  }

  get date(): number {
    return Math.floor(this.wall + this.now)
  }

  /** Something from outside of the client: an answer, a new call, an abort. */
  later(delay: number, run: () => void): Task {
    return this.#put(this.#outside, this.now + delay, run)
  }

  /** Something to check at the end of the first turn at or after a time. */
  checkAt(time: number, run: () => void): Task {
    return this.#put(this.#checks, time, run)
  }

  /** The same, once what was due then has run: a process that was frozen does each step of a call a turn later. */
  checkAfter(time: number, run: () => void, turns = 3): void {
    this.checkAt(time, () =>
      turns === 0 ? run() : this.checkAfter(this.now + tolerance, run, turns - 1),
    )
  }

  setTimeout(callback: () => void, delay: number): Timer {
    // Node's timers know whole milliseconds of a clock that is rounded down.
    const whole = delay >= 1 && delay <= longest ? Math.trunc(delay) : 1
    this.timers++
    const run = (): void => {
      this.timers--
      callback()
    }
    return new Timer(this.#put(this.#timers, Math.floor(this.now) + whole, run))
  }

  clearTimeout(timer: unknown): void {
    if (!(timer instanceof Timer) || timer.task.cancelled) return
    timer.task.cancelled = true
    this.timers--
  }

  setImmediate(callback: () => void): Task {
    const task = { at: this.now, order: 0, run: callback, cancelled: false }
    this.#immediates.push(task)
    return task
  }

  clearImmediate(task: unknown): void {
    const found = this.#immediates.find((waiting) => waiting === task)
    if (found) found.cancelled = true
  }

  #put(agenda: Agenda, at: number, run: () => void): Task {
    const task: Task = { at, order: this.#order++, run, cancelled: false }
    agenda.add(task)
    return task
  }

  /** One turn. @returns whether there was anything to do */
  async turn(): Promise<boolean> {
    if (this.#immediates.length === 0) {
      const next = Math.min(this.#timers.next, this.#outside.next)
      if (next === Infinity) return false
      this.lastTurn = this.#timersRanAt
      const late = this.#lateness()
      this.now = Math.max(this.now, next) + late
      this.everStoodStill ||= late >= 10
    }
    await this.#runDue(this.#timers)
    this.#timersRanAt = this.now
    this.#freeze()
    await this.#runDue(this.#outside)
    const immediates = this.#immediates
    this.#immediates = []
    for (const { cancelled, run } of immediates) {
      if (cancelled) continue
      run()
      await settled()
    }
    for (let task = this.#checks.take(this.now); task; task = this.#checks.take(this.now))
      if (!task.cancelled) task.run()
    return true
  }

  /** A process is stopped wherever it is: what comes from outside then comes before any timer. */
  #freeze(): void {
    const random = this.#random
    if (!this.#freezes || !random.chance(0.01)) return
    this.now += random.between(10, 60_000)
    this.everStoodStill = true
  }

  #lateness(): number {
    const random = this.#random
    if (!random.chance(0.2)) return 0
    return this.#stalls && random.chance(0.02) ? random.between(10, 15_000) : random.between(0, 2)
  }

  async #runDue(agenda: Agenda): Promise<void> {
    for (let task = agenda.take(this.now); task; task = agenda.take(this.now)) {
      // It can no longer be taken back.
      task.cancelled = true
      task.run()
      await settled()
    }
  }
}
