import type { Act } from './act.js'
import { limits } from '../support/limits.js'
import { check, equal, times } from './check.js'
import type { Context, Row } from './script.js'
import { conversion, granted, quote, refId, secret, success } from './sent.js'

/** A client with a token endpoint and an API of its own, each with a script. */
export async function withEndpoint(
  context: Context,
  tokenSteps: readonly Act[],
  apiSteps: readonly Act[],
  timeout = limits.call,
) {
  const [tokens, api] = await Promise.all([
    context.script(...tokenSteps),
    context.script(...apiSteps),
  ])
  const auth = context.sdk.clientCredentials({
    tokenUrl: `${tokens.url}/oauth2/token`,
    clientId: 'client',
    clientSecret: secret,
    dangerouslyAllowBrowser: true,
    timeout,
  })
  context.collected.push(auth)
  const ends = { timeout: limits.call, totalTimeout: limits.call }
  const client = context.clientOf({ baseUrl: api.url, auth, ...ends })
  const counts = async () => ({
    tokens: (await tokens.seen()).length,
    calls: (await api.seen()).length,
  })
  return { client, counts }
}

const two = [granted('t-1'), granted('t-2')]
const redirects = [301, 302, 303, 307, 308]

/** What a token endpoint does, and how many requests of one window see it. */
const failures: readonly (readonly [Act, most: number])[] = [
  [{ status: 500, body: 'oops' }, 1],
  [{ status: 401, body: '{"error":"invalid_client"}' }, 1],
  [{ status: 429, headers: { 'Retry-After': '9' } }, 1],
  [{ body: '{"token_type":"Bearer"}' }, 1],
  [{ by: 'silence' }, 1],
  [{ by: 'reset' }, 3],
]

/** How many windows began in a time, where each is twice as long as the one before, up to a limit. */
function windowsIn(milliseconds: number, most: number): number {
  let count = 1
  for (let length = 500, end = 500; end <= milliseconds; count++)
    end += length = Math.min(most, length * 2)
  return count
}

async function failing(context: Context): Promise<string> {
  for (const [step, most] of failures) {
    const { client, counts } = await withEndpoint(context, [step], [success], 400)
    const startedAt = performance.now()
    const what = JSON.stringify(step)
    const calls = await times(1_000, () => context.failureOf(client.createIssuerQuote(quote)))
    for (const { code, outcome } of calls)
      equal([code, outcome], ['ERR_AUTHENTICATION', 'not_sent'], what)
    const later = await context.failureOf(client.createIssuerQuote(quote))
    // The windows are 0.5 s, 1 s, 2 s …: a slow machine may see more than the first.
    const windows = windowsIn(performance.now() - startedAt, most === 1 ? 30_000 : 1_500)
    const { tokens, calls: sent } = await counts()
    check(tokens <= windows * most && sent === 0, `${what}: ${tokens} token requests`)
    if (windows === 1) check(/next request is made in \d+ ms/.test(later.message), later.message)
  }
  const auth = context.sdk.clientCredentials({
    tokenUrl: 'http://127.0.0.1:47311/token',
    clientId: 'c',
    clientSecret: secret,
  })
  const client = context.clientOf({ baseUrl: 'http://127.0.0.1:47311', auth, maxRetries: 0 })
  const { outcome, message } = await context.failureOf(client.createIssuerQuote(quote))
  equal([outcome, message.includes('(ECONNREFUSED)')], ['not_sent', true], message)
  return `${failures.length + 1} failures, 1 token request each, 3 for resets`
}

/** What the client repeats by itself it repeats at most twice; without that, a token request is seen once. */
async function brokenTokenRequests(context: Context): Promise<string> {
  const cases = (['end', 'reset'] as const).flatMap((by) =>
    [false, true].flatMap((reused) => [0, 2].map((maxRetries) => ({ by, reused, maxRetries }))),
  )
  await Promise.all(
    cases.map(async ({ by, reused, maxRetries }) => {
      const { url, seen } = await context.script(...(reused ? [granted()] : []), { by })
      const api = await context.script({ status: 401 })
      const auth = context.sdk.clientCredentials({
        tokenUrl: `${url}/oauth2/token`,
        clientId: 'client',
        clientSecret: secret,
        dangerouslyAllowBrowser: true,
      })
      // A refused token is dropped, so that the next one is asked for over the connection that is there.
      const clientOf = (retries: number) =>
        context.clientOf({ baseUrl: api.url, auth, maxRetries: retries })
      if (reused) await context.failure(clientOf(0))
      const client = clientOf(maxRetries)
      const { code } = await context.failure(client)
      const requests = (await seen()).length - (reused ? 1 : 0)
      const what = `${by}${reused ? ', reused' : ''}`
      equal([code, requests], ['ERR_AUTHENTICATION', maxRetries + 1], what)
    }),
  )
  return '1 request, and 2 repeats at most'
}

export const rows: readonly Row[] = [
  {
    fault: 'a token request whose connection breaks, new or used before',
    demand: 'repeated as often as maxRetries says, by nothing else',
    everywhere: true,
    breaks: true,
    run: brokenTokenRequests,
  },
  {
    fault: '401 always; 401 once; token revoked during 1,000 parallel calls',
    demand: 'one replay; 1 token request for all of them',
    run: async (context) => {
      const always = await withEndpoint(context, two, [{ status: 401 }])
      const error = await context.failure(always.client)
      const facts = [error.code, error.status, error.outcome, error.refId]
      equal(facts, ['ERR_AUTHENTICATION', 401, 'rejected', refId], '401 always')
      equal(await always.counts(), { tokens: 2, calls: 2 }, '401 always')

      const once = await withEndpoint(context, two, [
        { status: 401 },
        { bearer: 't-2', ...success },
      ])
      const { attempts } = await once.client.createStablecoinConversion(conversion).withResponse()
      equal([attempts, await once.counts()], [2, { tokens: 2, calls: 2 }], '401 once')

      const revoked = await withEndpoint(context, two, [success, { bearer: 't-2', ...success }])
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
    fault: '301, 302, 303, 307, 308 to another host, from API and token endpoint',
    demand: 'the other host is never contacted',
    everywhere: true,
    run: async (context) => {
      const other = await context.script(granted())
      const headers = { Location: `${other.url.replace('127.0.0.1', 'localhost')}/elsewhere` }
      await Promise.all(
        redirects.map(async (status) => {
          const end = await context.endOf([{ status, headers }])
          // A page is not told the status of a redirect.
          check(/^ERR_API (\d+ )?unknown 1$/.test(end), `API ${status}: ${end}`)
          const endpoint = await withEndpoint(context, [{ status, headers }], [success])
          const { code, outcome } = await context.failure(endpoint.client)
          equal([code, outcome], ['ERR_AUTHENTICATION', 'not_sent'], `token ${status}`)
          equal(await endpoint.counts(), { tokens: 1, calls: 0 }, `token ${status}`)
        }),
      )
      equal((await other.seen()).length, 0, 'requests at the other host')
      return `${redirects.length * 2} redirects, 0 requests at the other host`
    },
  },
  {
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
    fault: 'token endpoint down, hanging, 500, 401, 429, without a token',
    demand: '1 request a cool-down window, 3 if the network fails; not_sent',
    run: failing,
  },
  {
    fault: 'first caller aborts while the token is fetched',
    demand: 'only that caller fails',
    run: async (context) => {
      const slow = { ...granted(), delay: 200 }
      const { client, counts } = await withEndpoint(context, [slow], [success])
      const controller = new AbortController()
      const { signal } = controller
      const first = context.failureOf(client.createIssuerQuote(quote, { signal }))
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
