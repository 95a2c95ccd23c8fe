/** Why something was ended before it settled. */
export class Interruption extends Error {
  constructor(readonly by: 'time' | 'caller') {
    super(by)
  }
}

/** The longest delay that timers know. */
const longest = 2 ** 31 - 1

/**
 * Runs something until it settles, the time is up or the caller aborts, whichever comes first. It
 * rejects with an Interruption at once, also where what runs ignores its signal, and leaves neither
 * timer nor listener behind.
 */
export function within<Result>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (caller?.aborted === true) {
      reject(new Interruption('caller'))
      return
    }
    const stop = new AbortController()
    const interrupt = (by: 'time' | 'caller'): void => {
      clear()
      reject(new Interruption(by))
      stop.abort()
    }
    const onAbort = interrupt.bind(undefined, 'caller')
    const timer = setTimeout(interrupt, Math.min(Math.max(milliseconds, 0), longest), 'time')
    const clear = (): void => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', onAbort)
    }
    caller?.addEventListener('abort', onAbort)
    run(stop.signal).finally(clear).then(resolve, reject)
  })
}

/** Waits, unless the caller aborts. */
export function wait(milliseconds: number, caller: AbortSignal | undefined): Promise<void> {
  const forever = new Promise<never>(() => undefined)
  return within(milliseconds, caller, () => forever).catch((reason: unknown) => {
    if (!(reason instanceof Interruption && reason.by === 'time')) throw reason
  })
}
