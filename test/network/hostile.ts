import { check, equal } from './check.js'
import type { Context, Row } from './script.js'
import { conversion, granted, quote, success, token } from './sent.js'

const badUrls = [
  ...['http://api.example.com', 'ftp://api.example.com', 'https://user:pw@api.example.com'],
  ...['https://api.example.com?key=hidden', 'https://api.example.com/#hidden'],
  ...['https://api.example.com/?', 'https://api.exa\nmple.com', 'https:\\\\api.example.com'],
  ...['http://localhost.example.com', 'http://127.0.0.1.example.com', 'http://x.localhost'],
  ...['//api.example.com', 'api.example.com', '', ' https://api.example.com', 7, null, undefined],
]

/** Runs with members of Object.prototype. */
async function polluted<Result>(
  members: Readonly<Record<string, unknown>>,
  run: () => Promise<Result>,
): Promise<Result> {
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true })
  try {
    return await run()
  } finally {
    for (const name of Object.keys(members)) Reflect.deleteProperty(Object.prototype, name)
  }
}

/** Names that libraries read from their options; with `body` and `signal` Node's own fetch answers nothing. */
const options = (elsewhere: string): Readonly<Record<string, unknown>> => ({
  baseUrl: elsewhere,
  fetch: () => fetch(elsewhere),
  headers: { 'X-Injected': '1' },
  transport: () => fetch(elsewhere),
  auth: 'polluted',
  redirect: 'follow',
  method: 'DELETE',
  timeout: 1,
  scopes: [],
})

/** Facts of an error that would prove that nothing was sent. */
const proofs: readonly Readonly<Record<string, string>>[] = [
  { syscall: 'connect' },
  { code: 'ENOTFOUND' },
  { code: 'ECONNREFUSED', syscall: 'connect' },
  { message: 'bad port' },
]

async function pollutions(context: Context): Promise<string> {
  const [other, api] = await Promise.all([context.script(success), context.script(success)])
  await polluted(options(`${other.url}/x`), () =>
    context.sdk
      .createClient({ baseUrl: api.url, auth: token })
      .createStablecoinConversion(conversion),
  )
  const [request] = await api.seen()
  equal((await other.seen()).length, 0, 'requests elsewhere')
  const facts = [request?.method, request?.authorization, request?.body]
  equal(facts, ['POST', `Bearer ${token}`, JSON.stringify(conversion)], 'the request')
  check(request?.url.endsWith('/v2/conversion/stablecoins') === true, String(request?.url))
  check(!request.headers.includes('x-injected'), 'a header was added')
  for (const proof of proofs)
    for (const by of ['reset', 'end'] as const) {
      const { url, seen } = await context.script({ by })
      const client = context.clientOf({ baseUrl: url })
      const { outcome } = await polluted(proof, () => context.failure(client))
      equal([outcome, (await seen()).length], ['unknown', 1], JSON.stringify(proof))
    }
  return `${Object.keys(options('')).length} options, ${proofs.length} proofs: sent as without them`
}

async function injected(context: Context): Promise<string> {
  const { sdk } = context
  for (const baseUrl of badUrls) {
    const refusal = refusalOf(() => sdk.createClient({ baseUrl: baseUrl as string, auth: token }))
    check(/^createClient: baseUrl must be an https URL/.test(refusal), refusal)
    check(!/hidden|pw/.test(refusal), 'the message shows the URL')
  }
  const { url, seen } = await context.script(success)
  const ref_id = 'r\r\nX-Injected: 1'
  await context.clientOf({ baseUrl: url }).createStablecoinConversion({ ...conversion, ref_id })
  const [{ body } = { body: '' }] = await seen()
  equal((JSON.parse(body) as { ref_id: string }).ref_id, ref_id, 'ref_id')
  const clientSecret = 'se&cret=1 X: 1'
  const endpoint = await context.script(granted())
  const tokenUrl = `${endpoint.url}/token`
  const auth = sdk.clientCredentials({ tokenUrl, clientId: 'c&d', clientSecret })
  await context.clientOf({ baseUrl: url, auth }).createIssuerQuote(quote)
  const [form] = await endpoint.seen()
  equal(new URLSearchParams(form?.body).get('client_secret'), clientSecret, 'secret')
  const plain = { tokenUrl: 'http://a.example', clientId: 'c', clientSecret }
  context.collected.push(refusalOf(() => sdk.clientCredentials(plain)))
  return `${badUrls.length} URLs refused; 0 headers added`
}

function refusalOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    check(error instanceof TypeError, String(error))
    return error.message
  }
  throw new Error('nothing was refused')
}

export const rows: readonly Row[] = [
  {
    fault: 'Object.prototype with options, with a syscall, a code, a message',
    demand: 'sent as without them; POST once, unknown',
    run: pollutions,
  },
  {
    fault: 'bad base URLs, header injection through ref_id and secret',
    demand: 'nothing sent elsewhere, clear error',
    run: injected,
  },
]
