import { afterEach, beforeEach, onTestFinished, vi } from 'vitest'

/** Runs each test of a file by a clock that only goes when it is told to, and puts back what was replaced. */
export function useFakeClock(): void {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
}

/** The same, with Math.random fixed. */
export function useSteadyClock(): void {
  useFakeClock()
  beforeEach(() => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
  })
}

/** Lets timeouts end only when they are told to, until a test is over. */
export function useFakeTimeouts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

export const after = (seconds: number): Promise<unknown> =>
  vi.advanceTimersByTimeAsync(Math.round(seconds * 1_000))
