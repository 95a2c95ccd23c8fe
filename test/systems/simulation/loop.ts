import type { Random } from './random.js'

/** Waits until every promise that can go on has gone on. */
const settled = (): Promise<void> =>
  new Promise((resolve) => {
    // Ticks come when no microtask is left.
    queueMicrotask(() => process.nextTick(resolve))
  })

/** Something that is due at a time. */
class Task {
  cancelled = false

  constructor(
    readonly at: number,
    readonly run: () => void,
  ) {}
}

/** What is to come, the earliest last, so that it is taken off the end. */
class Agenda {
  readonly #tasks: Task[] = []

  add(task: Task): Task {
    // What is due at the same time happens in the order in which it was added.
    const place = this.#tasks.findIndex(({ at }) => at <= task.at)
    this.#tasks.splice(place < 0 ? this.#tasks.length : place, 0, task)
    return task
  }

  /** The time of the next task, or Infinity. */
  get next(): number {
    while (this.#tasks.at(-1)?.cancelled === true) this.#tasks.pop()
    return this.#tasks.at(-1)?.at ?? Infinity
  }

  /** Takes what is due by a time, one task after another. */
  *due(by: number): Generator<Task> {
    while (this.next <= by) yield this.#tasks.pop() as Task
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
  /** What the wall clock shows, apart from the time that passes. */
  wall = Date.UTC(2026, 2, 1)
  readonly #timers = new Agenda()
  readonly #outside = new Agenda()
  readonly #checks: (() => void)[] = []
  #immediates: Task[] = []

  constructor(
    private readonly random: Random,
    private readonly isFrozenAtTimes: boolean,
  ) {
    this.now = random.between(0, 1e6)
  }

  get date(): number {
    return Math.floor(this.wall + this.now)
  }

  /** Something from outside of the client: an answer, a new call, an abort. */
  later(delay: number, run: () => void): Task {
    return this.#outside.add(new Task(this.now + Math.max(0, delay), run))
  }

  /** The same as a promise; never kept where the delay is Infinity. */
  pause(delay: number): Promise<void> {
    return new Promise((resolve) => this.later(delay, resolve))
  }

  /** Something to check at the end of this turn. */
  afterTurn(check: () => void): void {
    this.#checks.push(check)
  }

  setTimeout(callback: () => void, delay: number): Task {
    // Node's timers know whole milliseconds of a clock that is rounded down.
    const whole = delay >= 1 && delay <= longest ? Math.trunc(delay) : 1
    return this.#timers.add(new Task(Math.floor(this.now) + whole, callback))
  }

  clearTimeout(timer: unknown): void {
    if (timer instanceof Task) timer.cancelled = true
  }

  setImmediate(callback: () => void): Task {
    const task = new Task(this.now, callback)
    this.#immediates.push(task)
    return task
  }

  /** One turn. @returns whether there was anything to do */
  async turn(): Promise<boolean> {
    if (this.#immediates.length === 0) {
      const next = Math.min(this.#timers.next, this.#outside.next)
      if (next === Infinity) return false
      this.now = Math.max(this.now, next)
      if (this.random.chance(0.2)) this.now += this.random.between(0, 2)
      this.#freeze()
    }
    await this.#run(this.#timers.due(this.now))
    this.#freeze()
    await this.#run(this.#outside.due(this.now))
    const immediates = this.#immediates
    this.#immediates = []
    await this.#run(immediates)
    for (const check of this.#checks.splice(0)) check()
    return true
  }

  async #run(tasks: Iterable<Task>): Promise<void> {
    for (const task of tasks) {
      if (task.cancelled) continue
      // It can no longer be taken back.
      task.cancelled = true
      task.run()
      await settled()
    }
  }

  /** A process is stopped wherever it is: before its timers, or so that what comes from outside comes before them. */
  #freeze(): void {
    if (this.isFrozenAtTimes && this.random.chance(0.005))
      this.now += this.random.between(10, 60_000)
  }
}
