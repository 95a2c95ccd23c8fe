import type { ClientCredentialsOptions } from '../../../src/index.js'
import { check, equal } from './check.js'
import type { Context, Row } from './script.js'
import { quote, success } from './sent.js'

/** A token endpoint that knows one secret, and a service that takes its token. */
async function tenants(context: Context): Promise<string> {
  const { sdk } = context
  const kept = new Map<string, string>()
  const store = {
    get: (key: string) => kept.get(key),
    set: (key: string, token: string) => void kept.set(key, token),
    delete: (key: string) => void kept.delete(key),
  }
  const api = await context.script(success)
  const tokenOf = async (own: Partial<ClientCredentialsOptions>, status: number) => {
    const granted = { access_token: 'token-of-tenant-a', token_type: 'Bearer', expires_in: 600 }
    const body = JSON.stringify(status === 200 ? granted : { error: 'invalid_client' })
    const endpoint = await context.script({ status, body })
    const tokenUrl = 'https://auth.example.com/token'
    // One address for all tenants, since the store's key holds it.
    const fetch: Fetch = (_, init) => globalThis.fetch(`${endpoint.url}/token`, init)
    const options = { tokenUrl, clientId: 'tenant-a', store, fetch, ...own }
    const auth = sdk.clientCredentials(options)
    return { client: context.clientOf({ baseUrl: api.url, auth }), endpoint }
  }
  const own = await tokenOf({ clientSecret: 'the-secret-of-a' }, 200)
  await own.client.createIssuerQuote(quote)
  const again = await tokenOf({ clientSecret: 'the-secret-of-a' }, 401)
  await again.client.createIssuerQuote(quote)
  equal((await again.endpoint.seen()).length, 0, 'the owner asks the store alone')
  for (const clientSecret of ['a-wrong-secret', ' ']) {
    const other = await tokenOf({ clientSecret }, 401)
    const error = await context.failureOf(other.client.createIssuerQuote(quote))
    const asked = (await other.endpoint.seen()).length
    equal([error.outcome, error.code, asked], ['not_sent', 'ERR_AUTHENTICATION', 1], clientSecret)
  }
  equal((await api.seen()).length, 2, 'calls of the owner')
  return 'a wrong secret and a blank one: refused'
}
type Fetch = NonNullable<ClientCredentialsOptions['fetch']>

/** Headers that a caller gives, and the part of each that no error and no event may show. */
const given: Readonly<Record<string, readonly [value: string, part: string]>> = {
  'x-passphrase': ['passphrase-1', 'passphrase-1'],
  'x-jwt': ['eyJhbGciOi.eyJzdWIi.c2ln', 'eyJhbGciOi.eyJzdWIi.c2ln'],
  'x-session': ['session-4711', 'session-4711'],
  'x-hmac': ['hmac-0123456789', 'hmac-0123456789'],
  'x-account': ['account-12345', 'account-12345'],
  cookie: ['theme=dark1234; sid=cookie-98765', 'cookie-98765'],
  'x-signature': ['v1 signature-24680', 'signature-24680'],
}

async function echoedHeaders(context: Context): Promise<string> {
  const headers = Object.fromEntries(Object.entries(given).map(([name, [value]]) => [name, value]))
  for (const [name, [, part]] of Object.entries(given)) {
    const echo = { headers: { 'X-Echo': part, 'Set-Cookie': `sid=${part}` }, body: `got ${part}` }
    const { url } = await context.script({ status: 400, ...echo })
    const events: unknown[] = []
    const onEvent = (event: unknown): void => void events.push(event)
    const client = context.clientOf({ baseUrl: url, headers, onEvent })
    const error = await context.failure(client)
    const answered = [...(error.headers ?? [])]
    const shown = JSON.stringify([error.message, error.body, answered, events])
    check(!shown.includes(part), `${name} is shown: ${shown}`)
  }
  return `${Object.keys(given).length} headers: 0 shown`
}

/** A token of many backslashes, and answers that are nearly it many times over. */
async function nearlySecret(context: Context): Promise<string> {
  let most = 0
  const cases = [
    [`a${'\\'.repeat(7)}b-token`, `a${'\\'.repeat(60)}`],
    ['\\'.repeat(100), '\\'.repeat(100_000)],
    ['a'.repeat(8_191), 'a'.repeat(8_190).concat('b').repeat(100)],
  ] as const
  for (const [auth, body] of cases) {
    const { url } = await context.script({ status: 400, body })
    const client = context.clientOf({ baseUrl: url, auth })
    const before = process.cpuUsage()
    equal((await context.failure(client)).status, 400, 'the answer')
    const { user, system } = process.cpuUsage(before)
    most = Math.max(most, (user + system) / 1_000)
    // Fifty times what it takes. A search that goes back takes 12 seconds of the first, and does not end with the second.
    check(most < 5_000, `${most.toFixed(0)} ms of CPU`)
  }
  return `${cases.length} answers, at most ${most.toFixed(0)} ms of CPU a call`
}

async function unknownFields(context: Context): Promise<string> {
  const fields = Array.from({ length: 40_000 }, (_, at) => [`field_${at}`, at])
  const long = { ...quote, ['x'.repeat(10_000_000)]: 1, '\u202Ename\u2028\u0007': 1 }
  const { url, seen } = await context.script(success)
  const client = context.clientOf({ baseUrl: url })
  const before = process.cpuUsage()
  for (const body of [{ ...quote, ...Object.fromEntries(fields) }, long]) {
    const error = await context.failureOf(client.createIssuerQuote(body as typeof quote))
    equal([error.outcome, error.code], ['not_sent', 'ERR_INVALID_REQUEST'], 'the refusal')
    check(error instanceof context.sdk.InvalidRequestError, error.name)
    const { issues } = error
    check(issues.length <= 100, `${issues.length} issues`)
    // The limit, and the words around it.
    check(error.message.length <= 2_500, `${error.message.length} characters`)
    check(!/[\p{Cc}\u202A-\u202E\u2028\u2029]/u.test(error.message), 'a control character')
  }
  const { user, system } = process.cpuUsage(before)
  equal((await seen()).length, 0, 'requests')
  return `40,000 fields and a name of 10 MB: ${((user + system) / 1_000).toFixed(0)} ms of CPU`
}

export const rows: readonly Row[] = [
  {
    number: 45,
    fault: 'a store that tenants share, asked with the id of one and a wrong or blank secret',
    demand: "no other tenant's token; not_sent",
    run: tenants,
  },
  {
    number: 46,
    fault: 'headers of the caller that the service sends back, in body, header and cookie',
    demand: '0 found',
    run: echoedHeaders,
  },
  {
    number: 47,
    fault: 'a response that repeats almost the token, many times',
    demand: 'redacted in time proportional to its length',
    run: nearlySecret,
  },
  {
    number: 48,
    fault:
      '40,000 unknown fields; a name of 10 MB; names with bidirectional or line-ending characters',
    demand: '≤ 100 issues, ≤ 2,000 characters of a body quoted',
    run: unknownFields,
  },
]
