import { expect, it, vi } from 'vitest'
import { TokenError } from '../../src/auth/access-token.js'
import { cacheToken, type Obtain } from '../../src/auth/token-cache.js'
import type { TokenFacts } from '../../src/events.js'
import { after, useSteadyClock } from '../support/clock.js'

useSteadyClock()

type Script = readonly (number | undefined | Error)[]

/** A cache whose tokens are t1, t2, … of a lifetime; what is not a lifetime is thrown. */
const caching = (...script: Script) => cachingSlowly(0, ...script)

/** The same, where a request takes some time; `ended` has the numbers of those that were ended before. */
function cachingSlowly(milliseconds: number, ...script: Script) {
  const ended: number[] = []
  let asked = 0
  const obtain = vi.fn<Obtain>(async ({ signal }) => {
    const number = obtain.mock.calls.length
    if (milliseconds > 0)
      await new Promise((resolve, reject) => {
        setTimeout(resolve, milliseconds)
        signal.addEventListener('abort', () => {
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
  const { call, dropToken, ended, obtain } = waitedFor()
  const [one, other] = [call(), call()]
  one.leave()
  expect(ended).toEqual([])
  other.leave()
  expect(ended).toEqual([1])
  const next = call()
  await after(0.5)
  const last = call()
  await after(0.5)
  // The end of the first request is not that of the second, and no failure is remembered.
  expect([await next.token, await last.token, obtain.mock.calls.length]).toEqual(['t1', 't1', 2])
  dropToken('t1')
  const [another, joined] = [call(), call()]
  // Who has a token leaves no request.
  next.leave()
  last.leave()
  another.leave()
  await after(1)
  expect([await joined.token, ended, obtain.mock.calls.length]).toEqual(['t2', [1], 3])
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
  const failure = new TokenError('no connection', { unreachable: true, mayPass: true })
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

it('a failure to get a token keeps its status, error code and cause while nothing is asked for', async () => {
  const facts = { status: 503, error: 'unavailable', cause: new Error('refused') }
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
