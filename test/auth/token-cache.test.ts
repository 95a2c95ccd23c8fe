import { expect, it, vi } from 'vitest'
import { TokenError } from '../../src/auth/access-token.js'
import type { TokenFacts } from '../../src/events.js'
import { after, caching, cachingSlowly, useSteadyClock } from './controlled-cache.js'

useSteadyClock()

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

it('a token whose lifetime is not known serves for ever', async () => {
  const { value, heldToken, obtain } = caching(undefined)
  await value()
  await after(10 * 365 * 86_400)
  expect([await value(), heldToken()?.value, obtain.mock.calls.length]).toEqual(['t1', 't1', 1])
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

it('a token is asked for once, however many wait', async () => {
  const { value, heldToken, obtain } = caching(100)
  expect(heldToken()).toBeUndefined()
  expect(await Promise.all([value(), value(), value()])).toEqual(['t1', 't1', 't1'])
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

it('a token is kept with what it was granted', async () => {
  const { getToken, heldToken } = caching(100)
  const grant = { value: 't1', lifetime: 100, scopes: ['s'] }
  expect([await getToken(), await getToken(), heldToken()]).toEqual([grant, grant, grant])
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

/** A cache whose requests take a second, and its calls, which may leave before they have a token. */
function waitedFor() {
  const cache = cachingSlowly(1_000, 100)
  const call = () => {
    const controller = new AbortController()
    const token = cache.getToken({ signal: controller.signal }).then(
      ({ value }) => value,
      () => undefined,
    )
    return { token, leave: () => controller.abort() }
  }
  return { ...cache, call }
}

it('a request for a token is ended once no call waits for it, and the next call makes another at once', async () => {
  const { call, ended, obtain } = waitedFor()
  const [one, other] = [call(), call()]
  one.leave()
  expect(ended).toEqual([])
  other.leave()
  expect(ended).toEqual([1])
  const next = call()
  await after(1)
  // A leaver of the first request is none of the second, and no failure is remembered.
  expect([await next.token, obtain.mock.calls.length]).toEqual(['t1', 2])
})

it('a request for a token goes on while a call waits for it, and where one that has a token caused it', async () => {
  const { call, ended } = waitedFor()
  const [one, other] = [call(), call()]
  one.leave()
  await after(1)
  expect(await other.token).toBe('t1')
  await after(80)
  const renewing = call()
  expect(await renewing.token).toBe('t1')
  renewing.leave()
  await after(1)
  expect([await call().token, ended]).toEqual(['t2', []])
})

it('calls that never wait long enough get a token all the same: one request in a row is ended, until there is a token', async () => {
  const { call, ended, dropToken } = waitedFor()
  const tryBriefly = async (): Promise<void> => {
    const { leave } = call()
    await after(0.5)
    leave()
    await after(0.1)
  }
  await tryBriefly()
  await tryBriefly()
  expect(ended).toEqual([1])
  await after(0.5)
  expect(await call().token).toBe('t1')
  dropToken('t1')
  await tryBriefly()
  expect(ended).toEqual([1, 3])
})

it('what the network failed is not asked for again at once where no call waits for the repeat', async () => {
  const failure = new TokenError('no connection', { unreachable: true, network: 'passing' })
  const { getToken, obtain } = caching(failure, 100)
  const controller = new AbortController()
  const left = getToken({ signal: controller.signal }).catch(() => 'left')
  await after(0.1)
  controller.abort()
  expect(await left).toBe('left')
  await expect(getToken()).rejects.toThrow('the next request is made in 400 ms')
  await after(0.4)
  expect([(await getToken()).value, obtain.mock.calls.length]).toEqual(['t2', 2])
})
