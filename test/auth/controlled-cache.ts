import { beforeEach, vi } from 'vitest'
import { TokenError } from '../../src/auth/access-token.js'
import { cacheToken, type Obtain } from '../../src/auth/token-cache.js'
import { useFakeClock } from '../support/clock.js'

/** Runs each test of a file by a fake clock, and with Math.random fixed. */
export function useSteadyClock(): void {
  useFakeClock()
  beforeEach(() => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
  })
}

export const after = (seconds: number): Promise<unknown> =>
  vi.advanceTimersByTimeAsync(Math.round(seconds * 1_000))

type Script = readonly (number | undefined | Error)[]

/** A cache whose tokens are t1, t2, … of a lifetime; what is not a lifetime is thrown. */
export const caching = (...script: Script) => cachingSlowly(0, ...script)

/** The same, where a request takes some time; `ended` has the numbers of those that were ended before. */
export function cachingSlowly(milliseconds: number, ...script: Script) {
  const ended: number[] = []
  let asked = 0
  const obtain = vi.fn<Obtain>(async (_, signal) => {
    const number = obtain.mock.calls.length
    if (milliseconds > 0)
      await new Promise((resolve, reject) => {
        setTimeout(resolve, milliseconds)
        signal?.addEventListener('abort', () => {
          ended.push(number)
          reject(down())
        })
      })
    const next = script[Math.min(asked++, script.length - 1)]
    if (next instanceof Error) throw next
    return { value: `t${asked}`, lifetime: next, scopes: ['s'] }
  })
  const cache = cacheToken(obtain)
  const value = async (): Promise<string> => (await cache.getToken()).value
  return { ...cache, value, obtain, ended }
}

export const down = (retryAfter?: number, unreachable = false) =>
  new TokenError('the token endpoint answered 503', {
    status: 503,
    error: 'unavailable',
    retryAfter,
    unreachable,
  })
