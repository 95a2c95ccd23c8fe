import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Interruption, newTurn, type Stop, within } from '../../src/shared/deadline.js'
import { useFakeClock } from '../support/clock.js'
import { listen } from '../support/listen.js'

useFakeClock()

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

it.each<[string, (controller: AbortController) => unknown]>([
  ['the time', () => vi.advanceTimersByTimeAsync(1_001)],
  ['the caller', (controller) => controller.abort()],
])(
  'what runs is told by signal and callback when %s ends it, and later at once',
  async (_, ends) => {
    const controller = new AbortController()
    const stops: Stop[] = []
    const [early, late] = [vi.fn(), vi.fn()]
    watched(1_000, controller.signal, (given) => {
      stops.push(given)
      given.onStop(early)
      return never()
    })
    const told = () => stops.map(({ stopped, signal }) => [stopped, signal.aborted])
    expect([told(), early.mock.calls.length]).toEqual([[[false, false]], 0])
    await ends(controller)
    stops[0]?.onStop(late)
    expect([told(), early.mock.calls.length, late.mock.calls.length]).toEqual([
      [[true, true]],
      1,
      1,
    ])
  },
)

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

/** What ends first where the loop stood still: the time, or what is read from the socket then. */
async function racing(): Promise<unknown> {
  vi.useRealTimers()
  const server = createServer()
  const { port, stop } = await listen(server)
  const reading = connect(port, '127.0.0.1')
  const [socket] = (await once(server, 'connection')) as [Socket]
  const read = async (): Promise<string> => {
    const data = once(reading, 'data')
    socket.end('answer')
    const until = performance.now() + 100
    while (performance.now() < until);
    return String(await data)
  }
  return within(50, undefined, read).finally(stop)
}

it('an answer that lies in the socket when the time is up is read first', async () => {
  expect(await racing()).toBe('answer')
})

// Where a millisecond passes before the socket is read, the timer in its place is over as well.
it(
  'an answer that lies in the socket when the time is up is read first where there is no setImmediate, as in a page',
  { retry: 5 },
  async () => {
    vi.useRealTimers()
    vi.stubGlobal('setImmediate', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(await racing()).toBe('answer')
  },
)

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

it.each<[string, boolean, () => unknown]>([
  [
    'stopped by the monotonic clock',
    true,
    () => vi.spyOn(performance, 'now').mockReturnValue(1e12),
  ],
  ['stopped by the clock of the system', true, () => vi.setSystemTime(Date.now() + 1_000)],
  ['not stopped by a clock that was set back', false, () => vi.setSystemTime(0)],
])('what runs past its deadline though no timer ran is %s', (_, stopped, jump) => {
  let stop: Stop | undefined
  watched(1_000, undefined, (given) => {
    stop = given
    return never()
  })
  expect([stop?.stopped, stop?.signal.aborted]).toEqual([false, false])
  jump()
  expect([stop?.stopped, stop?.signal.aborted]).toEqual([stopped, false])
})

it('a limit of time passes on what settles before, and leaves no timer behind', async () => {
  const reason = new Error('own')
  const settled = watched(1_000, undefined, () => Promise.resolve('value'))
  const failed = watched(1_000, undefined, () => Promise.reject(reason))
  await vi.advanceTimersByTimeAsync(0)
  expect([settled, failed]).toEqual([{ value: 'value' }, { reason }])
  expect(vi.getTimerCount()).toBe(0)
})

it.each([2 ** 31 - 1, 2 ** 31, 2 ** 40])(
  'a limit of time may be as long as %d ms',
  async (milliseconds) => {
    const end = watched(milliseconds)
    await vi.advanceTimersByTimeAsync(2 ** 31 - 2)
    expect(end).toEqual({})
    await vi.advanceTimersByTimeAsync(2)
    expect(by(end)).toBe('time')
  },
)

it('the signal of a caller has one listener, however many share it, and none after the last', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const add = vi.spyOn(signal, 'addEventListener')
  const remove = vi.spyOn(signal, 'removeEventListener')
  const listened = () => [add.mock.calls.length, remove.mock.calls.length]
  const [first, second] = [watched(1_000, signal), watched(2_000, signal)]
  await vi.advanceTimersByTimeAsync(1_001)
  // One has ended; the listener stays for the other.
  expect([by(first), by(second), ...listened()]).toEqual(['time', undefined, 1, 0])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([by(second), ...listened()]).toEqual(['time', 1, 1])
  expect(remove.mock.calls[0]?.slice(0, 2)).toEqual(add.mock.calls[0]?.slice(0, 2))
  const later = watched(1_000, signal)
  controller.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect([by(later), ...listened()]).toEqual(['caller', 2, 2])
})

it('an abort that comes while the listener is added ends it, and nothing is run', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const run = vi.fn(never)
  vi.spyOn(signal, 'addEventListener').mockImplementation(() => controller.abort())
  const end = watched(1_000, signal, run)
  await vi.advanceTimersByTimeAsync(0)
  expect([by(end), run.mock.calls.length, vi.getTimerCount()]).toEqual(['caller', 0, 0])
})

it('a new turn is shared by a few, however many wait for one', async () => {
  vi.useRealTimers()
  const turns: number[] = []
  let turn = 0
  let isCounting = true
  const count = (): void => {
    turn++
    if (isCounting) setImmediate(count)
  }
  count()
  const startedIn = turn
  await Promise.all(Array.from({ length: 100 }, () => newTurn().then(() => turns.push(turn))))
  isCounting = false
  const counts = [...new Set(turns)].map((one) => turns.filter((other) => other === one).length)
  expect([turns[0] === startedIn, Math.max(...counts)]).toEqual([false, 16])
})
