import { expect, it, vi } from 'vitest'
import { createClient } from '../../src/index.js'
import { asked, refusedToken, source } from '../support/auth.js'
import { useFakeClock } from '../support/clock.js'
import { answer, quote } from '../support/scripted.js'
import { endpoint, granted } from '../support/token-endpoint.js'

useFakeClock()

/** A client with tokens t-1, t-2, …, of which the service takes those that are named. */
function connect(good: readonly string[] = []) {
  let made = 0
  const { source: auth, seen } = endpoint([
    () => Response.json({ ...granted, access_token: `t-${++made}` }),
  ])
  const bearers: string[] = []
  const client = createClient({
    baseUrl: 'https://api.example.com',
    auth,
    fetch: (_url, { headers }) => {
      const bearer = headers['authorization']?.replace('Bearer ', '') ?? ''
      bearers.push(bearer)
      const isGood = good.includes(bearer)
      return Promise.resolve(Response.json({ quote_id: 'q' }, { status: isGood ? 200 : 401 }))
    },
  })
  const call = () => client.createIssuerQuote(quote).then(...outcome)
  return { call, bearers, seen }
}
const outcome = [() => 'succeeded', (error: { status: number }) => error.status] as const

it('where the service refuses every token another is asked for once, and the rest of the calls ask once each', async () => {
  const { call, bearers, seen } = connect()
  for (let made = 0; made < 20; made++) expect(await call()).toBe(401)
  expect([seen.length, bearers.length]).toEqual([2, 21])
})

it('where the service refuses every token calls at the same time share the one that takes its place', async () => {
  const { call, bearers, seen } = connect()
  expect(new Set(await Promise.all(Array.from({ length: 20 }, call)))).toEqual(new Set([401]))
  expect([seen.length, bearers.length]).toEqual([2, 40])
})

it('where the service refuses every token another is asked for after a second', async () => {
  const { call, bearers, seen } = connect(['t-3'])
  await call()
  await vi.advanceTimersByTimeAsync(999)
  expect([await call(), seen.length]).toEqual([401, 2])
  await vi.advanceTimersByTimeAsync(1)
  expect([await call(), seen.length]).toEqual(['succeeded', 3])
  expect(bearers).toEqual(['t-1', 't-2', 't-2', 't-2', 't-3'])
})

it('a token that is refused is replaced at once, also in its first second', async () => {
  const { call, bearers } = connect(['t-2'])
  expect([await call(), bearers]).toEqual(['succeeded', ['t-1', 't-2']])
})

it('a token that is refused is replaced at once, if it took the place of another long ago', async () => {
  const good = ['t-2']
  const { call, bearers } = connect(good)
  await call()
  await vi.advanceTimersByTimeAsync(60_000)
  good[0] = 't-3'
  expect([await call(), bearers]).toEqual(['succeeded', ['t-1', 't-2', 't-2', 't-3']])
})

it('a token that is refused is not sent again where the source gives the same', async () => {
  const auth = source({ heldToken: () => ({ value: 'same' }) })
  const { end, bearers, retries } = await asked(auth, [refusedToken])
  expect(end).toMatchObject({ code: 'ERR_AUTHENTICATION', status: 401, attempts: 1 })
  expect([bearers, retries, auth.dropToken.mock.calls]).toEqual([['Bearer same'], [], [['same']]])
})

const challenge = { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="a"' }

it('403 for want of a scope is told as a refusal of the token, which is not replaced', async () => {
  const auth = source()
  const { end, bearers } = await asked(auth, [answer(403, {}, challenge)])
  expect(end).toMatchObject({
    code: 'ERR_AUTHENTICATION',
    outcome: 'rejected',
    status: 403,
    error: 'insufficient_scope',
    message: expect.stringContaining(
      '403 (insufficient_scope): the service refused the token',
    ) as string,
  })
  expect([bearers.length, auth.dropToken.mock.calls]).toEqual([1, []])
})

it.each([{}, { 'WWW-Authenticate': 'Bearer error="invalid_token"' }])(
  '403 for another reason is an answer of the service: %j',
  async (headers) => {
    const { end } = await asked(source(), [answer(403, { why: 'limit' }, headers)])
    expect(end).toMatchObject({ code: 'ERR_API', status: 403, body: { why: 'limit' } })
  },
)
