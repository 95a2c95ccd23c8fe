import { expect, it, vi } from 'vitest'
import { type CallOptions, type ClientOptions, createClient } from '../../src/index.js'
import { useFakeClock } from '../support/clock.js'
import { ended, quote } from '../support/scripted.js'
import { type Answer, endpoint, granted, json } from '../support/token-endpoint.js'

useFakeClock()

const failing =
  (facts: object): Answer =>
  () =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), facts) }))
const refused = Object.assign(failing({ code: 'ECONNREFUSED', syscall: 'connect' }), {
  unsent: true,
})
const reset = failing({ code: 'ECONNRESET', syscall: 'read' })
const silent: Answer = () => new Promise(() => undefined)

/** The fake clock in tenths of a second, so that one turn of the loop makes no difference. */
const tenths = (since: number): number => Math.round((performance.now() - since) / 100)

/** A client whose token endpoint answers so, and whose service answers any call. */
function connect(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const { source, seen } = endpoint(answers, { timeout: 1_000 })
  const calls: string[] = []
  const client = createClient({
    baseUrl: 'https://api.example.com',
    auth: source,
    fetch: (url) => {
      calls.push(url)
      return Promise.resolve(Response.json({ quote_id: 'q' }))
    },
    ...{ maxRetries: 2, ...options },
  })
  return { client, seen, calls }
}

it.each([
  ['refuses connections', refused],
  ['breaks fresh connections', reset],
])(
  'a token endpoint that cannot be reached because it %s is asked again within the call, which then succeeds',
  async (_, failure) => {
    const { client, seen, calls } = connect([failure, failure, json(granted)])
    const startedAt = performance.now()
    const end = await ended(client.createIssuerQuote(quote))
    expect(end).toEqual({ quote_id: 'q' })
    expect([seen.length, calls.length]).toEqual([3, 1])
    // 250 and 500 ms at most, at least half of that.
    expect(tenths(startedAt)).toBeGreaterThanOrEqual(3)
    expect(tenths(startedAt)).toBeLessThanOrEqual(8)
  },
)

it('a token endpoint that cannot be reached is asked by one for all calls that wait', async () => {
  const { client, seen } = connect([refused, refused, json(granted)])
  const calls = [1, 2, 3].map(() => client.createIssuerQuote(quote))
  expect(await ended(Promise.all(calls))).toEqual([1, 2, 3].map(() => ({ quote_id: 'q' })))
  expect(seen.length).toBe(3)
})

it('a token endpoint that cannot be reached is left alone for half a second then: a call fails at once, and says when it is asked next', async () => {
  const { client, seen } = connect([refused])
  await ended(client.createIssuerQuote(quote))
  await vi.advanceTimersByTimeAsync(200)
  const startedAt = performance.now()
  const error = await client.createIssuerQuote(quote).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'ERR_AUTHENTICATION', outcome: 'not_sent', attempts: 0 })
  expect(String(error)).toMatch(
    /could not be reached \(ECONNREFUSED\); the next request is made in 300 ms;/,
  )
  expect((error as Error).cause).toMatchObject({ code: 'ECONNREFUSED' })
  expect([seen.length, performance.now() - startedAt]).toEqual([3, 0])
  await vi.advanceTimersByTimeAsync(300)
  await ended(client.createIssuerQuote(quote))
  expect(seen.length).toBe(6)
})

it.each<[CallOptions, number]>([
  [{ maxRetries: 0 }, 1],
  [{ maxRetries: 1 }, 2],
  [{ totalTimeout: 100 }, 1],
  [{ totalTimeout: 30_000 }, 3],
])(
  'a token endpoint that cannot be reached is asked as often as the limits of the call let it: %j',
  async (options, requests) => {
    const { client, seen, calls } = connect([refused])
    const end = await ended(client.createIssuerQuote(quote, options))
    expect(end).toMatchObject({
      code: 'ERR_AUTHENTICATION',
      outcome: 'not_sent',
      attempts: 0,
      message: expect.stringContaining('could not be reached (ECONNREFUSED)') as string,
      cause: { code: 'ECONNREFUSED' },
    })
    expect([seen.length, calls]).toEqual([requests, []])
  },
)

it('a token endpoint that cannot be reached is not waited for once the caller aborts', async () => {
  const { client, seen } = connect([refused])
  const controller = new AbortController()
  const call = client.createIssuerQuote(quote, { signal: controller.signal })
  const end = call.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(100)
  controller.abort()
  expect(await end).toMatchObject({ code: 'ERR_ABORTED', outcome: 'not_sent' })
  await vi.runAllTimersAsync()
  // The request is for all calls, so it goes on as it would have.
  expect(seen.length).toBe(3)
})

it('a token endpoint that cannot be reached tells its listener of each try', async () => {
  const onEvent = vi.fn()
  const { client } = connect([refused, json(granted)], { onEvent })
  await ended(client.createIssuerQuote(quote))
  const told = onEvent.mock.calls.map(([event]) => event as { type: string })
  expect(told.filter(({ type }) => type === 'token')).toMatchObject([
    { error: expect.stringContaining('ECONNREFUSED') as string },
    { expiresIn: 3_600 },
  ])
})

it.each<[string, Answer]>([
  ['refuses', json({ error: 'invalid_client' }, 401)],
  ['asks to wait', json('', 429, { 'Retry-After': '1' })],
  ['answers 503', json('', 503)],
])('a call fails at once where the token endpoint %s', async (_, answer) => {
  const { client, seen } = connect([answer, json(granted)])
  const startedAt = performance.now()
  expect(await ended(client.createIssuerQuote(quote))).toMatchObject({ outcome: 'not_sent' })
  expect([seen.length, tenths(startedAt)]).toEqual([1, 0])
})

it.each<[string, Answer]>([
  ['could not be reached', refused],
  ['broke connections', reset],
  ['was silent', silent],
  ['stood behind a gateway that said 502', json('', 502)],
  ['stood behind a gateway that said 503', json('', 503)],
  ['stood behind a gateway that said 504', json('', 504)],
])(
  'once the token server is back a call succeeds within two seconds, also if it %s for a minute',
  async (_, answer) => {
    const { client, seen } = connect([...Array.from({ length: 60 }, () => answer), json(granted)], {
      maxRetries: 0,
    })
    while (seen.length < 60) await ended(later(client))
    const startedAt = performance.now()
    let end: unknown
    while (performance.now() - startedAt < 1_500) end = await ended(later(client))
    expect(end).toEqual({ quote_id: 'q' })
  },
)

it('once the token server is back it is still spared for long where it refused for a minute', async () => {
  const { client, seen } = connect([json('', 429)], { maxRetries: 0 })
  for (let second = 0; second < 600; second++) await ended(later(client))
  // 0.5 + 1 + 2 + … up to 30 s.
  expect(seen.length).toBeLessThan(10)
})

/** A call a tenth of a second from now. */
async function later(client: ReturnType<typeof createClient>): Promise<unknown> {
  await vi.advanceTimersByTimeAsync(100)
  return client.createIssuerQuote(quote)
}
