import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { scopes } from '../../../generated/index.js'
import {
  AuthenticationError,
  type ClientAuthentication,
  type ClientCredentialsOptions,
  privateKeyJwt,
} from '../../../src/index.js'
import { unreferenced } from '../../support/examples.js'
import { connect, quote, type Site } from './site.js'

/** What is shown of a server: a title, and a run that gives what to tell of it. */
type Row = readonly [title: string, run: (site: Site) => Promise<string>]

/** A way to ask for a token: its options, what the form has by them, and what to tell of it. */
interface Way {
  readonly credentials?: Partial<ClientCredentialsOptions>
  readonly form: Readonly<Record<string, readonly string[]>>
  readonly told?: string
}

const asking = (title: string, wayAt: (site: Site) => Way): Row => [
  title,
  async (site) => {
    const { credentials, form, told = 'yes' } = wayAt(site)
    const { client, forms } = connect(site, credentials)
    await client.createIssuerQuote(quote)
    for (const [name, values] of Object.entries(form))
      assert.deepEqual(forms[0]?.().getAll(name), values)
    return told
  },
]

/** The id and the secret as they are, for servers that do not decode. */
const raw =
  (secret: string): ClientAuthentication =>
  (_server, { client_id }, _form, headers) => {
    const pair = Buffer.from(`${client_id}:${secret}`)
    headers.set('authorization', `Basic ${pair.toString('base64')}`)
  }

const audience = 'https://api.example.com'

export const rows: readonly Row[] = [
  asking('client_secret_post', ({ clients }) => ({
    form: { client_secret: [clients.poster.secret] },
  })),
  asking('client_secret_basic', ({ server, clients: { special } }) => ({
    credentials: {
      clientId: special.id,
      clientSecret: special.secret,
      clientAuthentication: server.takesBasicRaw ? raw(special.secret) : 'client_secret_basic',
    },
    form: { client_secret: [] },
    told: server.takesBasicRaw ? 'by a function' : 'yes',
  })),
  asking('private_key_jwt', ({ clients: { signer, key } }) => ({
    credentials: {
      clientId: signer.id,
      clientSecret: undefined,
      clientAuthentication: privateKeyJwt(key),
    },
    form: { client_assertion_type: ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'] },
  })),
  [
    'all scopes',
    async (site) => {
      const { client, forms } = connect(site)
      await client.putCryptoDestinationAddress({ id: 'a' })
      await client.createStablecoinConversion(unreferenced)
      await client.createIssuerQuote(quote)
      assert.deepEqual(forms[0]?.().get('scope')?.split(' ').sort(), [...scopes].sort())
      assert.equal(forms.length, 1)
      return 'one token'
    },
  ],
  [
    'expiry across 20 calls',
    async (site) => {
      const { id: clientId, secret: clientSecret } = site.clients.brief
      const { client, forms } = connect(site, { clientId, clientSecret })
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
  [
    'restart in the middle',
    async (site) => {
      const { id: clientId, secret: clientSecret, lifetime } = site.clients.brief
      const limits = { totalTimeout: 300_000, maxRetries: 100 }
      const { client, events } = connect(site, { clientId, clientSecret }, limits)
      await client.createIssuerQuote(quote)
      const start = await site.takeAway()
      await sleep(lifetime * 1_000)
      const refused = client.createIssuerQuote(quote, { totalTimeout: 100 })
      await assert.rejects(refused, { outcome: 'not_sent' })
      // Until then calls fail at once.
      await sleep(600)
      let settledAt = Infinity
      const waiting = client.createIssuerQuote(quote).finally(() => (settledAt = performance.now()))
      waiting.catch(() => undefined)
      // Long enough that it tries in vain.
      await sleep(1_000)
      await start()
      const backAt = performance.now()
      await waiting
      const failed = events.filter((event) => event.type === 'token' && event.error !== undefined)
      assert.ok(failed.length > 0, 'it was never away')
      return `${Math.max(0, (settledAt - backAt) / 1_000).toFixed(1)} s`
    },
  ],
  [
    'wrong secret',
    async (site) => {
      const { client } = connect(site, { clientSecret: 'wrong-secret-1' })
      const call = client.createIssuerQuote(quote)
      const error: unknown = await call.catch((reason: unknown) => reason)
      assert.ok(error instanceof AuthenticationError)
      assert.equal(error.outcome, 'not_sent')
      const { host, pathname } = new URL(site.running.tokenUrl)
      for (const part of [host + pathname, 'client_secret_post', 'exchange:write_issuer_quote'])
        assert.ok(error.message.includes(part), error.message)
      assert.ok(!error.message.includes('wrong-secret-1'), error.message)
      const words = error.errorDescription === undefined ? '' : `: ${error.errorDescription}`
      return `${error.status ?? 'no status'} ${error.error ?? 'no code'}${words}`
    },
  ],
  [
    'rotation',
    async (site) => {
      const { id, secret } = site.clients.poster
      const secrets = ['outdated-secret-1', secret, `${secret}-new`]
      const { client, answers } = connect(site, { clientSecret: () => secrets.shift() ?? '' })
      await client.createIssuerQuote(quote)
      // The next token is asked for with another secret, which the server knows by then.
      await site.running.rotate(id, `${secret}-new`)
      await site.running.revoke(String(answers.at(-1)?.['access_token']))
      await client.createIssuerQuote(quote)
      await site.running.rotate(id, secret)
      assert.deepEqual([answers.length, secrets.length], [3, 0])
      return 'yes'
    },
  ],
  asking('parameters', () => ({
    credentials: { parameters: { audience, resource: [audience] } },
    form: { audience: [audience], resource: [audience] },
  })),
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
