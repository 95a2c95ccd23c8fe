/** Compiled and run where the document has more operations: prints what each way to call them saw. */
import { exampleAnswers, scopes } from '../../../generated/index.js'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import {
  type AcceptThingParameters,
  type AcceptThingRequest,
  type Client,
  type ClientError,
  type ClientOptions,
  type GetThingParameters,
  type IssuerQuote,
  type ListQuotesResponse,
  type StablecoinConversion,
  clientCredentials,
  createClient,
  createFetch,
} from '../../../src/index.js'
import {
  type StandardSchema,
  enums,
  schemas,
  scopes as scopesByOperation,
} from '../../../src/schemas.js'
import { createPathClient } from '../../../src/openapi-fetch.js'
import { fakeIssuer } from '../../../src/testing.js'
import { undiciTransport } from '../../../src/undici.js'

const hard = { id: "a b/ä?'&=%,|+", expand: ['fees', 'parties'] as ('fees' | 'parties')[] }
const parameters: GetThingParameters = { ...hard, verbose: true, tag: [7, 8], near: ['x,y', 'z'] }
const accepted: AcceptThingRequest & AcceptThingParameters = {
  quote_id: 'q-1',
  'X-Desk': 7,
  'X-Team': ['a b', 'c'],
  base_amount: '2.5',
  order_ref: 'o-1',
}

export async function types(client: Client): Promise<void> {
  // @ts-expect-error a parameter of the path is required
  await client.getThing({ verbose: true })
  // @ts-expect-error the operation's own parameter stands for the one of the path
  await client.getThing({ id: 'a', verbose: 'yes' })
  // @ts-expect-error not one of the values
  await client.getThing({ id: 'a', expand: ['all'] })
  // @ts-expect-error a header is required
  await client.acceptThing({ quote_id: 'q-1', base_amount: '1' })
  // @ts-expect-error an operation without a body takes parameters alone
  await client.cancelThing({ id: 'a', reason: 'x' })
  const { by = { kind: 'PERSON' } } = await client.listQuotes({ profile_id: 'p' })
  by.kind = 'A_KIND_THAT_WAS_ADDED'
  // @ts-expect-error what an answer may carry is not always what a request may
  await client.acceptThing({ ...accepted, party: by })
  await client.acceptThing({ ...accepted, party: { kind: 'COMPANY' } })
}

/** What was never made is 404, and how a request is written does not depend on it. */
const faults = Object.fromEntries(
  ['getThing', 'acceptThing', 'cancelThing'].map((id) => {
    const { status, base } = exampleAnswers[id] ?? {}
    return [id, { status: status ?? 0, ...(base !== undefined && { text: JSON.stringify(base) }) }]
  }),
)
const received: string[] = []
const mock = await startMock({
  faults,
  onRequest: ({ method = '', url = '', headers }, body) => {
    const own = ['x-desk', 'x-team'].flatMap((name) => headers[name] ?? [])
    received.push([method, url, ...own, body.toString()].filter((part) => part !== '').join(' '))
  },
})
const credentials = {
  tokenUrl: mock.tokenUrl,
  clientId: mockClient.id,
  clientSecret: mockClient.secret,
}
const auth = clientCredentials({ ...credentials, scopes })

/** The part of an error that tells what is wrong, without the advice that every error ends with. */
const words = ({ message }: ClientError): string => message.split('; ')[0] ?? ''

/** What was received, and what came of it. */
async function seen(call: Promise<unknown>): Promise<unknown> {
  received.length = 0
  const result = await call.catch(
    (error: ClientError) => `${error.name} ${error.code} ${error.outcome}: ${words(error)}`,
  )
  return `${received.join(' + ') || 'nothing'} -> ${JSON.stringify(result)}`
}

/** What is inherited is not written into a query. */
async function polluted(call: () => Promise<StablecoinConversion>): Promise<unknown> {
  const prototype = Object.prototype as unknown as Record<string, unknown>
  prototype['verbose'] = prototype['polluted'] = true
  try {
    return (await call()).ref_id
  } finally {
    delete prototype['verbose']
    delete prototype['polluted']
  }
}

async function throughMethods(options: ClientOptions): Promise<unknown[]> {
  const client = createClient(options)
  const found: StablecoinConversion = await client.getThing({ id: 'x' })
  const quote: IssuerQuote = await client.acceptThing(accepted)
  const gone: undefined = await client.cancelThing({ id: 'x' })
  return [
    typeof found.id + typeof quote.fee + typeof gone,
    await seen(client.getThing(parameters).then(({ id }) => id)),
    await seen(polluted(() => client.getThing({ id: 'another/conversion' }))),
    await seen(client.cancelThing({ id: 'a' })),
    await seen(
      client
        .acceptThing(accepted)
        .withResponse()
        .then(({ refId }) => refId),
    ),
    ...(await Promise.all(['..', ''].map((id) => seen(client.cancelThing({ id }))))),
    await seen(client.acceptThing({ ...accepted, quote_id: 'q' })),
    await seen(client.getThing({ id: 'a', expand: [] })),
    await seen(client.getThing({ id: '\ud800' })),
    await seen(client.getThing({ id: 'a', near: ['x|y', 'z'] })),
    ...(await Promise.all(
      [['a\r\nb: c'], ['ä'], ['a,b'], [' a'], ['']].map((team) =>
        seen(client.acceptThing({ ...accepted, 'X-Team': team })),
      ),
    )),
  ]
}

/** What a form has of the operations, without a client. */
function atRunTime(): unknown[] {
  const check: StandardSchema<AcceptThingRequest & AcceptThingParameters> = schemas.acceptThing
  const kind: 'PERSON' | 'COMPANY' = enums['Party.kind'][0]
  const expand: readonly ['fees', 'parties'] = enums['GetThingParameters.expand']
  const wrong = { ...accepted, base_amount: 1, 'X-Desk': 'seven', party: {} }
  return [
    JSON.stringify([kind, ...expand, scopesByOperation.getThing]),
    ...[
      check['~standard'].validate(wrong),
      schemas.getThing['~standard'].validate({ id: 'a', tag: [1, 'x'] }),
    ]
      .flatMap(({ issues = [] }) => issues)
      .map(({ path, message }) => `${JSON.stringify(path)}: ${message}`),
  ]
}

async function throughFetch(options: ClientOptions): Promise<unknown[]> {
  const fetch = createFetch(options)
  const json = async (call: Promise<Response>): Promise<unknown> => {
    const response = await call
    const text = await response.text()
    return [response.status, text === '' ? text : (JSON.parse(text) as { id?: string }).id]
  }
  const init = { headers: { 'X-Desk': '7', 'X-Team': 'a b, c' }, method: 'POST' }
  const post = (body: object, more: object = {}) =>
    fetch('/v2/next/quotes/q-1/acceptance', { ...init, ...more, body: JSON.stringify(body) })
  const body = { base_amount: '2.5', order_ref: 'o-1' }
  const paths = createPathClient(options)
  return [
    await seen(json(fetch('/v2/next/things/a%20b?expand=fees,parties&tag=7&near=x%7Cy'))),
    await seen(json(fetch(`${mock.url}/v2/next/things/a`, { method: 'DELETE' }))),
    await seen(json(post(body))),
    ...(await Promise.all(
      ['?verbose=maybe', '?verbose=true&verbose=false', '?other=1', '%ZZ', '/%2E%2e'].map((more) =>
        seen(fetch(`/v2/next/things/a${more}`)),
      ),
    )),
    await seen(fetch('/v2/next/things/a', { method: 'POST' })),
    await seen(post(body, { headers: { 'X-Desk': 'seven' } })),
    await seen(post({ ...body, 'X-Desk': 8 })),
    await seen(json(fetch('/v2/next/things/a?tag=x'))),
    await seen(
      paths
        .GET('/v2/next/things/{id}', {
          params: { path: { id: 'a b' }, query: { expand: ['fees', 'parties'], verbose: true } },
        })
        .then(({ data }) => data?.id),
    ),
  ]
}

/** What was made is found again, by its identifier and in a list. */
async function foundAgain(options: ClientOptions): Promise<unknown[]> {
  const drift: unknown[] = []
  const onEvent: ClientOptions['onEvent'] = (event) => event.type === 'drift' && drift.push(event)
  const client = createClient({ ...options, onEvent })
  const paths = createPathClient(options)
  const input = { market: 'PAXGUSD', side: 'SELL' } as const
  const one = await client.createIssuerQuote({ ...input, profile_id: 'p', base_amount: '7' })
  const other = await client.createIssuerQuote({ ...input, profile_id: 'q', base_amount: '8' })
  const third = await client.createIssuerQuote({ ...input, profile_id: 'p', base_amount: '9' })
  await client.createIssuerQuote({ ...input, profile_id: 'p', base_amount: '10' })
  const list = (more: object = {}): Promise<ListQuotesResponse> =>
    client.listQuotes({ profile_id: 'p', ...more })
  const amounts = ({ quotes, next_page_cursor: next }: ListQuotesResponse) =>
    quotes.map(({ quantity }) => quantity).join() + (next === undefined ? ', the last' : ', more')
  const pages: string[] = []
  for (let page_cursor: string | undefined, isMore = true; isMore;) {
    const page = await list({ limit: 1, ...(page_cursor !== undefined && { page_cursor }) })
    pages.push(amounts(page))
    page_cursor = page.next_page_cursor
    isMore = page_cursor !== undefined
  }
  const unknown = await list({ page_cursor: 'invented' }).catch(
    ({ message }: ClientError) => message,
  )
  const { quote_id } = one
  const again = await client.getQuote({ quote_id })
  const path = { path: { quote_id: other.quote_id } }
  const byPath = await paths.GET('/v2/next/quotes/{quote_id}', { params: path })
  const { id } = await client.createStablecoinConversion(conversion)
  const gone = await client.cancelThing({ id }).withResponse()
  return [
    `${String(JSON.stringify(again) === JSON.stringify(one))} ${byPath.data?.quantity ?? ''}`,
    amounts(await list()),
    amounts(await list({ limit: 3 })),
    pages.join('; '),
    unknown,
    `${(await list({ profile_id: 'none' })).quotes.length} of another`,
    (await client.getQuote({ quote_id: third.quote_id })).expires_at === third.expires_at,
    await client.getQuote({ quote_id: 'unknown' }).catch(words),
    `${gone.status} ${typeof gone.data}, drift ${JSON.stringify(drift)}`,
  ]
}

/** Without a word on scopes: a test is of the caller's code, and not of what the service granted. */
async function throughFake(): Promise<unknown[]> {
  const issuer = fakeIssuer()
  const client = createClient(issuer.options)
  const input = { market: 'PAXGUSD', side: 'SELL', profile_id: 'p', base_amount: '7' } as const
  const { quote_id, fee } = await client.createIssuerQuote(input)
  const quote = await client.acceptThing({ ...accepted, quote_id })
  const { id } = await client.createStablecoinConversion(conversion)
  const again = await client.getThing({ id })
  const calls = issuer.requests.map(({ method, url }) => `${method} ${url.replace(quote_id, 'q')}`)
  const refusal = await client.getThing({ id: 'y' }).catch(words)
  return [calls[1], quote.fee === fee, again.id === id, refusal]
}

async function status(path: string, init: RequestInit, scope: string): Promise<unknown> {
  const { id, secret } = mockClient
  const grant = { grant_type: 'client_credentials', client_id: id, client_secret: secret, scope }
  const answer = await fetch(mock.tokenUrl, { method: 'POST', body: new URLSearchParams(grant) })
  const { access_token } = (await answer.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const { status, headers: answered } = await fetch(mock.url + path, { ...init, headers })
  const why = answered.get('allow') ?? answered.get('www-authenticate') ?? ''
  return `${init.method ?? 'GET'} ${path} -> ${status} ${why}`.trim()
}

const undici = undiciTransport()
const options = { baseUrl: mock.url, auth }
const conversion = {
  profile_id: 'p',
  amount: '1',
  source_asset: 'A',
  target_asset: 'B',
  ref_id: 'u-1',
}
const upgraded = createClient({ baseUrl: mock.url, auth: clientCredentials(credentials) })
const stranger = clientCredentials({ ...credentials, scopes: ['conversion:settle'] })
try {
  const found = {
    methods: await throughMethods(options),
    methodsOverUndici: await throughMethods({ ...options, transport: undici }),
    fetch: await throughFetch(options),
    fetchOverUndici: await throughFetch({ ...options, transport: undici }),
    runTime: atRunTime(),
    fake: await throughFake(),
    foundAgain: await foundAgain(options),
    foundAgainByFake: await foundAgain(fakeIssuer().options),
    mock: await Promise.all([
      status('/v2/next/things/a?verbose=true', {}, 'exchange:write_issuer_quote'),
      status('/v2/next/things/a?unknown=1', {}, 'exchange:write_issuer_quote'),
      status('/v2/next/things/a', { method: 'PUT' }, 'exchange:write_issuer_quote'),
      status('/v2/issuer-quote?a=b', { method: 'DELETE' }, 'exchange:write_issuer_quote'),
      status('/v2/next/things/a/b', {}, 'exchange:write_issuer_quote'),
      status('/v2/next/things/a', {}, 'next:read_thing'),
    ]),
    upgrade: [
      await seen(upgraded.createStablecoinConversion(conversion).then(({ amount }) => amount)),
      await seen(upgraded.getThing({ id: 'a' })),
      await seen(createClient({ baseUrl: mock.url, auth: stranger }).getThing({ id: 'a' })),
    ],
  }
  console.log(JSON.stringify(found))
} finally {
  await undici.close()
  await mock.stop()
}
