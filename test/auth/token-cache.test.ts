import { expect, it, vi } from 'vitest'
import { TokenError } from '../../src/auth/access-token.js'
import { cacheToken, type Obtain } from '../../src/auth/token-cache.js'
import type { TokenFacts } from '../../src/events.js'
import { after, useSteadyClock } from '../support/clock.js'

useSteadyClock()

type Script = readonly (number | undefined | Error)[]

/** A cache whose tokens are t1, t2, … of a lifetime; what is not a lifetime is thrown. */
function caching(...script: Script) {
  let asked = 0
  const obtain = vi.fn<Obtain>(() => {
    const next = script[Math.min(asked++, script.length - 1)]
    if (next instanceof Error) return Promise.reject(next)
    return Promise.resolve({ value: `t${asked}`, lifetime: next, scopes: ['s'] })
  })
  const cache = cacheToken(obtain)
  const value = async (): Promise<string> => (await cache.getToken()).value
  return { ...cache, value, obtain }
}

const down = (retryAfter?: number, unreachable = false) =>
  new TokenError('the token endpoint answered 503', {
    status: 503,
    error: 'unavailable',
    retryAfter,
    unreachable,
  })

it.each([
  // Renewed 60 s before its end, used until 10 s before it.
  [3_600, 3_540, 3_590],
  // Shorter lives go by share: renewed in the last fifth, not used in the last twentieth.
  [200, 160, 190],
  [100, 80, 95],
  [1, 0.8, 0.95],
])(
  'a token of %d s is renewed after %d s, and serves until short of its end',
  async (lifetime, renew, end) => {
    const { value, heldToken, obtain } = caching(lifetime)
    await value()
    await after(renew - 0.01)
    expect([await value(), heldToken()?.value, obtain.mock.calls.length]).toEqual(['t1', 't1', 1])
    obtain.mockReturnValue(new Promise(() => undefined))
    await after(0.01)
    // The old token is used until the new one has come.
    expect([await value(), heldToken(), obtain.mock.calls.length]).toEqual(['t1', undefined, 2])
    await after(end - renew - 0.01)
    expect([await value(), obtain.mock.calls.length]).toEqual(['t1', 2])
    await after(0.01)
    const late = vi.fn()
    void value().then(late)
    await after(0)
    expect(late).not.toHaveBeenCalled()
  },
)

it('a token whose lifetime is not known serves for ever, with what it was granted', async () => {
  const { getToken, heldToken, obtain } = caching(undefined)
  await getToken()
  await after(10 * 365 * 86_400)
  const grant = { value: 't1', lifetime: undefined, scopes: ['s'] }
  expect([await getToken(), heldToken(), obtain.mock.calls.length]).toEqual([grant, grant, 1])
})

it('a token that lives for no time serves nobody but who asked', async () => {
  const { value, heldToken } = caching(0)
  expect([await value(), heldToken(), await value()]).toEqual(['t1', undefined, 't2'])
})

it('a token is renewed sooner by chance, so that a fleet does not ask at once', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { value, obtain } = caching(100)
  await value()
  await after(78.9)
  await value()
  expect(obtain).toHaveBeenCalledTimes(1)
  await after(0.2)
  expect([await value(), await value()]).toEqual(['t1', 't2'])
})

it("a token is not changed by the system's clock", async () => {
  const { value, heldToken, obtain } = caching(100)
  await value()
  vi.setSystemTime(Date.now() + 1_000_000_000)
  expect([await value(), heldToken()?.value]).toEqual(['t1', 't1'])
  vi.setSystemTime(0)
  expect([await value(), heldToken()?.value]).toEqual(['t1', 't1'])
  expect(obtain).toHaveBeenCalledTimes(1)
})

it('a token that was refused is dropped, and no other', async () => {
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

it('a token that replaced a refused one is kept for a second, and replaced after it', async () => {
  const { value, dropToken, obtain } = caching(3_600)
  await value()
  dropToken('t1')
  expect(await value()).toBe('t2')
  for (const seconds of [0, 0.999]) {
    await after(seconds)
    dropToken('t2')
    expect([await value(), obtain.mock.calls.length]).toEqual(['t2', 2])
  }
  await after(0.001)
  dropToken('t2')
  expect(await value()).toBe('t3')
  await after(60)
  dropToken('t3')
  expect(await value()).toBe('t4')
})

it('the token event tells whoever causes a renewal', async () => {
  const { value, getToken } = caching(100)
  await value()
  await after(80)
  const events: TokenFacts[] = []
  await getToken({ emit: (event) => void events.push(event) })
  await after(0)
  expect(events.map(({ type }) => type)).toEqual(['token'])
})

/** Seconds until the endpoint is asked again, one failure after the other. */
async function pauses(count: number, retryAfter?: number, unreachable = false): Promise<number[]> {
  const { value, obtain } = caching(down(retryAfter, unreachable))
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

it.each<[seconds: number[], retryAfter?: number | undefined, unreachable?: boolean]>([
  [[0.5, 1, 2, 4, 8, 16, 30, 30, 30]],
  // As long as the endpoint asks for, but five minutes.
  [[5, 5, 5, 5, 8], 5],
  [[299, 299], 299],
  [[300, 300], 301],
  // A server that cannot be reached is noticed soon.
  [[0.5, 1, 1.5, 1.5], undefined, true],
  [[20], 20, true],
])(
  'a failure to get a token is not tried again for so many seconds: %j',
  async (seconds, ...facts) => expect(await pauses(seconds.length, ...facts)).toEqual(seconds),
)

it('a failure to get a token begins from half a second again after a success', async () => {
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

it('a failure to get a token keeps its status and error code while nothing is asked for', async () => {
  const facts = { status: 503, error: 'unavailable' }
  const { value } = caching(new TokenError('it answered 503', facts))
  await expect(value()).rejects.toMatchObject({ facts })
  await after(0.1)
  await expect(value()).rejects.toMatchObject({
    facts,
    message: 'it answered 503; the next request is made in 400 ms',
  })
})

it('a failure to get a token to renew is nobody’s while the old token serves, and is not repeated at once', async () => {
  const { value, obtain } = caching(100, down(), 100)
  await value()
  await after(80)
  expect([await value(), await value(), await value()]).toEqual(['t1', 't1', 't1'])
  expect(obtain).toHaveBeenCalledTimes(2)
  await after(0.5)
  expect([await value(), await value()]).toEqual(['t1', 't3'])
})
