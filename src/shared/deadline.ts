// shared/: small tools that every other folder of src/ uses. It imports none of those folders.

/** Why something was ended before it settled. */
export class Interruption extends Error {
  constructor(
    readonly by: 'time' | 'caller',
    /** Whether what was ended is sure that nothing was sent. */
    readonly unsent = false,
  ) {
    super(by)
  }
}

/** The longest delay that setTimeout takes; a longer one would fire at once. */
const maxDelay = 2 ** 31 - 1

export interface Timers {
  readonly setTimeout: typeof globalThis.setTimeout
  readonly clearTimeout: typeof globalThis.clearTimeout
  /** Pages have none. */
  readonly setImmediate?: ((callback: () => void) => unknown) | undefined
}

/** A timer that fires more than so many milliseconds after its time shows that the process stood still. */
const normalLag = 10

/**
 * What arrived while the process stood still gets so many milliseconds at most: to decode an answer, or to
 * read what did not fit into the socket, takes several turns of the loop.
 */
export const grace = 100

/**
 * Tells running work that it was ended. An AbortSignal is made only when `signal` is read, because
 * making one is slow.
 */
export class Stop {
  readonly deadline: number
  readonly #systemDeadline: number
  readonly #timers: Timers
  #timer: ReturnType<typeof setTimeout>
  readonly #unwatch: (() => void) | undefined
  readonly #interrupted: (interruption: Interruption) => void
  #over = false
  #ended = false
  #controller: AbortController | undefined
  #callback: (() => unknown) | undefined

  constructor(
    milliseconds: number,
    caller: AbortSignal | undefined,
    interrupted: (interruption: Interruption) => void,
    timers: Timers,
    maxLag: number,
  ) {
    // A negative time comes from a clock that jumped, and does not say that this process stood still.
    const left = Math.max(milliseconds, 0)
    this.deadline = performance.now() + left
    this.#systemDeadline = Date.now() + left
    this.#interrupted = interrupted
    this.#timers = timers
    const delay = Math.min(left, maxDelay)
    // Taken out first: browsers refuse a timer that is called as another object's method.
    const { setTimeout } = timers
    const end = (): void => {
      nextTurn(timers, () => this.#interrupt('time'))
    }
    this.#timer = setTimeout(() => {
      const lag = Math.min(performance.now() - this.deadline, maxLag)
      if (lag > normalLag) this.#timer = setTimeout(end, lag)
      else end()
    }, delay)
    this.#unwatch = caller && watch(caller, () => this.#interrupt('caller'))
  }

  #interrupt(by: 'time' | 'caller'): void {
    if (this.#over) return
    this.clear()
    this.#ended = true
    // Reject first: what the work settles with after the abort must come too late to count.
    this.#interrupted(new Interruption(by, this.#tell() === 'not_sent'))
    this.#controller?.abort()
  }

  #tell(): unknown {
    try {
      return this.#callback?.()
    } catch {
      return undefined
    }
  }

  get stopped(): boolean {
    return this.#ended || performance.now() >= this.deadline || Date.now() >= this.#systemDeadline
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#ended) this.#controller.abort()
    return this.#controller.signal
  }

  /**
   * Sets the function that is called once when it is ended. There is one: a second call replaces
   * the first function.
   */
  onStop(callback: () => unknown): void {
    this.#callback = callback
    if (this.#ended) this.#tell()
  }

  /** Removes the timer and the listener. */
  clear(): void {
    this.#over = true
    const { clearTimeout } = this.#timers
    clearTimeout(this.#timer)
    this.#unwatch?.()
  }
}

/**
 * Waits one turn of the event loop. A loop that was blocked runs its timers before it reads its
 * sockets, so an answer that arrived in time would else be lost to the timeout.
 */
function nextTurn({ setTimeout, setImmediate }: Timers, callback: () => void): void {
  if (setImmediate === undefined) setTimeout(callback, 0)
  else setImmediate(callback)
}

/**
 * Runs something until it settles, the time is up or the caller aborts, whichever comes first. It
 * rejects with an Interruption at once, even if the work does not stop.
 */
export function within<Result>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  run: (stop: Stop) => Promise<Result>,
  timers: Timers = globalThis,
  maxLag = grace,
): Promise<Result> {
  if (caller?.aborted === true) return Promise.reject(new Interruption('caller'))
  return new Promise((resolve, reject) => {
    const stop = new Stop(milliseconds, caller, reject, timers, maxLag)
    const settle =
      <Value>(pass: (value: Value) => void) =>
      (value: Value): void => {
        stop.clear()
        pass(value)
      }
    run(stop).then(settle(resolve), settle(reject))
  })
}

interface Watch {
  readonly callbacks: Set<() => void>
  readonly run: () => void
}

/**
 * One listener for each signal, however many calls share it: runtimes warn when a signal has many
 * listeners.
 */
const watches = new WeakMap<AbortSignal, Watch>()

function watch(signal: AbortSignal, callback: () => void): () => void {
  let shared = watches.get(signal)
  if (shared === undefined) {
    const callbacks = new Set<() => void>()
    const run = (): void => {
      for (const waiting of [...callbacks]) waiting()
    }
    watches.set(signal, (shared = { callbacks, run }))
  }
  const { callbacks, run } = shared
  if (callbacks.size === 0) signal.addEventListener('abort', run)
  callbacks.add(callback)
  return () => {
    if (callbacks.delete(callback) && callbacks.size === 0) signal.removeEventListener('abort', run)
  }
}

/** Waits, unless the caller aborts. */
export function wait(
  milliseconds: number,
  caller: AbortSignal | undefined,
  timers?: Timers,
): Promise<void> {
  const forever = new Promise<never>(() => undefined)
  return within(milliseconds, caller, () => forever, timers, 0).catch((reason: unknown) => {
    if (!(reason instanceof Interruption && reason.by === 'time')) throw reason
  })
}
