import { expect, it } from 'vitest'
import { TokenError } from '../../src/auth/access-token.js'
import { after, caching, down, useSteadyClock } from './controlled-cache.js'

useSteadyClock()

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

it('a failure to get a token that nobody foresaw is told without its message', async () => {
  const { value } = caching(new Error('holds the secret'))
  await expect(value()).rejects.toThrow(/^no token was granted$/)
  await expect(value()).rejects.toBeInstanceOf(TokenError)
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
