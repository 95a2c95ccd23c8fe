import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { scopes } from '../../../generated/index.js'
import { type ClientAuthentication, privateKeyJwt } from '../../../src/index.js'
import { unreferenced } from '../../support/examples.js'
import { connect, quote, type Site } from './site.js'
import { troubles } from './troubles.js'

/** What is shown of a server: a title, and a run that gives what to tell of it. */
export type Row = readonly [title: string, run: (site: Site) => Promise<string>]

const calls = [
  ['putCryptoDestinationAddress', { id: 'a' }],
  ['createStablecoinConversion', unreferenced],
  ['createIssuerQuote', quote],
] as const

/** The id and the secret as they are, for servers that do not decode. */
const raw =
  (secret: string): ClientAuthentication =>
  (_server, { client_id }, _form, headers) => {
    const bytes = new TextEncoder().encode(`${client_id}:${secret}`)
    headers.set('authorization', `Basic ${Buffer.from(bytes).toString('base64')}`)
  }

export const rows: readonly Row[] = [
  [
    'client_secret_post',
    async (site) => {
      const { client, forms } = connect(site)
      await client.createIssuerQuote(quote)
      assert.equal(forms[0]?.().get('client_secret'), site.clients.poster.secret)
      return 'yes'
    },
  ],
  [
    'client_secret_basic',
    async (site) => {
      const { special } = site.clients
      const isRaw = site.server.takesBasicRaw === true
      const { client, forms } = connect(site, {
        clientId: special.id,
        clientSecret: special.secret,
        clientAuthentication: isRaw ? raw(special.secret) : 'client_secret_basic',
      })
      await client.createIssuerQuote(quote)
      assert.equal(forms[0]?.().get('client_secret'), null)
      return isRaw ? 'by a function' : 'yes'
    },
  ],
  [
    'private_key_jwt',
    async (site) => {
      const { signer, key } = site.clients
      const { client, forms } = connect(site, {
        clientId: signer.id,
        clientSecret: undefined,
        clientAuthentication: privateKeyJwt(key),
      })
      await client.createIssuerQuote(quote)
      assert.equal(forms[0]?.().has('client_assertion'), true)
      return 'yes'
    },
  ],
  [
    'all scopes',
    async (site) => {
      const { client, forms } = connect(site)
      for (const [name, body] of calls)
        await (client[name] as (body: unknown) => Promise<object>)(body)
      assert.deepEqual(forms[0]?.().get('scope')?.split(' ').sort(), [...scopes].sort())
      assert.equal(forms.length, 1)
      return 'one token'
    },
  ],
  [
    'expiry across 20 calls',
    async (site) => {
      const { brief } = site.clients
      const { client, forms } = connect(site, { clientId: brief.id, clientSecret: brief.secret })
      site.service.answered.length = 0
      for (let made = 0; made < 20; made++) {
        await client.createIssuerQuote(quote)
        await sleep(300)
      }
      assert.ok(forms.length > 1, 'no token expired')
      // A server that counts in whole seconds may end a token of three before the client does.
      const refused = site.service.answered.filter((status) => status === 401).length
      return `${forms.length} tokens, ${refused === 0 ? 'no' : refused} 401`
    },
  ],
  [
    'revocation',
    async (site) => {
      const { client, answers } = connect(site)
      await client.createIssuerQuote(quote)
      await site.running.revoke(String(answers[0]?.['access_token']))
      const { attempts } = await client.createIssuerQuote(quote).withResponse()
      assert.deepEqual([attempts, answers.length], [2, 2])
      return 'one replay'
    },
  ],
  ...troubles,
  [
    'parameters',
    async (site) => {
      const { client, forms } = connect(site, {
        parameters: { audience: 'https://api.example.com', resource: ['https://api.example.com'] },
      })
      await client.createIssuerQuote(quote)
      assert.deepEqual(
        [forms[0]?.().get('audience'), forms[0]?.().getAll('resource')],
        ['https://api.example.com', ['https://api.example.com']],
      )
      return 'yes'
    },
  ],
  [
    'more members',
    async (site) => {
      // A server of OpenID Connect adds an id_token where it is asked for openid.
      const { client, answers } = connect(site, {
        scopes: site.server.name === 'Keycloak' ? ['openid', ...scopes] : scopes,
      })
      await client.createIssuerQuote(quote)
      const usual = ['access_token', 'token_type', 'expires_in', 'scope']
      const more = Object.keys(answers[0] ?? {}).filter((name) => !usual.includes(name))
      assert.ok(more.includes('id_token'), `no id_token among ${more.join(', ')}`)
      return more.join(', ')
    },
  ],
]
