import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Interruption, type Stop, wait, within } from '../src/limits.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const never = (): Promise<never> => new Promise(() => undefined)

/** What something within limits has come to by now. */
function watched(
  milliseconds: number,
  signal?: AbortSignal,
  run: (stop: Stop) => Promise<unknown> = never,
) {
  const end: { value?: unknown; reason?: unknown } = {}
  void within(milliseconds, signal, run).then(
    (value) => (end.value = value),
    (reason: unknown) => (end.reason = reason),
  )
  return end
}
const by = (end: { reason?: unknown }): unknown =>
  end.reason instanceof Interruption ? end.reason.by : undefined

describe('a limit of time', () => {
  it('ends what does not settle, and not before', async () => {
    const end = watched(1_000)
    await vi.advanceTimersByTimeAsync(999)
    expect(end).toEqual({})
    await vi.advanceTimersByTimeAsync(2)
    expect(by(end)).toBe('time')
    expect(String(end.reason)).toContain('time')
  })

  it('passes on what settles before, and leaves no timer behind', async () => {
    const reason = new Error('own')
    const settled = watched(1_000, undefined, () => Promise.resolve('value'))
    const failed = watched(1_000, undefined, () => Promise.reject(reason))
    await vi.advanceTimersByTimeAsync(0)
    expect([settled, failed]).toEqual([{ value: 'value' }, { reason }])
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([2 ** 31 - 1, 2 ** 31, 2 ** 40])('may be as long as %d ms', async (milliseconds) => {
    const end = watched(milliseconds)
    await vi.advanceTimersByTimeAsync(2 ** 31 - 2)
    expect(end).toEqual({})
    await vi.advanceTimersByTimeAsync(2)
    expect(by(end)).toBe('time')
  })

  it.each([0, -5])('of %d ms is over at once', async (milliseconds) => {
    const end = watched(milliseconds)
    await vi.advanceTimersByTimeAsync(1)
    expect(by(end)).toBe('time')
  })

  it('leaves no listener behind', async () => {
    const { signal } = new AbortController()
    const remove = vi.spyOn(signal, 'removeEventListener')
    watched(1_000, signal)
    await vi.advanceTimersByTimeAsync(1_001)
    expect(remove).toHaveBeenCalledTimes(1)
  })
})

describe('the signal of a caller', () => {
  it('ends what runs, at once', async () => {
    const controller = new AbortController()
    const end = watched(1_000, controller.signal)
    controller.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(by(end)).toBe('caller')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that was aborted before lets nothing run', async () => {
    const run = vi.fn(never)
    const end = watched(1_000, AbortSignal.abort(), run)
    await vi.advanceTimersByTimeAsync(0)
    expect(by(end)).toBe('caller')
    expect(run).not.toHaveBeenCalled()
  })

  it('has one listener, however many share it, and none after the last', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const add = vi.spyOn(signal, 'addEventListener')
    const remove = vi.spyOn(signal, 'removeEventListener')
    const first = watched(1_000, signal)
    const second = watched(2_000, signal)
    const third = watched(3_000, signal)
    expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([1, 0])
    await vi.advanceTimersByTimeAsync(1_001)
    expect([by(first), remove.mock.calls.length]).toEqual(['time', 0])
    await vi.advanceTimersByTimeAsync(1_000)
    expect([by(second), remove.mock.calls.length]).toEqual(['time', 0])
    // The end of some is not the end of the others.
    controller.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(by(third)).toBe('caller')
    expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([1, 1])
    expect(remove.mock.calls[0]?.slice(0, 2)).toEqual(add.mock.calls[0]?.slice(0, 2))
  })

  it('is listened to again by what begins later', async () => {
    const controller = new AbortController()
    const first = watched(1_000, controller.signal)
    await vi.advanceTimersByTimeAsync(1_001)
    const second = watched(1_000, controller.signal)
    controller.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect([by(first), by(second)]).toEqual(['time', 'caller'])
  })

  it('ends all who share it', async () => {
    const controller = new AbortController()
    const ends = [1, 2, 3].map(() => watched(1_000, controller.signal))
    controller.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(ends.map(by)).toEqual(['caller', 'caller', 'caller'])
  })
})

describe('what runs', () => {
  /** What something was told of its end by the two ways, when it asked before it or after. */
  async function ending(ends: (controller: AbortController) => unknown) {
    const controller = new AbortController()
    let stop: Stop | undefined
    const early = vi.fn()
    const end = watched(1_000, controller.signal, (given) => {
      stop = given
      stop.onStop(early)
      return never()
    })
    const signal = stop?.signal
    const before = [stop?.stopped, signal?.aborted, early.mock.calls.length]
    await ends(controller)
    const late = vi.fn()
    const after = [stop?.stopped, signal?.aborted, early.mock.calls.length]
    stop?.onStop(late)
    return { before, after, late: late.mock.calls.length, end, stop }
  }

  it.each<[string, (controller: AbortController) => unknown]>([
    ['the time', () => vi.advanceTimersByTimeAsync(1_001)],
    [
      'the caller',
      (controller) => {
        controller.abort()
      },
    ],
  ])('is told by signal and callback when %s ends it, and later at once', async (_, ends) => {
    const { before, after, late } = await ending(ends)
    expect(before).toEqual([false, false, 0])
    expect(after).toEqual([true, true, 1])
    expect(late).toBe(1)
  })

  it('has a signal that is aborted where it asks for one after its end', async () => {
    let stop: Stop | undefined
    watched(1_000, undefined, (given) => {
      stop = given
      return never()
    })
    await vi.advanceTimersByTimeAsync(1_001)
    expect(stop?.signal.aborted).toBe(true)
  })

  it('has one signal, and the callback that it gave last', async () => {
    const callbacks = [vi.fn(), vi.fn()]
    const signals = new Set<AbortSignal>()
    watched(1_000, undefined, (stop) => {
      for (const callback of callbacks) {
        stop.onStop(callback)
        signals.add(stop.signal)
      }
      return never()
    })
    await vi.advanceTimersByTimeAsync(1_001)
    expect(callbacks.map(({ mock }) => mock.calls.length)).toEqual([0, 1])
    expect([...signals].map(({ aborted }) => aborted)).toEqual([true])
  })

  it('is not told of an end after it settled', async () => {
    const controller = new AbortController()
    const callback = vi.fn()
    let stop: Stop | undefined
    watched(1_000, controller.signal, (given) => {
      stop = given
      stop.onStop(callback)
      return Promise.resolve()
    })
    await vi.advanceTimersByTimeAsync(0)
    controller.abort()
    await vi.advanceTimersByTimeAsync(2_000)
    expect([callback.mock.calls.length, stop?.stopped, stop?.signal.aborted]).toEqual([
      0,
      false,
      false,
    ])
  })
})

describe('an end that what runs knows more of', () => {
  const ended = async (callback: () => unknown): Promise<unknown> => {
    const end = watched(1_000, undefined, (stop) => {
      stop.onStop(callback)
      return never()
    })
    await vi.advanceTimersByTimeAsync(1_001)
    return end.reason
  }

  it('proves that nothing was sent where it says so, and only then', async () => {
    expect(await ended(() => 'not_sent')).toMatchObject({ by: 'time', unsent: true })
    for (const said of ['sent', '', undefined, true])
      expect(await ended(() => said)).toMatchObject({ by: 'time', unsent: false })
    expect(new Interruption('caller').unsent).toBe(false)
  })

  it('is none where it says nothing, or throws', async () => {
    const broken = (): never => {
      throw new Error('x')
    }
    expect(await ended(broken)).toMatchObject({ by: 'time', unsent: false })
    const silent = watched(1_000)
    await vi.advanceTimersByTimeAsync(1_001)
    expect(silent.reason).toMatchObject({ by: 'time', unsent: false })
  })

  it('tells what asks afterwards too, and survives its throwing', async () => {
    let stop: Stop | undefined
    watched(1_000, undefined, (given) => {
      stop = given
      return never()
    })
    await vi.advanceTimersByTimeAsync(1_001)
    expect(() =>
      stop?.onStop(() => {
        throw new Error('x')
      }),
    ).not.toThrow()
  })
})

describe('an answer that lies in the socket when the time is up', () => {
  /** What ends first: the time, or what is read one turn of the loop later. */
  async function racing(): Promise<unknown> {
    const end = watched(1_000, undefined, (stop) => {
      const read = new Promise((resolve) => {
        setTimeout(() => {
          void Promise.resolve().then(() => {
            resolve('answer')
          })
        }, 1_000)
      })
      stop.onStop(vi.fn())
      return read
    })
    await vi.advanceTimersByTimeAsync(1_002)
    return end.value
  }

  it('is read first', async () => {
    expect(await racing()).toBe('answer')
  })

  it('is read first where there is no setImmediate, as in a page', async () => {
    vi.stubGlobal('setImmediate', undefined)
    expect(await racing()).toBe('answer')
    vi.unstubAllGlobals()
  })

  it('is left where nothing comes in that turn', async () => {
    const immediate = vi.spyOn(globalThis, 'setImmediate')
    const end = watched(1_000)
    await vi.advanceTimersByTimeAsync(1_001)
    expect([by(end), immediate.mock.calls.length]).toEqual(['time', 1])
  })

  it('is late where the caller aborted before that turn', async () => {
    const controller = new AbortController()
    const callback = vi.fn()
    const end = watched(1_000, controller.signal, (stop) => {
      stop.onStop(callback)
      setTimeout(() => {
        controller.abort()
      }, 1_000)
      return never()
    })
    await vi.advanceTimersByTimeAsync(1_002)
    expect([by(end), callback.mock.calls.length]).toEqual(['caller', 1])
  })
})

describe('a wait', () => {
  it('ends well after its time', async () => {
    const done = vi.fn()
    void wait(1_000, undefined).then(done)
    await vi.advanceTimersByTimeAsync(999)
    expect(done).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2)
    expect(done).toHaveBeenCalledTimes(1)
  })

  it('ends at once where the caller aborts', async () => {
    const controller = new AbortController()
    const end = expect(wait(1_000, controller.signal)).rejects.toMatchObject({ by: 'caller' })
    controller.abort()
    await end
    await expect(wait(1_000, controller.signal)).rejects.toBeInstanceOf(Interruption)
  })
})
