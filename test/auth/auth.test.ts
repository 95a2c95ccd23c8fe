import { expect, it, vi } from 'vitest'
import { TokenError } from '../../src/auth/access-token.js'
import type { ClientOptions, TokenSource } from '../../src/index.js'
import { useFakeClock } from '../support/clock.js'
import { heldQuote, quote } from '../support/examples.js'
import { answer, ended, scripted, type Step } from '../support/scripted.js'

useFakeClock()

type Auth = ClientOptions['auth']
const scope = 'exchange:write_issuer_quote'
const fine = answer(200, heldQuote)
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

const granting = (scopes?: string[]) => giving(() => Promise.resolve({ value: 't-1', scopes }))

const fails = (): never => {
  throw new RangeError('secret')
}
const throws = (thrown: unknown) => (): never => {
  throw thrown
}
const held = (token: unknown, more: object = {}) =>
  source({ heldToken: () => token as { value: string }, ...more })
const numbered = () => {
  let made = 0
  return () => `t-${++made}`
}
const never = (): Promise<never> => new Promise(() => undefined)
const says = (words: string) => ({ message: expect.stringContaining(words) as string })
const unsendable = says('auth returned a token that')
const none = { code: 'ERR_AUTHENTICATION', outcome: 'not_sent', attempts: 0 }
const refused = { code: 'ERR_AUTHENTICATION', outcome: 'rejected', attempts: 1 }

it.each<[string, Auth]>([
  ['a text', 't-1'],
  ['a function that takes its time', () => Promise.resolve('t-1')],
  ['a source', source()],
  ['a source with scopes', source({ scopes: ['other', scope] })],
  ['a source that has none at hand', held(undefined)],
  ['a source that does not know its scopes', granting()],
])('a token comes from %s', async (_, auth) => {
  const { end, bearers } = await asked(auth)
  expect([end, bearers]).toEqual([heldQuote, ['Bearer t-1']])
})

it('a token of a source is requested with the listener, the transport and the limits, at each call', async () => {
  const auth = source()
  const { client, sent } = scripted([fine], { auth, maxRetries: 1 })
  await ended(client.createIssuerQuote(quote))
  await ended(client.createIssuerQuote(quote))
  expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer t-1', 'Bearer t-2'])
  const [emit, transport] = [1, 2].map(() => expect.any(Function) as unknown)
  const context = { emit, transport, maxRetries: 1, totalTimeout: 30_000 }
  expect(auth.getToken.mock.calls).toEqual([[context], [context]])
})

it('a token is not requested where one is at hand, with a signal or without, or where it would lack the scope', async () => {
  const { signal } = new AbortController()
  for (const auth of [held({ value: 'held' }), held(undefined, { scopes: ['other'] })]) {
    const { client } = scripted([fine], { auth })
    await ended(client.createIssuerQuote(quote))
    await ended(client.createIssuerQuote(quote, { signal }))
    expect(auth.getToken).not.toHaveBeenCalled()
  }
})

it.each(['!', '~', 'x'.repeat(8_192)])('a token may be what a header can carry', async (value) => {
  expect((await asked(() => value)).bearers).toEqual([`Bearer ${value}`])
})

it.each<unknown>(['', 'a b', 'a\nb', ' ab', 'ab ', 'tökén', 'a\u007f', 'x'.repeat(8_193), 5])(
  'a token that a header cannot carry sends nothing: %j',
  async (value) => {
    const token = { value: value as string }
    for (const auth of [() => token.value, held(token), giving(() => Promise.resolve(token))]) {
      const { end, bearers } = await asked(auth)
      expect([end, bearers]).toMatchObject([{ ...none, ...unsendable }, []])
    }
  },
)

const missing = { code: 'ERR_MISSING_SCOPE', outcome: 'not_sent', scope }
const heldFails: Auth = Object.defineProperty(source(), 'heldToken', { get: fails })

const failedIn = (kind: string) => says(`auth failed with ${kind}`)
const ranged = failedIn('RangeError')
const another = scripted([]).client.createIssuerQuote({} as typeof quote)
const ofAnotherCall = throws(await another.catch((error: unknown) => error))
const misnamed = throws(Object.assign(new Error(), { name: 'a secret' }))
const late = { code: 'ERR_TIMEOUT', ...says('no token in time') }
const shown = { status: 400, error: 'invalid_scope', errorDescription: 'that one' }
const refusing = giving(() => Promise.reject(new TokenError('no!', shown)))
const advice = 'name it in scopes once it is granted to you, or see ignoreGrantedScopes'
const needs = says(
  `: needs the scope ${scope}, and the token covers other more; ${advice}; outcome`,
)
const others = { ...missing, granted: ['other', 'more'], ...needs }
const thousands = Array<string>(10_000).fill('a')
const few = {
  ...missing,
  message: expect.stringMatching(/^.{1000,1999}name it in scopes.*$/) as string,
}
const noScope = { ...missing, granted: [], ...says('the token covers no scope') }

it.each<[string, Auth, object]>([
  ['a source gives nothing', giving(() => Promise.resolve(undefined as never)), unsendable],
  ['what is at hand has no value', held({}), unsendable],
  ['an error names itself by a secret', misnamed, failedIn('object')],
  ['what is thrown is no error', throws('secret'), failedIn('string')],
  ['a function makes a call that is refused', ofAnotherCall, failedIn('InvalidRequestError')],
  ['what is at hand throws', heldFails, ranged],
  ['the token endpoint refuses, whose words are shown', refusing, { ...shown, ...says('no!') }],
  ['it takes longer than totalTimeout', never, late],
  ['a source does not request the scope', source({ scopes: ['other', 'more'] }), others],
  ['a token was granted no scope', granting([]), noScope],
  ['a token was granted thousands of scopes, of which a few are named', granting(thousands), few],
  ['the token at hand was granted no scope', held({ value: 't', scopes: [] }), noScope],
])(
  'nothing is sent without a token, and no word of a caller’s error is shown: %s',
  async (_, auth, facts) => {
    const { end, bearers } = await asked(auth, [fine], { totalTimeout: 500 })
    expect(end).toMatchObject({ ...none, ...facts })
    expect([(end as Error).message.includes('secret'), (end as Error).cause, bearers]).toEqual([
      false,
      undefined,
      [],
    ])
  },
)

it.each<[string, Auth, boolean]>([
  ['a function under way', never, false],
  ['a function', vi.fn(() => 't-1'), true],
  ['a token', 't-1', true],
  ['a token at hand', held({ value: 't-1' }), true],
])('nothing is sent once the caller aborted: %s', async (_, auth, before) => {
  const { client, sent } = scripted([fine], { auth })
  const controller = new AbortController()
  if (before) controller.abort()
  const call = client.createIssuerQuote(quote, { signal: controller.signal })
  controller.abort()
  expect(await ended(call)).toMatchObject({
    ...none,
    code: 'ERR_ABORTED',
    ...says('aborted by the caller'),
  })
  expect(sent).toEqual([])
  if (vi.isMockFunction(auth)) expect(auth).not.toHaveBeenCalled()
})

const fresh = { end: heldQuote, bearers: ['Bearer t-1', 'Bearer t-2'] }
const forbidden = (error: string, body: object = {}) =>
  answer(403, body, { 'WWW-Authenticate': `Bearer error="${error}", scope="a"` })
const scopeNeeded = forbidden('insufficient_scope')
const limited = forbidden('other', { why: 'limit' })

const failingThen = () => vi.fn(fails).mockReturnValueOnce('t-1' as never)
const oddThen = () => vi.fn(() => 'not a token').mockReturnValueOnce('t-1')
const neverThen = () => vi.fn<() => Promise<string>>(never).mockResolvedValueOnce('t-1')
const down = () => Promise.reject<{ value: string }>(new TokenError('down', { status: 503 }))
const isDown = { status: 503, ...says('down') }
const downThen = () => giving(vi.fn(down).mockResolvedValueOnce({ value: 't-1' }))
const keeping = () => Object.assign(source(), { dropToken: fails })
const same = () => held({ value: 'same' })
const invalid = { ...refused, status: 401, error: 'invalid_token' }
const limit = { code: 'ERR_API', status: 403, body: { why: 'limit' } }
const insufficient = '403 (insufficient_scope): the service refused the token'
const scopeRefusal = { status: 403, error: 'insufficient_scope', ...says(insufficient) }

it.each<[string, () => Auth, readonly Step[], object]>([
  ['a text is not sent again', () => 't-1', [refusedToken], invalid],
  ['a function gives another', numbered, [refusedToken, fine], fresh],
  ['a source gives another', source, [refusedToken, fine], fresh],
  ['another is asked for once', numbered, [refusedToken], { ...refused, attempts: 2 }],
  ['the same is not sent again', same, [refusedToken], { ...refused, status: 401 }],
  // What fails then leaves the call rejected.
  ['a function fails', failingThen, [refusedToken], { ...refused, ...ranged }],
  ['the next cannot be sent', oddThen, [refusedToken], { ...refused, ...unsendable }],
  ['the token endpoint fails', downThen, [refusedToken], { ...refused, ...isDown }],
  ['a source cannot drop it', keeping, [refusedToken], { ...refused, ...ranged }],
  [
    'another does not come in time',
    neverThen,
    [refusedToken],
    { code: 'ERR_TIMEOUT', attempts: 1 },
  ],
  // A token without a scope is not replaced.
  ['403 for want of a scope refuses it', source, [scopeNeeded], { ...refused, ...scopeRefusal }],
  ['403 otherwise is an answer of the service', source, [limited], limit],
])('after a token was refused: %s', async (_, auth, steps, expected) => {
  const { end, bearers, retries } = await asked(auth(), steps, { totalTimeout: 500 })
  expect('end' in expected ? { end, bearers } : end).toMatchObject(expected)
  const operation = 'createIssuerQuote'
  const retry = { type: 'retry', operation, attempt: 1, reason: '401', delay: 0 }
  expect(retries).toMatchObject(bearers.length === 2 ? [retry] : [])
})
