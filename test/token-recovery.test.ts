import { describe, expect, it, vi } from 'vitest'
import { type CallOptions, type ClientOptions, createClient } from '../src/index.js'
import { useFakeClock } from './support/clock.js'
import { ended, quote } from './support/scripted.js'
import { type Answer, endpoint, granted, json } from './support/token-endpoint.js'

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
    ...options,
  })
  return { client, seen, calls }
}

describe('a token endpoint that cannot be connected to', () => {
  it('is asked again within the call, which then succeeds', async () => {
    const { client, seen, calls } = connect([refused, refused, refused, json(granted)])
    const startedAt = performance.now()
    const end = await ended(client.createIssuerQuote(quote))
    expect(end).toEqual({ quote_id: 'q' })
    expect([seen.length, calls.length, tenths(startedAt)]).toEqual([4, 1, 30])
  })

  it('is asked once for all calls that wait', async () => {
    const { client, seen } = connect([refused, refused, json(granted)])
    const calls = [1, 2, 3].map(() => client.createIssuerQuote(quote))
    expect(await ended(Promise.all(calls))).toEqual([1, 2, 3].map(() => ({ quote_id: 'q' })))
    expect(seen.length).toBe(3)
  })

  it('is waited for by a call that came while it was not asked', async () => {
    const { client, seen } = connect([refused, json(granted)])
    const first = client.createIssuerQuote(quote, { totalTimeout: 100 }).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(200)
    await first
    const second = client.createIssuerQuote(quote)
    await vi.advanceTimersByTimeAsync(290)
    expect(seen.length).toBe(1)
    await vi.advanceTimersByTimeAsync(20)
    expect([await second, seen.length]).toEqual([{ quote_id: 'q' }, 2])
  })

  it.each<[CallOptions, number]>([
    [{ totalTimeout: 400 }, 0],
    [{ totalTimeout: 500 }, 0],
    [{ totalTimeout: 510 }, 5],
    [{ totalTimeout: 1_600 }, 15],
    [{ maxRetries: 0 }, 0],
  ])('ends the call as soon as another try no longer fits: %j', async (options, waited) => {
    const { client, calls } = connect([refused])
    const startedAt = performance.now()
    const end = await ended(client.createIssuerQuote(quote, options))
    expect(end).toMatchObject({
      code: 'ERR_AUTHENTICATION',
      outcome: 'not_sent',
      attempts: 0,
      message: expect.stringContaining('could not be reached (ECONNREFUSED)') as string,
    })
    expect([tenths(startedAt), calls]).toEqual([waited, []])
  })

  it('is not waited for once the caller aborts', async () => {
    const { client, seen } = connect([refused])
    const controller = new AbortController()
    const call = client.createIssuerQuote(quote, { signal: controller.signal })
    const end = call.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(100)
    controller.abort()
    expect(await end).toMatchObject({ code: 'ERR_ABORTED', outcome: 'not_sent' })
    await vi.runAllTimersAsync()
    expect(seen.length).toBe(1)
  })

  it('tells its listener of each try', async () => {
    const onEvent = vi.fn()
    const { client } = connect([refused, json(granted)], { onEvent })
    await ended(client.createIssuerQuote(quote))
    const told = onEvent.mock.calls.map(([event]) => event as { type: string })
    expect(told.filter(({ type }) => type === 'token')).toMatchObject([
      { error: expect.stringContaining('ECONNREFUSED') as string },
      { expiresIn: 3_600 },
    ])
  })
})

describe('a call fails at once', () => {
  it.each<[string, Answer]>([
    ['breaks the connection', reset],
    ['refuses', json({ error: 'invalid_client' }, 401)],
    ['asks to wait', json('', 429, { 'Retry-After': '1' })],
    ['answers 503', json('', 503)],
  ])('where the token endpoint %s', async (_, answer) => {
    const { client, seen } = connect([answer, json(granted)])
    const startedAt = performance.now()
    expect(await ended(client.createIssuerQuote(quote))).toMatchObject({ outcome: 'not_sent' })
    expect([seen.length, tenths(startedAt)]).toEqual([1, 0])
  })
})

describe('once the token server is back', () => {
  it.each<[string, Answer]>([
    ['could not be reached', refused],
    ['broke connections', reset],
    ['was silent', silent],
    ['stood behind a gateway that said 502', json('', 502)],
    ['stood behind a gateway that said 503', json('', 503)],
    ['stood behind a gateway that said 504', json('', 504)],
  ])('a call succeeds within two seconds, also if it %s for a minute', async (_, answer) => {
    const { client, seen } = connect([...Array.from({ length: 60 }, () => answer), json(granted)], {
      maxRetries: 0,
    })
    while (seen.length < 60) await ended(later(client))
    const startedAt = performance.now()
    let end: unknown
    while (performance.now() - startedAt < 1_500) end = await ended(later(client))
    expect(end).toEqual({ quote_id: 'q' })
  })

  it('it is still spared for long where it refused for a minute', async () => {
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
})
