import { afterEach, beforeEach, vi } from 'vitest'

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

export const after = (seconds: number): Promise<unknown> =>
  vi.advanceTimersByTimeAsync(Math.round(seconds * 1_000))
