import { expect, it } from 'vitest'
import { useFakeClock } from '../support/clock.js'
import { all, endpoint, granted, json, result } from '../support/token-endpoint.js'

useFakeClock()

it.each<[string, object, object]>([
  ['for fewer scopes', { scope: 'a b' }, { scopes: ['a', 'b'] }],
  ['whose type is written otherwise', { token_type: 'bEARER' }, { value: 'tok-1' }],
  ['of no lifetime', { expires_in: undefined }, { lifetime: undefined, scopes: all }],
  ['of no time', { expires_in: 0 }, { lifetime: 0 }],
  ['whose lifetime is written as a text', { expires_in: '600' }, { lifetime: 600 }],
  ['whose lifetime is null', { expires_in: null }, { value: 'tok-1', lifetime: undefined }],
  ['whose scope is null', { scope: null }, { scopes: all }],
  ['whose error is null', { error: null }, { value: 'tok-1' }],
  ['with no scope at all', { scope: '' }, { scopes: [] }],
  ['with spaces between scopes', { scope: ' a  b ' }, { scopes: ['a', 'b'] }],
  ['beside an id_token', { id_token: 'not.a.jwt' }, { value: 'tok-1' }],
  ['beside what nobody reads', { refresh_token: 5, id_token: null }, { value: 'tok-1' }],
])('a token %s is taken', async (_, facts, expected) => {
  const { end } = await result([json({ ...granted, ...facts })])
  expect(end).toMatchObject(expected)
})

it.each<[string, unknown]>([
  ['its body is not JSON', '<html>'],
  ['its body is not JSON', ''],
  ['its body is not a JSON object', []],
  ['its body is not a JSON object', 'null'],
  ['its body is not a JSON object', '"tok-1"'],
  ['access_token is missing', { token_type: 'Bearer' }],
  ['access_token is null', { ...granted, access_token: null }],
  ['access_token is a list', { ...granted, access_token: ['tok-1'] }],
  ['access_token is an object', { ...granted, access_token: {} }],
  ['access_token is a number', { ...granted, access_token: 5 }],
  ['access_token is empty, too long or not visible ASCII', { ...granted, access_token: 'a b' }],
  ['access_token is empty, too long or not visible ASCII', { ...granted, access_token: '' }],
  ['token_type is missing', { ...granted, token_type: undefined }],
  ['token_type is null', { ...granted, token_type: null }],
  ['token_type is a number', { ...granted, token_type: 5 }],
  ['token_type is BearerToken', { ...granted, token_type: 'BearerToken' }],
  ['token_type is DPoP', { ...granted, token_type: 'DPoP' }],
  [`token_type is ${'x'.repeat(40)}`, { ...granted, token_type: 'x'.repeat(40) }],
  ['token_type is not Bearer', { ...granted, token_type: 'x'.repeat(41) }],
  ['token_type is not Bearer', { ...granted, token_type: 'no type' }],
  ['token_type is not Bearer', { ...granted, token_type: 'type!' }],
  ['token_type is not Bearer', { ...granted, token_type: '!type' }],
  // A token in the wrong member is not quoted either.
  ['token_type is not Bearer', { ...granted, token_type: 'tok-1' }],
  ['expires_in is -1', { ...granted, expires_in: -1 }],
  ['expires_in is a string', { ...granted, expires_in: 'soon' }],
  ['expires_in is a string', { ...granted, expires_in: '-1' }],
  ['expires_in is a string', { ...granted, expires_in: '600s' }],
  ['expires_in is a string', { ...granted, expires_in: '' }],
  ['expires_in is Infinity', '{"access_token":"t","token_type":"Bearer","expires_in":1e999}'],
  ['expires_in is an object', { ...granted, expires_in: {} }],
  ['scope is a number', { ...granted, scope: 5 }],
  ['scope is a list', { ...granted, scope: ['a'] }],
])('a token is not taken where %s: %j', async (flaw, body) => {
  const { end } = await result([json(body)])
  expect(end).toMatchObject({
    status: 200,
    error: undefined,
    message: `the token endpoint auth.example.com/token gave no usable bearer token: ${flaw}`,
  })
})

it('a token covers what was asked for where the scope of the answer is to be passed over', async () => {
  const scope = 'api://x/a,api://x/b'
  const options = { scopes: ['a', 'b'] }
  const [told, passedOver] = await Promise.all(
    [false, true].map((ignoreGrantedScopes) =>
      result([json({ ...granted, scope })], { ...options, ignoreGrantedScopes }),
    ),
  )
  expect([told?.end, passedOver?.end]).toMatchObject([{ scopes: [scope] }, { scopes: ['a', 'b'] }])
})

it('a token is asked for again after it was refused', async () => {
  const { source, seen } = endpoint([json(granted)])
  await source.getToken()
  expect(source.heldToken?.()).toMatchObject({ value: 'tok-1' })
  source.dropToken('tok-1')
  await source.getToken()
  expect(seen.length).toBe(2)
})
