import { limits } from '../../support/limits.js'
import { check, equal, times } from './check.js'
import type { Context, Row } from './script.js'
import { conversion, granted, quote, refId, secret, success } from './sent.js'
import type { Step } from './step.js'

/** A client with a token endpoint and an API of its own, each with a script. */
export async function withEndpoint(context: Context, tokenSteps: Step[], apiSteps: Step[]) {
  const [tokens, api] = await Promise.all([
    context.script(...tokenSteps),
    context.script(...apiSteps),
  ])
  const auth = context.sdk.clientCredentials({
    tokenUrl: `${tokens.url}/oauth2/token`,
    clientId: 'client',
    clientSecret: secret,
    dangerouslyAllowBrowser: true,
  })
  context.collected.push(auth)
  const client = context.clientOf({
    baseUrl: api.url,
    auth,
    timeout: limits.call,
    totalTimeout: limits.call,
  })
  const counts = async () => ({
    tokens: (await tokens.seen()).length,
    calls: (await api.seen()).length,
  })
  return { client, counts }
}

const others = [301, 302, 303, 307, 308]

export const rows: readonly Row[] = [
  {
    number: 8,
    fault: '401 always; 401 once; token revoked during 1,000 parallel calls',
    demand: 'one replay; 1 token request for all of them',
    everywhere: true,
    run: async (context) => {
      const always = await withEndpoint(
        context,
        [granted('t-1'), granted('t-2')],
        [{ status: 401 }],
      )
      const error = await context.failure(always.client)
      equal(
        [error.code, error.status, error.outcome, error.refId],
        ['ERR_AUTHENTICATION', 401, 'rejected', refId],
        '401 always',
      )
      equal(await always.counts(), { tokens: 2, calls: 2 }, '401 always')

      const once = await withEndpoint(
        context,
        [granted('t-1'), granted('t-2')],
        [{ status: 401 }, { bearer: 't-2', ...success }],
      )
      const { attempts } = await once.client.createStablecoinConversion(conversion).withResponse()
      equal([attempts, await once.counts()], [2, { tokens: 2, calls: 2 }], '401 once')

      const revoked = await withEndpoint(
        context,
        [granted('t-1'), granted('t-2')],
        [success, { bearer: 't-2', ...success }],
      )
      await revoked.client.createIssuerQuote(quote)
      const before = await revoked.counts()
      await times(1_000, () => revoked.client.createIssuerQuote(quote))
      const after = await revoked.counts()
      equal([before.tokens, after.tokens], [1, 2], 'token requests')
      check(after.calls <= 2_001, `${after.calls} calls`)
      return '1 replay; 1 token request for 1,000 calls'
    },
  },
  {
    number: 11,
    fault: '301, 302, 303, 307, 308 to another host, from API and token endpoint',
    demand: 'the other host is never contacted',
    everywhere: true,
    run: async (context) => {
      const other = await context.script(granted())
      const headers = { Location: `${other.url.replace('127.0.0.1', 'localhost')}/elsewhere` }
      await Promise.all(
        others.map(async (status) => {
          const api = await withEndpoint(context, [granted()], [{ status, headers }])
          const error = await context.failure(api.client)
          equal([error.code, error.outcome], ['ERR_API', 'unknown'], `API ${status}`)
          equal((await api.counts()).calls, 1, `API ${status}`)
          const endpoint = await withEndpoint(context, [{ status, headers }], [success])
          const failed = await context.failure(endpoint.client)
          equal(
            [failed.code, failed.outcome],
            ['ERR_AUTHENTICATION', 'not_sent'],
            `token ${status}`,
          )
          equal(await endpoint.counts(), { tokens: 1, calls: 0 }, `token ${status}`)
        }),
      )
      equal((await other.seen()).length, 0, 'requests at the other host')
      return '10 redirects, 0 requests at the other host'
    },
  },
  {
    number: 12,
    fault: '10,000 first calls at once',
    demand: '1 token request, 10,000 calls',
    run: async (context) => {
      const { client, counts } = await withEndpoint(context, [granted()], [success])
      await times(10_000, () => client.createIssuerQuote(quote))
      equal(await counts(), { tokens: 1, calls: 10_000 }, 'requests')
      return '1 token request, 10,000 calls'
    },
  },
  {
    number: 15,
    fault: 'first caller aborts while the token is fetched',
    demand: 'only that caller fails',
    run: async (context) => {
      const { client, counts } = await withEndpoint(
        context,
        [{ ...granted(), delay: 200 }],
        [success],
      )
      const controller = new AbortController()
      const first = context.failureOf(
        client.createIssuerQuote(quote, { signal: controller.signal }),
      )
      const rest = times(100, () => client.createIssuerQuote(quote))
      controller.abort()
      const error = await first
      equal([error.code, error.outcome, error.attempts], ['ERR_ABORTED', 'not_sent', 0], 'first')
      equal((await rest).length, 100, 'the others')
      equal(await counts(), { tokens: 1, calls: 100 }, 'requests')
      return '1 aborted, 100 succeeded, 1 token request'
    },
  },
]
