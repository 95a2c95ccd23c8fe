import { describe, expect, it, vi } from 'vitest'
import { Interruption, type Stop } from '../src/limits.js'
import { useFakeClock } from './support/clock.js'
import { by, never, watched } from './support/within.js'

useFakeClock()

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
