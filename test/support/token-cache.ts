import { beforeEach, vi } from 'vitest'
import { TokenError } from '../../src/auth/access-token.js'
import { cacheToken, type Obtain } from '../../src/auth/token-cache.js'
import { useFakeClock } from './clock.js'

/** Runs each test of a file by a fake clock, and with Math.random fixed. */
export function useSteadyClock(): void {
  useFakeClock()
  beforeEach(() => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
  })
}

export const after = (seconds: number): Promise<unknown> =>
  vi.advanceTimersByTimeAsync(Math.round(seconds * 1_000))

/** A cache whose tokens are t1, t2, … of a lifetime; what is not a lifetime is thrown. */
export function caching(...script: (number | undefined | Error)[]) {
  let asked = 0
  const obtain = vi.fn<Obtain>(() => {
    const at = Math.min(asked++, script.length - 1)
    const next = script[at]
    if (next instanceof Error) return Promise.reject(next)
    return Promise.resolve({ value: `t${asked}`, lifetime: next, scopes: ['s'] })
  })
  const cache = cacheToken(obtain)
  const value = async (): Promise<string> => (await cache.getToken()).value
  return { ...cache, value, obtain }
}

export const down = (retryAfter?: number, unreachable = false) =>
  new TokenError('the token endpoint answered 503', {
    status: 503,
    error: 'unavailable',
    retryAfter,
    unreachable,
  })
