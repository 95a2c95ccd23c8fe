import { check, equal } from './check.js'
import type { Context, Row } from './script.js'
import { conversion, granted, quote, secret, token } from './sent.js'

const badUrls = [
  'http://api.example.com',
  'ftp://api.example.com',
  'https://user:pw@api.example.com',
  'https://api.example.com?key=hidden',
  'https://api.example.com/#hidden',
  'https://api.example.com/?',
  'https://api.exa\nmple.com',
  'https:\\\\api.example.com',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'http://x.localhost',
  '//api.example.com',
  'api.example.com',
  '',
  ' https://api.example.com',
  7,
  null,
  undefined,
]

const injections = ['a\r\nX-Injected: 1', 'a\nb', 'a b', '', 'ü', 'a\u0000', 'x'.repeat(20_000)]

/**
 * Runs with names on Object.prototype that libraries read from their options. `body` and `signal` are
 * not among them: with these, Node's own fetch answers nothing.
 */
async function polluted(elsewhere: string, run: () => Promise<void>): Promise<void> {
  const names: Record<string, unknown> = {
    baseUrl: elsewhere,
    fetch: () => fetch(elsewhere),
    headers: { 'X-Injected': '1' },
    Request: Map,
    middleware: [{ onRequest: () => new Response('{}') }],
    bodySerializer: () => '{"polluted":true}',
    querySerializer: () => 'polluted=1',
    pathSerializer: () => '/polluted',
    transport: () => fetch(elsewhere),
    auth: 'polluted',
    redirect: 'follow',
    method: 'DELETE',
    timeout: 1,
    scopes: [],
  }
  const prototype = Object.prototype as unknown as Record<string, unknown>
  const define = (name: string): void => {
    Object.defineProperty(prototype, name, {
      value: names[name],
      configurable: true,
      writable: true,
    })
  }
  Object.keys(names).forEach(define)
  try {
    await run()
  } finally {
    for (const name of Object.keys(names)) Reflect.deleteProperty(prototype, name)
  }
}

async function hostile(context: Context): Promise<string> {
  const { sdk, collected } = context
  const other = await context.script({ body: '{"id":"other"}' })
  const api = await context.script({ body: '{"id":"1"}' })
  await polluted(`${other.url}/x`, async () => {
    const client = sdk.createClient({ baseUrl: api.url, auth: token })
    await client.createStablecoinConversion(conversion)
  })
  const [request] = await api.seen()
  equal((await other.seen()).length, 0, 'requests elsewhere')
  equal(
    [request?.method, request?.authorization, request?.body],
    ['POST', `Bearer ${token}`, JSON.stringify(conversion)],
    'the request',
  )
  check(request?.url.endsWith('/v2/conversion/stablecoins') === true, String(request?.url))
  check(!request.headers.includes('x-injected'), 'a header was added')

  for (const baseUrl of badUrls) {
    const thrown = thrownBy(() => sdk.createClient({ baseUrl: baseUrl as string, auth: token }))
    check(/^createClient: baseUrl must be an https URL/.test(thrown), thrown)
    check(!/hidden|pw/.test(thrown), 'the message shows the URL')
  }
  for (const value of injections) {
    check(
      thrownBy(() => sdk.createClient({ baseUrl: api.url, auth: value })).startsWith(
        'createClient: auth must be',
      ),
      value,
    )
    const client = context.clientOf({ baseUrl: api.url, auth: () => value })
    const error = await context.failureOf(client.createIssuerQuote(quote))
    equal(
      [error.code, error.outcome],
      ['ERR_AUTHENTICATION', 'not_sent'],
      'a token that cannot be a header',
    )
  }
  const injected = await context.script({ body: '{"id":"1"}' })
  const ref_id = 'r\r\nX-Injected: 1'
  await context.clientOf({ baseUrl: injected.url }).createStablecoinConversion({
    ...conversion,
    ref_id,
  })
  const [{ body } = { body: '' }] = await injected.seen()
  equal((JSON.parse(body) as { ref_id: string }).ref_id, ref_id, 'ref_id')
  const sly = 'se&cret=1\r\nX: 1'
  const endpoint = await context.script(granted())
  const auth = sdk.clientCredentials({
    tokenUrl: `${endpoint.url}/token`,
    clientId: 'c&d',
    clientSecret: sly,
  })
  await context.clientOf({ baseUrl: injected.url, auth }).createIssuerQuote(quote)
  const [form] = await endpoint.seen()
  equal(
    [...new URLSearchParams(form?.body)].find(([name]) => name === 'client_secret')?.[1],
    sly,
    'secret',
  )
  collected.push(
    thrownBy(() =>
      sdk.clientCredentials({ tokenUrl: 'http://a.example', clientId: 'c', clientSecret: secret }),
    ),
  )
  return `${badUrls.length} URLs, ${injections.length} tokens refused; 0 requests elsewhere`
}

function thrownBy(run: () => unknown): string {
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
    number: 17,
    fault:
      'polluted Object.prototype, bad base URLs, header injection through token, ref_id and secret',
    demand: 'nothing sent elsewhere, clear error',
    run: hostile,
  },
]
