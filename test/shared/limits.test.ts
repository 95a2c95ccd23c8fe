import { expect, it, vi } from 'vitest'
import { Interruption, wait } from '../../src/shared/deadline.js'
import { useFakeClock } from '../support/clock.js'
import { by, never, watched } from '../support/within.js'

useFakeClock()

it('a limit of time ends what does not settle, and not before', async () => {
  const end = watched(1_000)
  await vi.advanceTimersByTimeAsync(999)
  expect(end).toEqual({})
  await vi.advanceTimersByTimeAsync(2)
  expect(by(end)).toBe('time')
  expect(String(end.reason)).toContain('time')
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

it.each([0, -5])('a limit of time of %d ms is over at once', async (milliseconds) => {
  const end = watched(milliseconds)
  await vi.advanceTimersByTimeAsync(1)
  expect(by(end)).toBe('time')
})

it('a limit of time leaves no listener behind', async () => {
  const { signal } = new AbortController()
  const remove = vi.spyOn(signal, 'removeEventListener')
  watched(1_000, signal)
  await vi.advanceTimersByTimeAsync(1_001)
  expect(remove).toHaveBeenCalledTimes(1)
})

it('the signal of a caller ends what runs, at once', async () => {
  const controller = new AbortController()
  const end = watched(1_000, controller.signal)
  controller.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(by(end)).toBe('caller')
  expect(vi.getTimerCount()).toBe(0)
})

it('the signal of a caller that was aborted before lets nothing run', async () => {
  const run = vi.fn(never)
  const end = watched(1_000, AbortSignal.abort(), run)
  await vi.advanceTimersByTimeAsync(0)
  expect(by(end)).toBe('caller')
  expect(run).not.toHaveBeenCalled()
})

it('the signal of a caller has one listener, however many share it, and none after the last', async () => {
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
  // Two have ended; the listener stays for the third.
  controller.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(by(third)).toBe('caller')
  expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([1, 1])
  expect(remove.mock.calls[0]?.slice(0, 2)).toEqual(add.mock.calls[0]?.slice(0, 2))
})

it('the signal of a caller is listened to again by what begins later', async () => {
  const controller = new AbortController()
  const first = watched(1_000, controller.signal)
  await vi.advanceTimersByTimeAsync(1_001)
  const second = watched(1_000, controller.signal)
  controller.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect([by(first), by(second)]).toEqual(['time', 'caller'])
})

it('the signal of a caller ends all who share it', async () => {
  const controller = new AbortController()
  const ends = [1, 2, 3].map(() => watched(1_000, controller.signal))
  controller.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends.map(by)).toEqual(['caller', 'caller', 'caller'])
})

it('a wait ends well after its time', async () => {
  const done = vi.fn()
  void wait(1_000, undefined).then(done)
  await vi.advanceTimersByTimeAsync(999)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2)
  expect(done).toHaveBeenCalledTimes(1)
})

it('a wait ends at once where the caller aborts', async () => {
  const controller = new AbortController()
  const end = expect(wait(1_000, controller.signal)).rejects.toMatchObject({ by: 'caller' })
  controller.abort()
  await end
  await expect(wait(1_000, controller.signal)).rejects.toBeInstanceOf(Interruption)
})
