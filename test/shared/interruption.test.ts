import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { Interruption, type Stop, within } from '../../src/shared/deadline.js'
import { useFakeClock } from '../support/clock.js'
import { listen } from '../support/listen.js'
import { by, never, watched } from '../support/within.js'

useFakeClock()

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
  ['the caller', (controller) => controller.abort()],
])(
  'what runs is told by signal and callback when %s ends it, and later at once',
  async (_, ends) => {
    const { before, after, late } = await ending(ends)
    expect(before).toEqual([false, false, 0])
    expect(after).toEqual([true, true, 1])
    expect(late).toBe(1)
  },
)

it('what runs has a signal that is aborted where it asks for one after its end', async () => {
  let stop: Stop | undefined
  watched(1_000, undefined, (given) => {
    stop = given
    return never()
  })
  await vi.advanceTimersByTimeAsync(1_001)
  expect(stop?.signal.aborted).toBe(true)
})

it('what runs has one signal, and the callback that it gave last', async () => {
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

it('what runs is not told of an end after it settled', async () => {
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
  await vi.advanceTimersByTimeAsync(900)
  expect([callback.mock.calls.length, stop?.stopped]).toEqual([0, false])
  // Its deadline is one all the same, for what still wants to send.
  await vi.advanceTimersByTimeAsync(200)
  expect([callback.mock.calls.length, stop?.stopped, stop?.signal.aborted]).toEqual([
    0,
    true,
    false,
  ])
})

const ended = async (callback: () => unknown): Promise<unknown> => {
  const end = watched(1_000, undefined, (stop) => {
    stop.onStop(callback)
    return never()
  })
  await vi.advanceTimersByTimeAsync(1_001)
  return end.reason
}

it('an end that what runs knows more of proves that nothing was sent where it says so, and only then', async () => {
  expect(await ended(() => 'not_sent')).toMatchObject({ by: 'time', unsent: true })
  for (const said of ['sent', '', undefined, true])
    expect(await ended(() => said)).toMatchObject({ by: 'time', unsent: false })
  expect(new Interruption('caller').unsent).toBe(false)
})

it('an end that what runs knows more of is none where it says nothing, or throws', async () => {
  const broken = (): never => {
    throw new Error('x')
  }
  expect(await ended(broken)).toMatchObject({ by: 'time', unsent: false })
  const silent = watched(1_000)
  await vi.advanceTimersByTimeAsync(1_001)
  expect(silent.reason).toMatchObject({ by: 'time', unsent: false })
})

it('an end that what runs knows more of tells what asks afterwards too, and survives its throwing', async () => {
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

/** What ends first where the loop stood still: the time, or what is read from the socket then. */
async function racing(): Promise<unknown> {
  vi.useRealTimers()
  const { port, stop } = await listen((socket) => {
    socket.end('answer')
    const until = performance.now() + 100
    while (performance.now() < until);
  })
  const read = async (): Promise<string> => {
    const [data] = (await once(connect(port, '127.0.0.1'), 'data')) as [Buffer]
    return String(data)
  }
  return within(50, undefined, read).finally(stop)
}

it('an answer that lies in the socket when the time is up is read first', async () => {
  expect(await racing()).toBe('answer')
})

it('an answer that lies in the socket when the time is up is read first where there is no setImmediate, as in a page', async () => {
  vi.useRealTimers()
  vi.stubGlobal('setImmediate', undefined)
  expect(await racing()).toBe('answer')
  vi.unstubAllGlobals()
})

it('an answer that lies in the socket when the time is up is late where the caller aborted before that turn', async () => {
  const controller = new AbortController()
  const callback = vi.fn()
  const end = watched(1_000, controller.signal, (stop) => {
    stop.onStop(callback)
    return never()
  })
  vi.advanceTimersByTime(1_000)
  controller.abort()
  await vi.advanceTimersByTimeAsync(1)
  expect([by(end), callback.mock.calls.length]).toEqual(['caller', 1])
})

it.each<[string, () => unknown]>([
  ['the monotonic clock', () => vi.spyOn(performance, 'now').mockReturnValue(1e12)],
  ['the clock of the system', () => vi.setSystemTime(Date.now() + 1_000)],
])('what runs past its deadline though no timer ran is stopped by %s', (_, jump) => {
  let stop: Stop | undefined
  watched(1_000, undefined, (given) => {
    stop = given
    return never()
  })
  expect([stop?.stopped, stop?.signal.aborted]).toEqual([false, false])
  jump()
  expect([stop?.stopped, stop?.signal.aborted]).toEqual([true, false])
})

it('what runs past its deadline though no timer ran is not stopped by a clock that was set back', () => {
  let stop: Stop | undefined
  watched(1_000, undefined, (given) => {
    stop = given
    return never()
  })
  vi.setSystemTime(0)
  expect(stop?.stopped).toBe(false)
})
