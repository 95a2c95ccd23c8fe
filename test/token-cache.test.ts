import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TokenError } from '../src/auth.js'
import type { ClientEvent } from '../src/index.js'
import { type Grant, cacheToken } from '../src/token-cache.js'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const after = (seconds: number): Promise<unknown> =>
  vi.advanceTimersByTimeAsync(Math.round(seconds * 1_000))

/** A cache whose tokens are t1, t2, … of a lifetime; what is not a lifetime is thrown. */
function caching(...script: (number | undefined | Error)[]) {
  let asked = 0
  const obtain = vi.fn((): Promise<Grant> => {
    const at = Math.min(asked++, script.length - 1)
    const next = script[at]
    if (next instanceof Error) return Promise.reject(next)
    return Promise.resolve({ value: `t${asked}`, lifetime: next, scopes: ['s'] })
  })
  const cache = cacheToken(obtain)
  const value = async (): Promise<string> => (await cache.getToken()).value
  return { ...cache, value, obtain }
}

describe('a token', () => {
  it.each<[string, number | undefined, number | undefined, number | undefined]>([
    // Renewed 60 s before its end, used until 10 s before it.
    ['of an hour', 3_600, 3_540, 3_590],
    ['of 200 s', 200, 160, 190],
    ['of five minutes', 300, 240, 290],
    // Below, by share: the last fifth, the last twentieth.
    ['of 100 s', 100, 80, 95],
    ['of 10 s', 10, 8, 9.5],
    ['of one second', 1, 0.8, 0.95],
  ])(
    '%s is renewed in time, and serves until short of its end',
    async (_, lifetime, renew, end) => {
      const { value, heldToken, obtain } = caching(lifetime)
      await value()
      await after((renew ?? 0) - 0.01)
      expect([await value(), heldToken()?.value, obtain.mock.calls.length]).toEqual(['t1', 't1', 1])
      obtain.mockReturnValue(new Promise(() => undefined))
      await after(0.01)
      // While the new one is on its way the old one serves.
      expect([await value(), heldToken(), obtain.mock.calls.length]).toEqual(['t1', undefined, 2])
      await after((end ?? 0) - (renew ?? 0) - 0.01)
      expect([await value(), obtain.mock.calls.length]).toEqual(['t1', 2])
      await after(0.01)
      const late = vi.fn()
      void value().then(late)
      await after(0)
      expect(late).not.toHaveBeenCalled()
    },
  )

  it('whose lifetime is not known serves for ever', async () => {
    const { value, heldToken, obtain } = caching(undefined)
    await value()
    await after(10 * 365 * 86_400)
    expect([await value(), heldToken()?.value, obtain.mock.calls.length]).toEqual(['t1', 't1', 1])
  })

  it('that lives for no time serves nobody but who asked', async () => {
    const { value, heldToken } = caching(0)
    expect([await value(), heldToken(), await value()]).toEqual(['t1', undefined, 't2'])
  })

  it.each([
    [3_600, 0.999_999, 3_534],
    [100, 0.5, 79],
  ])(
    'of %i s is renewed sooner by chance, so that a fleet does not ask at once',
    async (lifetime, chance, renew) => {
      vi.spyOn(Math, 'random').mockReturnValue(chance)
      const { value, obtain } = caching(lifetime)
      await value()
      await after(renew - 0.1)
      await value()
      expect(obtain).toHaveBeenCalledTimes(1)
      await after(0.2)
      expect(await value()).toBe('t1')
      expect(obtain).toHaveBeenCalledTimes(2)
      expect(await value()).toBe('t2')
    },
  )

  it("is not changed by the system's clock", async () => {
    const { value, heldToken, obtain } = caching(100)
    await value()
    vi.setSystemTime(Date.now() + 1_000_000_000)
    expect([await value(), heldToken()?.value]).toEqual(['t1', 't1'])
    vi.setSystemTime(0)
    expect([await value(), heldToken()?.value]).toEqual(['t1', 't1'])
    expect(obtain).toHaveBeenCalledTimes(1)
  })

  it('is asked for once, however many wait', async () => {
    const { value, obtain } = caching(100)
    expect(await Promise.all([value(), value(), value()])).toEqual(['t1', 't1', 't1'])
    expect(obtain).toHaveBeenCalledTimes(1)
  })

  it('is not there without waiting before there is one', () => {
    expect(caching(100).heldToken()).toBeUndefined()
  })

  it('that was refused is dropped, and no other', async () => {
    const { value, dropToken, heldToken, obtain } = caching(100)
    dropToken('t1')
    await value()
    dropToken('t0')
    expect([await value(), heldToken()?.value]).toEqual(['t1', 't1'])
    dropToken('t1')
    expect(heldToken()).toBeUndefined()
    expect(await value()).toBe('t2')
    expect(obtain).toHaveBeenCalledTimes(2)
  })

  it('is kept with what it was granted', async () => {
    const { getToken, heldToken } = caching(100)
    const grant = { value: 't1', lifetime: 100, scopes: ['s'] }
    expect([await getToken(), await getToken(), heldToken()]).toEqual([grant, grant, grant])
  })
})

const down = (retryAfter?: number) =>
  new TokenError('the token endpoint answered 503', 503, 'unavailable', retryAfter)

describe('a failure to get a token', () => {
  /** Seconds until the endpoint is asked again, one failure after the other. */
  async function pauses(count: number, retryAfter?: number): Promise<number[]> {
    const { value, obtain } = caching(down(retryAfter))
    await expect(value()).rejects.toThrow('503')
    const found: number[] = []
    while (found.length < count) {
      const calls = obtain.mock.calls.length
      const error = (await value().catch((reason: unknown) => reason)) as Error
      const announced = Number(/next request is made in (\d+) ms/.exec(error.message)?.[1])
      await after(announced / 1_000 - 0.001)
      await expect(value()).rejects.toThrow('made in 1 ms')
      expect(obtain).toHaveBeenCalledTimes(calls)
      await after(0.001)
      await expect(value()).rejects.toThrow(/503$/)
      expect(obtain).toHaveBeenCalledTimes(calls + 1)
      found.push(announced / 1_000)
    }
    return found
  }

  it('is not tried again for half a second, doubling to 30', async () => {
    expect(await pauses(9)).toEqual([0.5, 1, 2, 4, 8, 16, 30, 30, 30])
  })

  it.each([
    [5, [5, 5, 5, 5, 8]],
    [60, [60, 60]],
    [299, [299, 299]],
    [300, [300, 300]],
    [301, [300, 300]],
    [999_999_999, [300, 300]],
  ])(
    'is not tried again for as long as the endpoint asks, but five minutes: %i s',
    async (asked, seconds) => {
      expect(await pauses(seconds.length, asked)).toEqual(seconds)
    },
  )

  it('begins from half a second again after a success', async () => {
    const { value } = caching(down(), down(), 1, down(), 1)
    await expect(value()).rejects.toThrow(TokenError)
    await after(0.5)
    await expect(value()).rejects.toThrow(TokenError)
    await after(1)
    expect(await value()).toBe('t3')
    await after(1)
    await expect(value()).rejects.toThrow(/503$/)
    await after(0.5)
    expect(await value()).toBe('t5')
  })

  it('keeps its status and error code while nothing is asked for', async () => {
    const { value } = caching(down())
    const failure = { status: 503, error: 'unavailable' }
    await expect(value()).rejects.toMatchObject(failure)
    await after(0.1)
    await expect(value()).rejects.toMatchObject({
      ...failure,
      message: 'the token endpoint answered 503; the next request is made in 400 ms',
    })
  })

  it('that nobody foresaw is told without its message', async () => {
    const { value } = caching(new Error('holds the secret'))
    await expect(value()).rejects.toThrow(/^no token was granted$/)
    await expect(value()).rejects.toBeInstanceOf(TokenError)
  })

  it('to renew is nobody’s while the old token serves, and is not repeated at once', async () => {
    const { value, obtain } = caching(100, down(), 100)
    await value()
    await after(80)
    expect([await value(), await value(), await value()]).toEqual(['t1', 't1', 't1'])
    expect(obtain).toHaveBeenCalledTimes(2)
    await after(0.5)
    expect([await value(), await value()]).toEqual(['t1', 't3'])
  })

  it('stops nobody from waiting for a request that is under way', async () => {
    let fail: (reason: Error) => void = () => undefined
    const { value, obtain } = caching(down())
    obtain.mockReturnValueOnce(new Promise((_, reject) => (fail = reject)))
    const both = [value(), value()].map((call) => expect(call).rejects.toThrow(/503$/))
    await after(1)
    fail(down())
    await Promise.all(both)
    expect(obtain).toHaveBeenCalledTimes(1)
  })
})

describe('the token event', () => {
  it.each<[string, number | undefined | Error, object]>([
    ['a lifetime', 100, { expiresIn: 100 }],
    ['no lifetime', undefined, {}],
    ['a failure', down(), { error: 'the token endpoint answered 503' }],
  ])('tells of %s, and how long it took', async (_, next, facts) => {
    const { getToken, obtain } = caching(next)
    const real = obtain.getMockImplementation()
    obtain.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 250))
      return (real as () => Promise<Grant>)()
    })
    const events: ClientEvent[] = []
    await after(1)
    const end = getToken((event) => void events.push(event)).catch(() => undefined)
    await after(0.25)
    await end
    expect(events).toStrictEqual([{ type: 'token', milliseconds: 250, ...facts }])
  })

  it('tells whoever causes a renewal', async () => {
    const { value, getToken } = caching(100)
    await value()
    await after(80)
    const events: ClientEvent[] = []
    await getToken((event) => void events.push(event))
    await after(0)
    expect(events.map(({ type }) => type)).toEqual(['token'])
  })
})
