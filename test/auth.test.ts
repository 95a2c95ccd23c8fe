import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClientOptions, TokenSource } from '../src/index.js'
import { TokenError } from '../src/auth.js'
import { type Step, answer, broken, ended, quote, scripted, silence } from './support/scripted.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

type Auth = ClientOptions['auth']
const scope = 'exchange:write_issuer_quote'
const fine = answer(200, { quote_id: 'q' })
const refusedToken = answer(401, {}, { 'WWW-Authenticate': 'Bearer error="invalid_token"' })

/** A quote asked for with an `auth`. */
async function asked(
  auth: Auth,
  steps: readonly Step[] = [fine],
  options: Partial<ClientOptions> = {},
) {
  const { client, sent, events } = scripted(steps, { auth, ...options })
  const end = await ended(client.createIssuerQuote(quote))
  const bearers = sent.map(({ headers }) => headers['authorization'])
  const retries = events.filter(({ type }) => type === 'retry')
  return { end, bearers, retries }
}

/** A source of tokens t-1, t-2, … */
function source(more: Pick<TokenSource, 'scopes' | 'heldToken'> = {}) {
  let made = 0
  const getToken = vi.fn(() => Promise.resolve({ value: `t-${++made}` }))
  const dropToken = vi.fn()
  return { getToken, dropToken, ...more }
}
const giving = (getToken: TokenSource['getToken']): TokenSource => ({ ...source(), getToken })

describe('a token', () => {
  it.each<[string, Auth]>([
    ['a text', 't-1'],
    ['a function', () => 't-1'],
    ['a function that takes its time', () => Promise.resolve('t-1')],
    ['a source', source()],
    ['a source with scopes', source({ scopes: ['other', scope] })],
    ['a source that has one at hand', source({ heldToken: () => ({ value: 't-1' }) })],
    ['a source that has none at hand', source({ heldToken: () => undefined })],
  ])('comes from %s', async (_, auth) => {
    const { end, bearers } = await asked(auth)
    expect([end, bearers]).toEqual([{ quote_id: 'q' }, ['Bearer t-1']])
  })

  it('of a source is asked for with the listener, at each call', async () => {
    const auth = source()
    const { client, sent } = scripted([fine], { auth })
    await ended(client.createIssuerQuote(quote))
    await ended(client.createIssuerQuote(quote))
    expect(sent.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer t-1',
      'Bearer t-2',
    ])
    expect(auth.getToken.mock.calls).toEqual([[expect.any(Function)], [expect.any(Function)]])
  })

  it('that is at hand is not asked for, with a signal or without', async () => {
    const auth = source({ heldToken: () => ({ value: 'held' }) })
    const { client, sent } = scripted([fine], { auth })
    const { signal } = new AbortController()
    await ended(client.createIssuerQuote(quote))
    await ended(client.createIssuerQuote(quote, { signal }))
    const bearers = sent.map(({ headers }) => headers['authorization'])
    expect([bearers, auth.getToken.mock.calls]).toEqual([['Bearer held', 'Bearer held'], []])
  })

  it.each([
    ['that is empty', ''],
    ['with a space', 'a b'],
    ['with a line break', 'a\nb'],
    ['that begins with a space', ' ab'],
    ['that ends with a space', 'ab '],
    ['with a letter beyond ASCII', 'tökén'],
    ['with a control character', 'a\u007f'],
    ['that is too long', 'x'.repeat(8_193)],
    ['that is a number', 5],
  ])('%s sends nothing', async (_, value) => {
    for (const auth of [
      () => value as string,
      source({ heldToken: () => ({ value: value as string }) }),
      giving(() => Promise.resolve({ value: value as string })),
    ]) {
      const { end, bearers } = await asked(auth)
      expect(end).toMatchObject({
        code: 'ERR_AUTHENTICATION',
        outcome: 'not_sent',
        attempts: 0,
        message: expect.stringContaining('not visible ASCII') as string,
      })
      expect(bearers).toEqual([])
    }
  })

  it('that is none sends nothing', async () => {
    for (const auth of [
      () => undefined as never,
      giving(() => Promise.resolve(undefined as never)),
      giving(() => Promise.resolve({} as never)),
      source({ heldToken: () => ({}) as never }),
    ]) {
      const { end, bearers } = await asked(auth)
      expect(end).toMatchObject({
        code: 'ERR_AUTHENTICATION',
        outcome: 'not_sent',
        attempts: 0,
        message: expect.stringContaining('auth gave no token') as string,
      })
      expect(bearers).toEqual([])
    }
  })

  it.each(['!', '~', 'x'.repeat(8_192)])('may be what a header can carry', async (value) => {
    expect((await asked(() => value)).bearers).toEqual([`Bearer ${value}`])
  })

  it('that was good once does not make the next one good', async () => {
    const values = ['t-1', 't 2']
    const { client, sent } = scripted([fine], { auth: () => values.shift() ?? 't 3' })
    await ended(client.createIssuerQuote(quote))
    const end = await ended(client.createIssuerQuote(quote))
    expect([sent.length, end]).toMatchObject([1, { code: 'ERR_AUTHENTICATION' }])
  })
})

describe('scopes', () => {
  it('that a source does not ask for end the call before a token is asked for', async () => {
    const auth = source({ scopes: ['other', 'more'] })
    const { end, bearers } = await asked(auth)
    expect(end).toMatchObject({
      code: 'ERR_MISSING_SCOPE',
      scope,
      granted: ['other', 'more'],
      outcome: 'not_sent',
      message: expect.stringContaining(
        `needs the scope ${scope}, and the token covers other more`,
      ) as string,
    })
    expect([bearers, auth.getToken.mock.calls]).toEqual([[], []])
  })

  it.each<[string, TokenSource]>([
    ['asked for', giving(() => Promise.resolve({ value: 't', scopes: [] }))],
    ['at hand', source({ heldToken: () => ({ value: 't', scopes: [] }) })],
  ])('that a token %s was not granted end the call', async (_, auth) => {
    const { end, bearers } = await asked(auth)
    expect(end).toMatchObject({
      code: 'ERR_MISSING_SCOPE',
      granted: [],
      message: expect.stringContaining('the token covers no scope') as string,
    })
    expect(bearers).toEqual([])
  })

  it('that are not known are not asked about', async () => {
    const getToken = () => Promise.resolve({ value: 't-1', scopes: undefined })
    expect((await asked(giving(getToken))).bearers).toEqual(['Bearer t-1'])
  })

  it('of a polluted Object.prototype are none', async () => {
    const prototype = Object.prototype as unknown as Record<string, unknown>
    prototype['scopes'] = ['none']
    const { bearers } = await asked(() => 't-1').finally(() => {
      delete prototype['scopes']
    })
    expect(bearers).toEqual(['Bearer t-1'])
  })
})

describe('where no token can be had', () => {
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
    'because the function %s, nothing is sent and its words are not shown',
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
    'because the %s of a source throws, nothing is sent',
    async (name) => {
      const auth = Object.defineProperty(source({ scopes: [scope] }), name, {
        get: () => {
          throw new RangeError('secret')
        },
      })
      // What is read when the client is made is read again for each call.
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

  it('the words of the token endpoint are shown', async () => {
    const getToken = () => Promise.reject(new TokenError('it said no', 400, 'invalid_scope'))
    const { end } = await asked(giving(getToken))
    expect(end).toMatchObject({
      code: 'ERR_AUTHENTICATION',
      outcome: 'not_sent',
      status: 400,
      error: 'invalid_scope',
      message: expect.stringContaining('it said no') as string,
    })
  })

  it('in time, the call ends with totalTimeout', async () => {
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
  ])('because the caller aborted, nothing is sent: %s', async (_, auth, before) => {
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
  })

  it('aborted before, a function is not asked', async () => {
    const auth = vi.fn(() => 't-1')
    const { client } = scripted([fine], { auth })
    await ended(client.createIssuerQuote(quote, { signal: AbortSignal.abort() }))
    expect(auth).not.toHaveBeenCalled()
  })
})

describe('after 401', () => {
  it('a text is not sent again', async () => {
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
  ])('%s is asked for another, once', async (_, auth) => {
    const good = await asked(auth(), [refusedToken, fine])
    expect([good.end, good.bearers]).toEqual([{ quote_id: 'q' }, ['Bearer t-1', 'Bearer t-2']])
    expect(good.retries).toEqual([
      { type: 'retry', operation: 'createIssuerQuote', attempt: 1, reason: '401', delay: 0 },
    ])
    const bad = await asked(auth(), [refusedToken])
    expect([bad.end, bad.bearers.length, bad.retries.length]).toMatchObject([
      { code: 'ERR_AUTHENTICATION', outcome: 'rejected', attempts: 2 },
      2,
      1,
    ])
  })

  it('a call is replayed without a listener too', async () => {
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
          .fn(() => Promise.reject<{ value: string }>(new TokenError('down', 503)))
          .mockResolvedValueOnce({ value: 't-1' }),
      ),
      { status: 503, message: expect.stringContaining('down') as string },
    ],
  ])('%s: the call stays rejected', async (_, auth, facts) => {
    const { end, bearers } = await asked(auth, [refusedToken])
    expect(end).toMatchObject({
      code: 'ERR_AUTHENTICATION',
      outcome: 'rejected',
      attempts: 1,
      ...facts,
    })
    expect(bearers.length).toBe(1)
  })

  it('a source that fails to drop it leaves the call rejected', async () => {
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

  it('a call that was unknown before stays unknown', async () => {
    const reset = broken({ code: 'ECONNRESET' })
    const { client } = scripted([reset, refusedToken])
    const end = await ended(client.putCryptoDestinationAddress({ id: 'a' }))
    expect(end).toMatchObject({ code: 'ERR_AUTHENTICATION', outcome: 'unknown', attempts: 2 })
  })

  it('no time is left for a token that does not come', async () => {
    const auth = vi
      .fn<() => Promise<string>>(() => new Promise(() => undefined))
      .mockResolvedValueOnce('t-1')
    const { end } = await asked(auth, [refusedToken, silence], { totalTimeout: 500 })
    expect(end).toMatchObject({ code: 'ERR_TIMEOUT', attempts: 1 })
  })
})
