import { expect, it, vi } from 'vitest'
import { TokenError } from '../../src/auth/token-source.js'
import { asked, type Auth, fine, giving, refusedToken, source } from '../support/auth.js'
import { useFakeClock } from '../support/clock.js'
import { ended, quote, scripted, silence } from '../support/scripted.js'

useFakeClock()

it('after 401 a text is not sent again', async () => {
  const { end, bearers, retries } = await asked('t-1', [refusedToken])
  expect(end).toMatchObject({
    code: 'ERR_AUTHENTICATION',
    outcome: 'rejected',
    status: 401,
    error: 'invalid_token',
    attempts: 1,
  })
  expect([bearers, retries]).toEqual([['Bearer t-1'], []])
})

it.each<[string, () => Auth]>([
  [
    'a function',
    () => {
      let made = 0
      return () => `t-${++made}`
    },
  ],
  ['a source', () => source()],
])('after 401 %s is asked for another, once', async (_, auth) => {
  const good = await asked(auth(), [refusedToken, fine])
  expect([good.end, good.bearers]).toEqual([{ quote_id: 'q' }, ['Bearer t-1', 'Bearer t-2']])
  expect(good.retries).toMatchObject([
    { type: 'retry', operation: 'createIssuerQuote', attempt: 1, reason: '401', delay: 0 },
  ])
  const bad = await asked(auth(), [refusedToken])
  expect([bad.end, bad.bearers.length, bad.retries.length]).toMatchObject([
    { code: 'ERR_AUTHENTICATION', outcome: 'rejected', attempts: 2 },
    2,
    1,
  ])
})

it('after 401 a call is replayed without a listener too', async () => {
  const auth = source()
  const { client, sent } = scripted([refusedToken, fine], { auth, onEvent: undefined as never })
  await ended(client.createIssuerQuote(quote))
  expect(sent.length).toBe(2)
  expect(auth.dropToken.mock.calls).toEqual([['t-1']])
})

it.each<[string, Auth, object]>([
  [
    'a function that fails then',
    vi
      .fn(() => 't-1')
      .mockReturnValueOnce('t-1')
      .mockImplementationOnce(() => {
        throw new Error('gone')
      }),
    { message: expect.stringContaining('auth failed with Error') as string },
  ],
  [
    'a token that cannot be sent',
    vi.fn(() => 'not a token').mockReturnValueOnce('t-1'),
    { message: expect.stringContaining('not visible ASCII') as string },
  ],
  [
    'a source that fails then',
    giving(
      vi
        .fn(() => Promise.reject<{ value: string }>(new TokenError('down', { status: 503 })))
        .mockResolvedValueOnce({ value: 't-1' }),
    ),
    { status: 503, message: expect.stringContaining('down') as string },
  ],
])('after 401 %s: the call stays rejected', async (_, auth, facts) => {
  const { end, bearers } = await asked(auth, [refusedToken])
  expect(end).toMatchObject({
    code: 'ERR_AUTHENTICATION',
    outcome: 'rejected',
    attempts: 1,
    ...facts,
  })
  expect(bearers.length).toBe(1)
})

it('after 401 a source that fails to drop it leaves the call rejected', async () => {
  const auth = source()
  auth.dropToken.mockImplementation(() => {
    throw new RangeError('secret')
  })
  const { end, bearers } = await asked(auth, [refusedToken])
  expect(end).toMatchObject({
    code: 'ERR_AUTHENTICATION',
    outcome: 'rejected',
    attempts: 1,
    message: expect.stringContaining('auth failed with RangeError') as string,
  })
  expect(bearers.length).toBe(1)
})

it('after 401 no time is left for a token that does not come', async () => {
  const auth = vi
    .fn<() => Promise<string>>(() => new Promise(() => undefined))
    .mockResolvedValueOnce('t-1')
  const { end } = await asked(auth, [refusedToken, silence], { totalTimeout: 500 })
  expect(end).toMatchObject({ code: 'ERR_TIMEOUT', attempts: 1 })
})
