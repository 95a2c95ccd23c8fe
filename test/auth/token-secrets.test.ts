import { expect, it } from 'vitest'
import { secretsOf } from '../../src/auth/client-authentication.js'

const url = (search = ''): URL => new URL(`https://auth.example.com/token${search}`)
const given = new Headers({ accept: 'application/json' })

it('the secrets of a token request are every field but those that say nothing secret', () => {
  const form = new URLSearchParams({
    ...{ grant_type: 'client_credentials', scope: 'quotes:write', client_id: 'the-desk' },
    ...{ client_assertion_type: 'urn:ietf:params', client_assertion: 'head.body.signature' },
    ...{ scope_key: 'kept-one', x_scope: 'kept-two' },
  })
  const found = secretsOf(form, given, given, url('?tenant=kept-three'))
  for (const secret of ['head.body.signature', 'signature', 'kept-one', 'kept-two', 'kept-three'])
    expect(found).toContain(secret)
  expect(found).toContain('tenant=kept-three')
  expect(found).toContain(btoa('the-desk:kept-one'))
  for (const open of ['client_credentials', 'quotes:write', 'the-desk', 'urn:ietf:params'])
    expect(found).not.toContain(open)
})

it('the secrets of a token request are the headers that its own function wrote, whole and in parts', () => {
  const pair = btoa('the-desk:s3cret+word')
  const headers = new Headers({ ...Object.fromEntries(given), authorization: `Basic ${pair}` })
  const found = secretsOf(new URLSearchParams(), headers, given, url())
  for (const secret of [
    `Basic ${pair}`,
    pair,
    'the-desk:s3cret+word',
    's3cret+word',
    's3cret word',
  ])
    expect(found).toContain(secret)
  expect(found).not.toContain('application/json')
  expect(secretsOf(new URLSearchParams(), given, given, url()).filter(Boolean)).toEqual([])
})
