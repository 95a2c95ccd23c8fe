import { check, equal, times } from './check.js'
import type { Context, Row } from './script.js'
import { quote, secret, success } from './sent.js'
import type { Step } from './step.js'
import { withEndpoint } from './tokens.js'

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
    ...['soon', -1, true, {}, []].map((expires_in) => token({ expires_in })),
    ...[7, {}, []].map((scope) => token({ scope })),
    '{"token_type":"Bearer"}',
  ]
  return bodies.map((body) => ({ body }))
}

/** How many windows began in a time, where each is twice as long as the one before, up to a limit. */
function windowsIn(milliseconds: number, most: number): number {
  let count = 1
  for (let length = 500, end = 500; end <= milliseconds; count++)
    end += length = Math.min(most, length * 2)
  return count
}

export const rows: readonly Row[] = [
  {
    number: 13,
    fault: 'token endpoint down, hanging, 500, 401, 429, malformed (40 shapes)',
    demand: '1 request a cool-down window, 3 if the network fails; not_sent',
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
          context.failureOf(client.createIssuerQuote(quote)),
        )
        for (const { code, outcome } of errors)
          equal(
            [code, outcome],
            ['ERR_AUTHENTICATION', 'not_sent'],
            JSON.stringify(step).slice(0, 200),
          )
        check(
          /token endpoint \S+ (answered|gave|could|sent)/.test(errors[0]?.message ?? ''),
          String(errors[0]?.message),
        )
        const later = await context.failureOf(client.createIssuerQuote(quote))
        // The windows are 0.5 s, 1 s, 2 s …: a slow machine may see more than the first.
        const most = step.fault === undefined ? 30_000 : 1_500
        const windows = windowsIn(performance.now() - startedAt, most)
        const { tokens, calls } = await counts()
        const allowed = windows * (step.fault === undefined ? 1 : 3)
        check(tokens <= allowed && calls === 0, `${tokens} token requests in ${windows} windows`)
        if (windows === 1)
          check(/next request is made in \d+ ms/.test(later.message), later.message)
      }
      const limited = await withEndpoint(
        context,
        [{ status: 429, headers: { 'Retry-After': '9' } }],
        [success],
      )
      await context.failureOf(limited.client.createIssuerQuote(quote))
      const { message } = await context.failureOf(limited.client.createIssuerQuote(quote))
      const next = Number(/in (\d+) ms/.exec(message)?.[1])
      check(next > 8_000 && next <= 9_000, `Retry-After: 9 is not honoured: ${message}`)
      await Promise.all([hanging(context), down(context)])
      return `${answered.length + shapes.length + 2} failures, 1 token request each, 3 for resets`
    },
  },
]

/** A token endpoint that never answers: calls wait for its timeout once, and none longer than its own limit. */
async function hanging(context: Context): Promise<void> {
  const { sdk } = context
  const { url, seen } = await context.script({ fault: 'silence' })
  const auth = sdk.clientCredentials({
    tokenUrl: `${url}/token`,
    clientId: 'c',
    clientSecret: secret,
    timeout: 400,
  })
  const client = context.clientOf({ baseUrl: url, auth })
  const errors = await times(1_000, () => context.failureOf(client.createIssuerQuote(quote)))
  for (const { code, outcome, message } of errors) {
    equal([code, outcome], ['ERR_AUTHENTICATION', 'not_sent'], 'hanging')
    check(message.includes('did not answer within 400 ms'), message)
  }
  const impatient = context.clientOf({
    baseUrl: url,
    auth: () => new Promise(() => undefined),
    totalTimeout: 200,
  })
  const late = await context.failureOf(impatient.createIssuerQuote(quote))
  equal([late.code, late.outcome], ['ERR_TIMEOUT', 'not_sent'], 'a token function that hangs')
  equal((await seen()).length, 1, 'hanging')
}

async function down(context: Context): Promise<void> {
  const auth = context.sdk.clientCredentials({
    tokenUrl: 'http://127.0.0.1:47311/token',
    clientId: 'c',
    clientSecret: secret,
  })
  const client = context.clientOf({ baseUrl: 'http://127.0.0.1:47311', auth, maxRetries: 0 })
  for (const error of await times(1_000, () =>
    context.failureOf(client.createIssuerQuote(quote)),
  )) {
    equal([error.code, error.outcome], ['ERR_AUTHENTICATION', 'not_sent'], 'down')
    check(error.message.includes('could not be reached (ECONNREFUSED)'), error.message)
  }
}
