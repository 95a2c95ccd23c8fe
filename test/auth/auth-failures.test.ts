import { expect, it, vi } from 'vitest'
import { TokenError } from '../../src/auth/token-source.js'
import { asked, type Auth, fine, giving, scope, source } from '../support/auth.js'
import { useFakeClock } from '../support/clock.js'
import { ended, quote, scripted } from '../support/scripted.js'

useFakeClock()

it.each<[string, () => string | Promise<string>, string]>([
  [
    'throws',
    () => {
      throw new RangeError('secret')
    },
    'auth failed with RangeError',
  ],
  ['rejects', () => Promise.reject(new SyntaxError('secret')), 'auth failed with SyntaxError'],
  [
    'throws what names itself by a secret',
    () => {
      throw Object.assign(new Error('x'), { name: 'a secret' })
    },
    'auth failed with object',
  ],
  [
    'throws what is no error',
    () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error
      throw 'secret'
    },
    'auth failed with string',
  ],
])(
  'where no token can be had because the function %s, nothing is sent and its words are not shown',
  async (_, auth, what) => {
    const { end, bearers } = await asked(auth)
    expect(end).toMatchObject({
      code: 'ERR_AUTHENTICATION',
      outcome: 'not_sent',
      attempts: 0,
      message: expect.stringContaining(what) as string,
    })
    expect((end as Error).message).not.toContain('secret')
    expect([bearers, (end as Error).cause]).toEqual([[], undefined])
  },
)

it.each(['heldToken', 'getToken', 'scopes'] as const)(
  'where no token can be had because the %s of a source throws, nothing is sent',
  async (name) => {
    const auth = Object.defineProperty(source({ scopes: [scope] }), name, {
      get: () => {
        throw new RangeError('secret')
      },
    })
    // The getter is read when the client is made, and again for each call.
    const { end, bearers } = await asked(
      name === 'getToken'
        ? giving(() => {
            throw new RangeError('secret')
          })
        : auth,
    )
    expect(end).toMatchObject({
      code: 'ERR_AUTHENTICATION',
      outcome: 'not_sent',
      message: expect.stringContaining('auth failed with RangeError') as string,
    })
    expect(bearers).toEqual([])
  },
)

it('where no token can be had the words of the token endpoint are shown', async () => {
  const getToken = () =>
    Promise.reject(
      new TokenError('it said no', {
        status: 400,
        error: 'invalid_scope',
        errorDescription: 'that one',
      }),
    )
  const { end } = await asked(giving(getToken))
  expect(end).toMatchObject({
    code: 'ERR_AUTHENTICATION',
    outcome: 'not_sent',
    status: 400,
    error: 'invalid_scope',
    errorDescription: 'that one',
    message: expect.stringContaining('it said no') as string,
  })
})

it('where no token can be had in time, the call ends with totalTimeout', async () => {
  const { end, bearers } = await asked(() => new Promise(() => undefined), [fine], {
    totalTimeout: 500,
  })
  expect(end).toMatchObject({
    code: 'ERR_TIMEOUT',
    outcome: 'not_sent',
    attempts: 0,
    message: expect.stringContaining('no token in time') as string,
  })
  expect(bearers).toEqual([])
})

it.each<[string, Auth, boolean]>([
  ['a function under way', () => new Promise(() => undefined), false],
  ['a function', () => 't-1', true],
  ['a token', 't-1', true],
  ['a token at hand', source({ heldToken: () => ({ value: 't-1' }) }), true],
])(
  'where no token can be had because the caller aborted, nothing is sent: %s',
  async (_, auth, before) => {
    const { client, sent } = scripted([fine], { auth })
    const controller = new AbortController()
    if (before) controller.abort()
    const call = client.createIssuerQuote(quote, { signal: controller.signal })
    const end = expect(call).rejects.toMatchObject({
      code: 'ERR_ABORTED',
      outcome: 'not_sent',
      attempts: 0,
      message: expect.stringContaining('aborted by the caller') as string,
    })
    controller.abort()
    await vi.runAllTimersAsync()
    await end
    expect(sent).toEqual([])
  },
)

it('where no token can be had aborted before, a function is not asked', async () => {
  const auth = vi.fn(() => 't-1')
  const { client } = scripted([fine], { auth })
  await ended(client.createIssuerQuote(quote, { signal: AbortSignal.abort() }))
  expect(auth).not.toHaveBeenCalled()
})
