import { expect, it } from 'vitest'
import type { TokenSource } from '../../src/index.js'
import { asked, type Auth, fine, giving, scope, source } from '../support/auth.js'
import { useFakeClock } from '../support/clock.js'
import { ended, quote, scripted } from '../support/scripted.js'

useFakeClock()

it.each<[string, Auth]>([
  ['a text', 't-1'],
  ['a function', () => 't-1'],
  ['a function that takes its time', () => Promise.resolve('t-1')],
  ['a source', source()],
  ['a source with scopes', source({ scopes: ['other', scope] })],
  ['a source that has one at hand', source({ heldToken: () => ({ value: 't-1' }) })],
  ['a source that has none at hand', source({ heldToken: () => undefined })],
])('a token comes from %s', async (_, auth) => {
  const { end, bearers } = await asked(auth)
  expect([end, bearers]).toEqual([{ quote_id: 'q' }, ['Bearer t-1']])
})

it('a token of a source is asked for with the listener, the transport and the limits, at each call', async () => {
  const auth = source()
  const limits = { maxRetries: 4, totalTimeout: 20_000 }
  const { client, sent } = scripted([fine], { auth, ...limits })
  await ended(client.createIssuerQuote(quote))
  await ended(client.createIssuerQuote(quote))
  expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer t-1', 'Bearer t-2'])
  const context = {
    emit: expect.any(Function) as unknown,
    transport: expect.any(Function) as unknown,
    ...limits,
  }
  expect(auth.getToken.mock.calls).toEqual([[context], [context]])
})

it('a token that is at hand is not asked for, with a signal or without', async () => {
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
])('a token %s sends nothing', async (_, value) => {
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

it('a token that is none sends nothing', async () => {
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
      message: expect.stringContaining('auth returned no token') as string,
    })
    expect(bearers).toEqual([])
  }
})

it.each(['!', '~', 'x'.repeat(8_192)])('a token may be what a header can carry', async (value) => {
  expect((await asked(() => value)).bearers).toEqual([`Bearer ${value}`])
})

it('a token that was good once does not make the next one good', async () => {
  const values = ['t-1', 't 2']
  const { client, sent } = scripted([fine], { auth: () => values.shift() ?? 't 3' })
  await ended(client.createIssuerQuote(quote))
  const end = await ended(client.createIssuerQuote(quote))
  expect([sent.length, end]).toMatchObject([1, { code: 'ERR_AUTHENTICATION' }])
})

it('scopes that a source does not ask for end the call before a token is asked for', async () => {
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
])('scopes that a token %s was not granted end the call', async (_, auth) => {
  const { end, bearers } = await asked(auth)
  expect(end).toMatchObject({
    code: 'ERR_MISSING_SCOPE',
    granted: [],
    message: expect.stringContaining('the token covers no scope') as string,
  })
  expect(bearers).toEqual([])
})

it('scopes that are not known are not asked about', async () => {
  const getToken = () => Promise.resolve({ value: 't-1', scopes: undefined })
  expect((await asked(giving(getToken))).bearers).toEqual(['Bearer t-1'])
})
