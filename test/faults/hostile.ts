import { inspect } from 'node:util'
import fc from 'fast-check'
import {
  type Context,
  type Row,
  check,
  clientOf,
  conversion,
  equal,
  failureOf,
  granted,
  quote,
  script,
  secret,
  token,
} from './script.js'
import { withEndpoint } from './tokens.js'

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
  const other = await script(context, { body: '{"id":"other"}' })
  const api = await script(context, { body: '{"id":"1"}' })
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
    const client = clientOf(context, { baseUrl: api.url, auth: () => value })
    const error = await failureOf(context, client.createIssuerQuote(quote))
    equal(
      [error.code, error.outcome],
      ['ERR_AUTHENTICATION', 'not_sent'],
      'a token that cannot be a header',
    )
  }
  const injected = await script(context, { body: '{"id":"1"}' })
  const ref_id = 'r\r\nX-Injected: 1'
  await clientOf(context, { baseUrl: injected.url }).createStablecoinConversion({
    ...conversion,
    ref_id,
  })
  const [{ body } = { body: '' }] = await injected.seen()
  equal((JSON.parse(body) as { ref_id: string }).ref_id, ref_id, 'ref_id')
  const sly = 'se&cret=1\r\nX: 1'
  const endpoint = await script(context, granted())
  const auth = sdk.clientCredentials({
    tokenUrl: `${endpoint.url}/token`,
    clientId: 'c&d',
    clientSecret: sly,
  })
  await clientOf(context, { baseUrl: injected.url, auth }).createIssuerQuote(quote)
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

/** Every form in which a log could show a thing. */
function shown(thing: unknown): string {
  const forms = [
    inspect(thing, { depth: Infinity, showHidden: true, getters: true }),
    String(thing),
  ]
  const cloned = (): unknown => structuredClone(thing)
  for (const make of [() => JSON.stringify(thing), () => inspect(cloned(), { depth: Infinity })])
    try {
      forms.push(make())
    } catch {
      // What cannot be written or cloned shows nothing.
    }
  if (thing instanceof Error)
    forms.push(
      thing.message,
      String(thing.stack),
      JSON.stringify(Object.getOwnPropertyDescriptors(thing)),
    )
  return forms.join('\n')
}

async function secrets(context: Context): Promise<string> {
  for (const step of [
    { status: 400, echo: true },
    { status: 500, echo: true },
    { status: 401, echo: true },
    { status: 200, echo: true },
    { status: 302, echo: true },
  ]) {
    const { client } = await withEndpoint(context, [granted()], [step])
    await client
      .createStablecoinConversion(conversion)
      .catch((error: unknown) => context.collected.push(error))
  }
  const escaped = Array.from(
    token,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ).join('')
  const echoes = [
    `{"you":"${escaped}"}`,
    `Bearer ${token}`,
    `{"${token}":1}`,
    `${'x'.repeat(7_990)}${token}`,
  ]
  for (const body of echoes)
    for (const status of [200, 400]) {
      const { client } = await withEndpoint(context, [granted()], [{ status, body }])
      await client
        .createStablecoinConversion(conversion)
        .catch((error: unknown) => context.collected.push(error))
    }
  const echoing = await withEndpoint(context, [{ status: 400, echo: true }], [])
  await failureOf(context, echoing.client.createIssuerQuote(quote))
  const failing = await withEndpoint(
    context,
    [{ status: 200, body: `{"error":"${secret}","access_token":"${token}"}` }],
    [],
  )
  await failureOf(context, failing.client.createIssuerQuote(quote))
  const leaking = clientOf(context, {
    baseUrl: 'https://api.example.com',
    auth: token,
    fetch: () =>
      Promise.reject(
        Object.assign(new Error(`request with ${token}`), {
          config: { headers: { Authorization: token } },
        }),
      ),
  })
  await failureOf(context, leaking.createIssuerQuote(quote))

  const found = context.collected.filter((thing) => {
    const text = shown(thing)
    return text.includes(secret) || text.includes(token) || text.includes(btoa(`client:${secret}`))
  })
  equal(
    found.map((thing) => inspect(thing).slice(0, 300)),
    [],
    'things that show a secret',
  )
  check(context.collected.length > 5_000, `only ${context.collected.length} things were scanned`)
  return `${context.collected.length} clients, errors and events scanned, 0 found`
}

/** A value spelt out, one member a line, whatever its prototype. */
function spelt(value: unknown): string {
  const text = inspect(value, { depth: Infinity, sorted: true, compact: false })
  return text.replaceAll('[Object: null prototype] ', '')
}

async function random(context: Context): Promise<string> {
  const { sdk } = context
  let answer = { status: 200, type: 'application/json', bytes: new Uint8Array() }
  const sent: string[] = []
  const client = sdk.createClient({
    baseUrl: 'https://api.example.com',
    auth: token,
    maxRetries: 0,
    generateRefId: false,
    fetch: (_url, init) => {
      sent.push(init?.body as string)
      const { status, type, bytes } = answer
      const empty = [204, 205, 304].includes(status)
      return Promise.resolve(
        new Response(empty ? null : bytes, { status, headers: { 'Content-Type': type } }),
      )
    },
  })
  const text = fc.oneof(
    fc.json(),
    fc.string(),
    fc.constantFrom('{}', '{"id":"1"}', 'null', '[]', ''),
  )
  const bytes = fc.oneof(
    text.map((value) => new TextEncoder().encode(value)),
    fc.uint8Array({ maxLength: 200 }),
  )
  const type = fc.constantFrom(
    'application/json',
    'text/html',
    'text/plain; charset=latin1',
    'application/problem+json',
  )
  const status = fc.oneof(fc.constantFrom(200, 201, 204, 299), fc.integer({ min: 200, max: 599 }))
  await fc.assert(
    fc.asyncProperty(status, type, bytes, async (code, contentType, body) => {
      answer = { status: code, type: contentType, bytes: body }
      const outcome: unknown = await client
        .createIssuerQuote(quote)
        .catch((error: unknown) => error)
      if (outcome instanceof Error)
        check(outcome instanceof sdk.ClientError, `a raw error: ${String(outcome)}`)
      else {
        const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
        check(code < 300 && !Array.isArray(parsed), `a wrong success: ${code}`)
        equal(outcome, parsed, 'data')
      }
    }),
    { numRuns: 2_000 },
  )
  answer = { status: 200, type: 'application/json', bytes: new TextEncoder().encode('{}') }
  const odd = fc.constantFrom<unknown>(
    undefined,
    NaN,
    -0,
    1n,
    Symbol('s'),
    new Map(),
    new Date(0),
    () => 1,
    Infinity,
    Object.create({ a: 1 }),
  )
  const value = fc.oneof({ weight: 8, arbitrary: fc.jsonValue() }, { weight: 1, arbitrary: odd })
  const field = fc.constantFrom(
    'ref_id',
    'metadata',
    'account_id',
    'amount',
    'profile_id',
    'extra',
    '__proto__',
    'toJSON',
  )
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(field, value, { maxKeys: 2 }),
      fc.dictionary(fc.string(), value),
      async (more, metadata) => {
        const body = {
          profile_id: 'p',
          amount: '1',
          source_asset: 'A',
          target_asset: 'B',
          metadata,
          ...more,
        }
        sent.length = 0
        const outcome: unknown = await client
          .createStablecoinConversion(body)
          .catch((error: unknown) => error)
        if (outcome instanceof Error) {
          check(
            outcome instanceof sdk.InvalidRequestError && sent.length === 0,
            `a raw error: ${String(outcome)}`,
          )
          return
        }
        accepted++
        equal(spelt(JSON.parse(sent.at(-1) ?? '')), spelt(body), 'the body')
      },
    ),
    { numRuns: 3_000 },
  )
  check(accepted > 300, `only ${accepted} bodies were sent`)
  return `2,000 answers, 3,000 bodies (${accepted} sent): 0 raw errors, 0 wrong successes, 0 changed`
}

export const portable: readonly Row[] = []

export const onNode: readonly Row[] = [
  {
    number: 17,
    fault:
      'polluted Object.prototype, bad base URLs, header injection through token, ref_id and secret',
    demand: 'nothing sent elsewhere, clear error',
    run: hostile,
  },
  {
    number: 18,
    fault: 'secrets scanned in every error, event and inspection of rows 1–17',
    demand: '0 found',
    run: secrets,
  },
  {
    number: 19,
    fault: '2,000 random responses (status × type × bytes); 3,000 random bodies',
    demand: '0 raw errors, 0 wrong successes, 0 bodies silently changed',
    run: random,
  },
]
