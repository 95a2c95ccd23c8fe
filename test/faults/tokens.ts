import {
  type Context,
  type Row,
  type Step,
  check,
  clientOf,
  conversion,
  equal,
  failureOf,
  granted,
  quote,
  refId,
  script,
  secret,
  success,
} from './script.js'

/** A client with a token endpoint and an API of its own, each with a script. */
export async function withEndpoint(context: Context, tokenSteps: Step[], apiSteps: Step[]) {
  const [tokens, api] = await Promise.all([
    script(context, ...tokenSteps),
    script(context, ...apiSteps),
  ])
  const auth = context.sdk.clientCredentials({
    tokenUrl: `${tokens.url}/oauth2/token`,
    clientId: 'client',
    clientSecret: secret,
  })
  context.collected.push(auth)
  const client = clientOf(context, {
    baseUrl: api.url,
    auth,
    timeout: 60_000,
    totalTimeout: 60_000,
  })
  const counts = async () => ({
    tokens: (await tokens.seen()).length,
    calls: (await api.seen()).length,
  })
  return { client, counts }
}

function times<Result>(count: number, run: () => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, run))
}

const others = [301, 302, 303, 307, 308]

export const portable: readonly Row[] = [
  {
    number: 8,
    fault: '401 always; 401 once; token revoked during 1,000 parallel calls',
    demand: 'one replay; 1 token request for all of them',
    run: async (context) => {
      const always = await withEndpoint(
        context,
        [granted('t-1'), granted('t-2')],
        [{ status: 401 }],
      )
      const error = await failureOf(context, always.client.createStablecoinConversion(conversion))
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
    run: async (context) => {
      const other = await script(context, granted())
      const headers = { Location: `${other.url.replace('127.0.0.1', 'localhost')}/elsewhere` }
      await Promise.all(
        others.map(async (status) => {
          const api = await withEndpoint(context, [granted()], [{ status, headers }])
          const error = await failureOf(context, api.client.createStablecoinConversion(conversion))
          equal([error.code, error.outcome], ['ERR_API', 'unknown'], `API ${status}`)
          equal((await api.counts()).calls, 1, `API ${status}`)
          const endpoint = await withEndpoint(context, [{ status, headers }], [success])
          const failed = await failureOf(
            context,
            endpoint.client.createStablecoinConversion(conversion),
          )
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
]

/** 40 answers of a token endpoint that are no token. */
function malformed(): Step[] {
  const token = (more: object): string =>
    JSON.stringify({ access_token: 't', token_type: 'Bearer', ...more })
  const bodies = [
    ...[
      '',
      'null',
      'true',
      '7',
      '"t"',
      '[]',
      '{}',
      '{"access_token":',
      '<html></html>',
      'access_token=t',
    ],
    ...[
      null,
      7,
      true,
      [],
      {},
      '',
      ' ',
      'a b',
      'a\nb',
      'a\r\nX-Injected: 1',
      'ü',
      '\u0000',
      'x'.repeat(9_000),
      'x'.repeat(1_000_000),
    ].map((access_token) => token({ access_token })),
    ...[null, 7, '', 'mac', 'DPoP', 'N_A', []].map((token_type) => token({ token_type })),
    ...['soon', -1, null, {}, []].map((expires_in) => token({ expires_in })),
    ...[7, {}, []].map((scope) => token({ scope })),
    '{"token_type":"Bearer"}',
  ]
  return bodies.map((body) => ({ body }))
}

export const onNode: readonly Row[] = [
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
    number: 13,
    fault: 'token endpoint down, hanging, 500, 401, 429, malformed (40 shapes)',
    demand: '≤ 1 token request per cool-down window, not_sent, clear error',
    run: async (context) => {
      const shapes = malformed()
      equal(shapes.length, 40, 'shapes')
      const answered: Step[] = [
        { status: 500, body: 'oops' },
        {
          status: 401,
          body: '{"error":"invalid_client"}',
          headers: { 'WWW-Authenticate': 'Basic realm="x"' },
        },
        { status: 429, headers: { 'Retry-After': '9' } },
        { status: 400, body: '{"error":"invalid_scope"}' },
        { fault: 'reset' },
      ]
      for (const step of [...answered, ...shapes]) {
        const { client, counts } = await withEndpoint(context, [step], [success])
        const startedAt = performance.now()
        const errors = await times(step.status === undefined ? 100 : 1_000, () =>
          failureOf(context, client.createIssuerQuote(quote)),
        )
        for (const { code, outcome } of errors)
          equal(
            [code, outcome],
            ['ERR_AUTHENTICATION', 'not_sent'],
            JSON.stringify(step).slice(0, 200),
          )
        check(
          /token endpoint (answered|gave|could)/.test(errors[0]?.message ?? ''),
          String(errors[0]?.message),
        )
        const later = await failureOf(context, client.createIssuerQuote(quote))
        // The windows are 0.5 s, 1 s, 2 s …: a slow machine may see more than the first.
        const windows = Math.floor(Math.log2((performance.now() - startedAt) / 500 + 1)) + 1
        const { tokens, calls } = await counts()
        check(tokens <= windows && calls === 0, `${tokens} token requests in ${windows} windows`)
        if (windows === 1)
          check(/next request is made in \d+ ms/.test(later.message), later.message)
      }
      const limited = await withEndpoint(
        context,
        [{ status: 429, headers: { 'Retry-After': '9' } }],
        [success],
      )
      await failureOf(context, limited.client.createIssuerQuote(quote))
      const { message } = await failureOf(context, limited.client.createIssuerQuote(quote))
      const next = Number(/in (\d+) ms/.exec(message)?.[1])
      check(next > 8_000 && next <= 9_000, `Retry-After: 9 is not honoured: ${message}`)
      await Promise.all([hanging(context), down(context)])
      return `${answered.length + shapes.length + 2} failures, 1 token request each`
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
      const first = failureOf(
        context,
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

/** A token endpoint that never answers costs its own timeout once, and nobody more than theirs. */
async function hanging(context: Context): Promise<void> {
  const { sdk } = context
  const { url, seen } = await script(context, { fault: 'silence' })
  const auth = sdk.clientCredentials({
    tokenUrl: `${url}/token`,
    clientId: 'c',
    clientSecret: secret,
    timeout: 400,
  })
  const client = clientOf(context, { baseUrl: url, auth })
  const errors = await times(1_000, () => failureOf(context, client.createIssuerQuote(quote)))
  for (const { code, outcome, message } of errors) {
    equal([code, outcome], ['ERR_AUTHENTICATION', 'not_sent'], 'hanging')
    check(message.includes('did not answer within 400 ms'), message)
  }
  const impatient = clientOf(context, {
    baseUrl: url,
    auth: () => new Promise(() => undefined),
    totalTimeout: 200,
  })
  const late = await failureOf(context, impatient.createIssuerQuote(quote))
  equal([late.code, late.outcome], ['ERR_TIMEOUT', 'not_sent'], 'a token function that hangs')
  equal((await seen()).length, 1, 'hanging')
}

async function down(context: Context): Promise<void> {
  const auth = context.sdk.clientCredentials({
    tokenUrl: 'http://127.0.0.1:47311/token',
    clientId: 'c',
    clientSecret: secret,
  })
  const client = clientOf(context, { baseUrl: 'http://127.0.0.1:47311', auth })
  for (const error of await times(1_000, () =>
    failureOf(context, client.createIssuerQuote(quote)),
  )) {
    equal([error.code, error.outcome], ['ERR_AUTHENTICATION', 'not_sent'], 'down')
    check(error.message.includes('could not be reached (ECONNREFUSED)'), error.message)
  }
}
