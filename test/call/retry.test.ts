import { expect, it, vi } from 'vitest'
import { useFakeClock } from '../support/clock.js'
import { madePostage, parcel, postage, scripted, shelf } from '../support/parcels/calls.js'
import { type ClientOptions } from '../support/parcels/client.js'
import { answer, broken, ended, reading, silence, type Step } from '../support/scripted.js'

useFakeClock()

const refused = broken({ code: 'ECONNREFUSED', syscall: 'connect' })
const reset = broken({ code: 'ECONNRESET', syscall: 'read' })
const cut: Step = () => reading(200, { bytes: new Uint8Array(), cut: 'broken' })
const asking = answer(429, {}, { 'Retry-After': '1' })
const quoted = answer(200, madePostage)

/** How often each kind of request is sent where every attempt ends the same. */
async function attempts(step: Step, options: Partial<ClientOptions> = {}) {
  const limits = { maxRetries: 2, ...options }
  const [put, post] = [scripted([step], limits), scripted([step], limits)]
  const ends = [
    await ended(put.client.putShelf(shelf)),
    await ended(post.client.createParcel(parcel)),
  ]
  const counts = [put.sent.length, post.sent.length]
  expect(ends).toMatchObject(counts.map((attempts) => ({ attempts })))
  return counts
}

it.each<[string, Step, number, number]>([
  ['a refused connection', refused, 3, 3],
  ['a broken connection', reset, 3, 1],
  ['a body that breaks off', cut, 3, 1],
  ['silence', silence, 3, 1],
  ['408', answer(408), 3, 1],
  ['500', answer(500), 3, 1],
  ['503', answer(503), 3, 1],
  ['429 that does not', answer(429), 2, 2],
  ['429 that asks for garbage', answer(429, {}, { 'Retry-After': 'soon' }), 2, 2],
  ['501', answer(501), 1, 1],
  ['307', answer(307), 1, 1],
  ['401', answer(401), 1, 1],
  ['409', answer(409), 1, 1],
  ['422', answer(422), 1, 1],
  ['a success that is no JSON', answer(200, '<html>'), 1, 1],
  ['a success without the identifier', answer(200, { error: 'maintenance' }), 1, 1],
])('a call is sent again after %s where its operation allows', async (_, step, put, post) => {
  expect(await attempts(step, { timeout: 1_000 })).toEqual([put, post])
})

it('a call is sent again no more often than maxRetries says, and not at all where it is 0', async () => {
  expect(await attempts(refused, { maxRetries: 1 })).toEqual([2, 2])
  expect(await attempts(refused, { maxRetries: 0 })).toEqual([1, 1])
  expect(await attempts(asking, { maxRetries: 0 })).toEqual([1, 1])
})

it.each([1, 2])(
  'a call waits as often as a 429 asks for within totalTimeout, where maxRetries is %d',
  async (maxRetries) => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    // Waits of 1,000 and a part that grows from 25 to 800 ms.
    expect(await attempts(asking, { maxRetries, totalTimeout: 10_000 })).toEqual([8, 8])
    vi.spyOn(Math, 'random').mockReturnValue(0)
    expect(await attempts(asking, { maxRetries, totalTimeout: 1_000 })).toEqual([1, 1])
  },
)

it('a call does not count a wait that a 429 asks for among its repeats', async () => {
  const { client, sent } = scripted([asking, refused, asking, refused, asking, quoted])
  expect(await ended(client.quotePostage(postage))).toEqual(madePostage)
  expect(sent.length).toBe(6)
})

/** How many of so many calls at once succeed where the service takes ten a second and asks for a second's wait. */
async function succeeding(calls: number): Promise<number> {
  const taken: number[] = []
  const limited: Step = (...args) => {
    const now = Date.now()
    const isFull = taken.filter((at) => at > now - 1_000).length >= 10
    if (!isFull) taken.push(now)
    return isFull ? asking(...args) : quoted(...args)
  }
  const { client } = scripted([limited])
  const ends = await ended(
    Promise.all(
      Array.from({ length: calls }, () =>
        client.quotePostage(postage).then(
          () => 1,
          () => 0,
        ),
      ),
    ),
  )
  return (ends as number[]).reduce((sum, one) => sum + one, 0)
}

it('a hundred calls at once all succeed where the service takes ten a second', async () => {
  expect(await succeeding(100)).toBe(100)
})

it('a request is sent once where maxRetries is 0, whatever is answered, and a refused token is dropped', async () => {
  const tokens = ['first', 'second']
  const dropToken = vi.fn(() => tokens.shift())
  const auth = { getToken: () => Promise.resolve({ value: tokens[0] ?? '' }), dropToken }
  for (const step of [refused, reset, asking, answer(429), answer(401), answer(503)]) {
    const { client, sent } = scripted([step], { maxRetries: 0, auth })
    await ended(client.putShelf(shelf))
    expect(sent.length).toBe(1)
  }
  expect(dropToken.mock.calls).toEqual([['first']])
  const { client, sent } = scripted([quoted], { maxRetries: 0, auth })
  await ended(client.quotePostage(postage))
  expect(sent[0]?.headers['authorization']).toBe('Bearer second')
})

it('a call counts a 429 without Retry-After among all its repeats', async () => {
  const { client, sent } = scripted([refused, answer(429)])
  await ended(client.quotePostage(postage))
  expect(sent.length).toBe(2)
})

/** The milliseconds waited before each repeat. */
async function delays(step: Step, options: Partial<ClientOptions> = {}) {
  const limits = { maxRetries: 2, totalTimeout: 1_000_000 }
  const { client, events, sent } = scripted([step], { ...limits, ...options })
  const startedAt = performance.now()
  await ended(client.putShelf(shelf))
  const told = events.flatMap((event) => (event.type === 'retry' ? event.delay : []))
  expect(told.length).toBe(sent.length - 1)
  // The `retry` event names the time that was really waited.
  const waited = told.reduce((sum, delay) => sum + delay, 0)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(Math.floor(waited))
  expect(performance.now() - startedAt).toBeLessThan(waited + 20)
  return told
}
const doubling = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]

it.each([
  [0, 0.1],
  [0.5, 0.55],
  [1, 1],
])(
  'the wait before a repeat where chance is %d, is %d of a window that doubles to 8 s',
  async (chance, share) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    const told = await delays(refused, { maxRetries: 7 })
    expect(told.map((delay) => Math.round(delay))).toEqual(
      doubling.map((window) => Math.round(window * share)),
    )
  },
)

it('the wait before a repeat after 429 without Retry-After is at least half of its window', async () => {
  for (const [chance, delay] of [
    [0, 125],
    [1, 250],
  ] as const) {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    expect(await delays(answer(429))).toEqual([delay])
  }
})

it('the wait before a repeat is what Retry-After asks for', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const paced = answer(429, {}, { 'Retry-After': '20' })
  // With a part on top.
  expect(await delays(paced, { totalTimeout: 65_000 })).toEqual([20_250, 20_500, 21_000])
  expect(await delays(paced, { totalTimeout: 20_300 })).toEqual([20_150])
  expect(await delays(answer(503, {}, { 'Retry-After': '20' }))).toEqual([20_000, 20_000])
  expect(await delays(answer(503, {}, { 'Retry-After': '0.1' }))).toEqual([250, 500])
  vi.spyOn(Math, 'random').mockReturnValue(0)
  // It says how long, so a tenth is enough.
  const atOnce = answer(429, {}, { 'Retry-After': '0' })
  // Never near zero, however little time is left.
  expect(await delays(atOnce, { totalTimeout: 400 })).toEqual([25, 50, 100, 200])
  expect(await delays(answer(503))).toEqual([25, 50])
})

it('the wait before a repeat is not begun where it cannot fit', async () => {
  const paced = (seconds: string): Step => answer(429, {}, { 'Retry-After': seconds })
  const once = scripted([paced('30')])
  const startedAt = performance.now()
  expect(await ended(once.client.quotePostage(postage))).toMatchObject({
    status: 429,
    retryAfter: 30,
    outcome: 'rejected',
  })
  expect([once.sent.length, performance.now() - startedAt]).toEqual([1, 0])
  const twice = scripted([paced('29.9'), quoted])
  expect(await ended(twice.client.quotePostage(postage))).toEqual(madePostage)
})

it('the wait before a repeat ends with the call when the caller aborts', async () => {
  const controller = new AbortController()
  const { client, sent } = scripted([refused])
  const call = client.quotePostage(postage, { signal: controller.signal })
  setTimeout(() => controller.abort(), 1)
  expect(await ended(call)).toMatchObject({
    code: 'ERR_ABORTED',
    outcome: 'not_sent',
    attempts: 1,
    message: expect.stringContaining('aborted by the caller while waiting to retry') as string,
  })
  expect([sent.length, vi.getTimerCount()]).toEqual([1, 0])
})

it('the wait before a repeat is told with its reason: a status, or the code of the error', async () => {
  const steps = [refused, asking, reset, silence]
  const { client, events } = scripted(steps, { maxRetries: 3, timeout: 1_000 })
  await ended(client.putShelf(shelf))
  const told = events.filter(({ type }) => type === 'retry')
  expect(told).toMatchObject([
    { operation: 'putShelf', attempt: 1, reason: 'ERR_CONNECTION' },
    { attempt: 2, reason: '429' },
    { attempt: 3, reason: 'ERR_CONNECTION' },
    { attempt: 4, reason: 'ERR_TIMEOUT' },
  ])
})

it.each<[string, Step, object]>([
  ['is refused', answer(422), { code: 'ERR_API', status: 422 }],
  ['could not be sent', refused, { code: 'ERR_CONNECTION' }],
  ['is refused a token', answer(401), { code: 'ERR_AUTHENTICATION', status: 401 }],
])(
  'a call that may have taken effect once stays unknown when its repeat %s',
  async (_, step, facts) => {
    const { client } = scripted([reset, step], { maxRetries: 1 })
    const error = await ended(client.putShelf(shelf))
    expect(error).toMatchObject({ ...facts, attempts: 2, outcome: 'unknown' })
  },
)
