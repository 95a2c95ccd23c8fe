// shared/: small tools that every other folder of src/ uses. It imports none of those folders.

/** The reason for which work was ended before it settled. */
export class Interruption extends Error {
  constructor(
    readonly by: 'time' | 'caller',
    /** Whether the work that was ended is sure that nothing was sent. */
    readonly unsent = false,
  ) {
    super(by)
  }
}

type NextTurn = (callback: () => void) => unknown

/** The longest delay that setTimeout takes; a longer one would fire at once. */
const maxDelay = 2 ** 31 - 1

/** Tells running work that it was ended. The AbortSignal is made at its first read, because that is slow. */
export class Stop {
  readonly deadline: number
  ended = false
  /** The last failure of the work that was tried again. */
  lastError: unknown
  readonly #systemDeadline: number
  #controller: AbortController | undefined
  #callback: (() => unknown) | undefined

  constructor(milliseconds: number) {
    this.deadline = performance.now() + milliseconds
    this.#systemDeadline = Date.now() + milliseconds
  }

  /** Both clocks count: one stands still while the machine is suspended, and the other may be set back. */
  get stopped(): boolean {
    return this.ended || performance.now() >= this.deadline || Date.now() >= this.#systemDeadline
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.ended) this.#controller.abort()
    return this.#controller.signal
  }

  /** Sets the one function that is called when the work is ended. */
  onStop(callback: () => unknown): void {
    this.#callback = callback
    if (this.ended) this.#tell()
  }

  /** `reject` is called before the abort, so that a result of the aborted work comes too late to count. */
  end(by: 'time' | 'caller', reject: (interruption: Interruption) => void): void {
    this.ended = true
    reject(new Interruption(by, this.#tell() === 'not_sent'))
    this.#controller?.abort()
  }

  #tell(): unknown {
    try {
      return this.#callback?.()
    } catch {
      return undefined
    }
  }
}

/**
 * Runs work until it settles, the time is up or the caller aborts. An Interruption rejects at once,
 * also if the work goes on.
 */
export function within<Result>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  run: (stop: Stop) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const left = Math.max(milliseconds, 0)
    const stop = new Stop(left)
    let over = false
    let unwatch: (() => void) | undefined
    const clear = (): void => {
      over = true
      clearTimeout(timer)
      unwatch?.()
    }
    const end = (by: 'time' | 'caller'): void => {
      if (over) return
      clear()
      stop.end(by, reject)
    }
    // A timer runs before the sockets are read: without one more turn, an answer that came in time would be lost.
    const { setImmediate: nextTurn = setTimeout } = globalThis as { setImmediate?: NextTurn }
    const timer = setTimeout(() => nextTurn(() => end('time')), Math.min(left, maxDelay))
    if (caller) unwatch = Watch.start(caller, () => end('caller'))
    // A signal that aborted before the listener was added, or during that, calls no listener.
    if (caller?.aborted === true) end('caller')
    if (stop.ended) return
    // A reason is passed on as it is, also one that is no error.
    const fail: (reason: unknown) => void = reject
    // `finally` would make three more promises.
    run(stop).then(
      (result) => {
        clear()
        resolve(result)
      },
      (reason: unknown) => {
        clear()
        fail(reason)
      },
    )
  })
}

/** One listener for each signal, however many calls share it: Node.js 20 warns of more than ten. */
class Watch extends Set<() => void> {
  static readonly #all = new WeakMap<AbortSignal, Watch>()
  readonly #run = (): void => [...this].forEach((callback) => callback())

  static start(signal: AbortSignal, callback: () => void): () => void {
    const watch = Watch.#all.get(signal) ?? new Watch()
    Watch.#all.set(signal, watch)
    if (watch.size === 0) signal.addEventListener('abort', watch.#run)
    watch.add(callback)
    return () => {
      if (watch.delete(callback) && watch.size === 0)
        signal.removeEventListener('abort', watch.#run)
    }
  }
}

/** The original `setImmediate`: fake timers of a test would stop every later call. Simulations set their own. */
export const turns = { next: (globalThis as { setImmediate?: NextTurn }).setImmediate }
const waiting: (() => void)[] = []

/**
 * Resolves in a new turn of the event loop, shared by at most 16 callers: Node writes the frames of HTTP/2 at the end
 * of a turn, after all other work of the turn. A page has no such turns.
 */
export function newTurn(): Promise<void> {
  const { next } = turns
  if (!next) return Promise.resolve()
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) next(startSome)
  })
}

function startSome(): void {
  const some = waiting.splice(0, 16)
  if (waiting.length > 0) turns.next?.(startSome)
  for (const start of some) start()
}

/** Waits, until the time is over or the caller aborts. */
export function wait(milliseconds: number, caller: AbortSignal | undefined): Promise<void> {
  const forever = new Promise<never>(() => undefined)
  return within(milliseconds, caller, () => forever).catch((reason: unknown) => {
    if (!(reason instanceof Interruption && reason.by === 'time')) throw reason
  })
}
