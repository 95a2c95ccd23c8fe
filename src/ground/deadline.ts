// ground/: what every room stands on. It imports nothing of the others.

/** Why something was ended before it settled. */
export class Interruption extends Error {
  constructor(
    readonly by: 'time' | 'caller',
    /** What runs knows that nothing was sent. */
    readonly unsent = false,
  ) {
    super(by)
  }
}

/** The longest delay that timers know. */
const longestDelay = 2 ** 31 - 1

/** Tells what runs that it was ended. A signal is made only for what asks for one: it is dear. */
export class Stop {
  stopped = false
  readonly #timer: ReturnType<typeof setTimeout>
  readonly #unwatch: (() => void) | undefined
  readonly #interrupted: (interruption: Interruption) => void
  #over = false
  #controller: AbortController | undefined
  #callback: (() => unknown) | undefined

  constructor(
    milliseconds: number,
    caller: AbortSignal | undefined,
    interrupted: (interruption: Interruption) => void,
  ) {
    this.#interrupted = interrupted
    const delay = Math.min(Math.max(milliseconds, 0), longestDelay)
    this.#timer = setTimeout(() => {
      nextTurn(() => {
        this.#interrupt('time')
      })
    }, delay)
    this.#unwatch =
      caller &&
      watch(caller, () => {
        this.#interrupt('caller')
      })
  }

  #interrupt(by: 'time' | 'caller'): void {
    if (this.#over) return
    this.clear()
    this.stopped = true
    // What it settles with now comes later than this interruption.
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

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.stopped) this.#controller.abort()
    return this.#controller.signal
  }

  /** Calls back once, at the end; a second callback takes the place of the first. */
  onStop(callback: () => unknown): void {
    this.#callback = callback
    if (this.stopped) this.#tell()
  }

  /** Leaves neither timer nor listener behind. */
  clear(): void {
    this.#over = true
    clearTimeout(this.#timer)
    this.#unwatch?.()
  }
}

/**
 * A loop that stood still runs its timers before it reads its sockets: an answer that lies there gets
 * one turn to be read. Pages have no `setImmediate`.
 */
function nextTurn(callback: () => void): void {
  const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => unknown }
  if (setImmediate === undefined) setTimeout(callback, 0)
  else setImmediate(callback)
}

/**
 * Runs something until it settles, the time is up or the caller aborts, whichever comes first. It
 * rejects with an Interruption at once, also where what runs ignores that it was ended.
 */
export function within<Result>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  run: (stop: Stop) => Promise<Result>,
): Promise<Result> {
  if (caller?.aborted === true) return Promise.reject(new Interruption('caller'))
  return new Promise((resolve, reject) => {
    const stop = new Stop(milliseconds, caller, reject)
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

/** One listener for each signal, however many calls share it: runtimes warn of many. */
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
export function wait(milliseconds: number, caller: AbortSignal | undefined): Promise<void> {
  const forever = new Promise<never>(() => undefined)
  return within(milliseconds, caller, () => forever).catch((reason: unknown) => {
    if (!(reason instanceof Interruption && reason.by === 'time')) throw reason
  })
}
