import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { AuthenticationError } from '../../../src/index.js'
import type { Row } from './rows.js'
import { connect, quote } from './site.js'

/** What goes wrong at a server: it is away, and its secrets change. */
export const troubles: readonly Row[] = [
  [
    'restart in the middle',
    async (site) => {
      const { brief } = site.clients
      const { client, events } = connect(
        site,
        { clientId: brief.id, clientSecret: brief.secret },
        { totalTimeout: 300_000, maxRetries: 100 },
      )
      await client.createIssuerQuote(quote)
      const start = await site.takeAway()
      await sleep(brief.lifetime * 1_000)
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
      const error: unknown = await client
        .createIssuerQuote(quote)
        .catch((reason: unknown) => reason)
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
      const { poster } = site.clients
      const secrets = ['outdated-secret-1', poster.secret, `${poster.secret}-new`]
      const { client, answers } = connect(site, { clientSecret: () => secrets.shift() ?? '' })
      await client.createIssuerQuote(quote)
      // The next token is asked for with another secret, which the server knows by then.
      await site.running.rotate(poster.id, `${poster.secret}-new`)
      await site.running.revoke(String(answers.at(-1)?.['access_token']))
      await client.createIssuerQuote(quote)
      await site.running.rotate(poster.id, poster.secret)
      assert.deepEqual([answers.length, secrets.length], [3, 0])
      return 'yes'
    },
  ],
]
