// What openapi-fetch's own tests expect and this client does on purpose otherwise, with the rule beside it.

import createOpenapiFetch from 'openapi-fetch'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createClient, InvalidRequestError, type Transport } from '../../src/index.js'
import { undiciTransport } from '../../src/undici.js'
import { acme } from '../support/acme.js'
import { type ByPath, failureOf, untyped } from '../support/by-path.js'
import { heldQuote as made, quote as body } from '../support/examples.js'
import { listen } from '../support/listen.js'
import { providerOf } from '../support/provider-of.js'
import { answer, scripted } from '../support/scripted.js'

const path = '/v2/issuer-quote'
const baseUrl = 'https://api.example.com'

it.each<[rule: string, init: unknown, named: string]>([
  ['parameters are written as the document says', { querySerializer: () => '' }, 'querySerializer'],
  ['the same for the path', { pathSerializer: () => path }, 'pathSerializer'],
  ['the client sends no Request', { Request: class extends Request {} }, 'Request'],
  ['a misspelt limit would hold for no call', { timout: 5 }, 'timout'],
  ['the client has one base address', { baseUrl: 'https://evil.example' }, 'baseUrl'],
  ['cookies are not sent', { credentials: 'include' }, 'credentials'],
  ['a document has no parameter there', { params: { cookie: { a: 'b' } } }, 'params'],
  ['an answer is read in one of these forms', { parseAs: 'xml' }, 'parseAs'],
  ['a function writes a body', { bodySerializer: 'json' }, 'bodySerializer'],
  ['a list of middleware', { middleware: {} }, 'middleware'],
  ['a signal ends the call', { signal: 'now' }, 'signal'],
  ['limits are milliseconds', { timeout: '5s' }, 'timeout'],
  ['the client writes the token', { headers: { Authorization: 'Bearer x' } }, 'authorization'],
  ['and the type of the body', { headers: { 'Content-Type': 'text/xml' } }, 'content-type'],
  ['also where it is taken away', { headers: { 'Content-Type': null } }, 'content-type'],
  ['a session is of a page', { headers: { Cookie: 'session=1' } }, 'cookie'],
  ['so in a parameter', { params: { header: { Cookie: 'session=1' } } }, 'cookie'],
  ['a header is of RFC 9110', { headers: { 'X-Key': 'a\nsecret-1234' } }, 'headers'],
  ['null is no item of a header', { headers: { 'X-Key': [null] } }, 'headers'],
  ['an object is no value of a header', { headers: { 'X-Key': { a: 1 } } }, 'headers'],
  ['a query is documented', { params: { query: { a: 1 } } }, 'a is a parameter'],
  ['options are an object', 'text', 'object of options'],
  ['a body is an object', { body: null }, 'must be a JSON object'],
  ['an empty text is no body', { body: '' }, 'must be a JSON object'],
  ['a text is no object', { body: JSON.stringify(body) }, 'must be a JSON object'],
  ['a list is no object', { body: [body] }, 'must be a JSON object'],
  ['a form is no JSON', { bodySerializer: () => new FormData() }, 'is not JSON'],
  ['a body is checked', { body: { ...body, side: 'HOLD' } }, 'side must be'],
])('a call by path is refused before it is sent, since %s', async (_, init, named) => {
  const { client, sent, events } = untyped([])
  const given = typeof init === 'object' ? { body, ...init } : init
  const error = await failureOf(client.POST(path, given))
  expect(error).toBeInstanceOf(InvalidRequestError)
  expect((error as Error).message).toContain(named)
  expect(String(error)).not.toContain('secret-1234')
  expect(sent).toEqual([])
  expect(events.map(({ type }) => type)).toEqual(['end'])
})

it.each<[string, keyof ByPath, string, object, named: string]>([
  ['a TRACE, which no runtime sends', 'TRACE', path, { body }, 'no operation'],
  ['another path', 'POST', '/v2/quotes', { body }, 'no operation'],
  ['a GET with a body', 'GET', '/v2/acme/conversions/{id}', { body }, 'not allowed'],
])('a call by path of no operation is refused: %s', async (_, method, to, init, named) => {
  const params = { path: { id: 'a' } }
  const { client, sent } = untyped([], { provider: acme })
  for (const middleware of [[], [{ onRequest: () => undefined }]]) {
    const error = await failureOf(client[method](to, { params, middleware, ...init }))
    expect(error).toBeInstanceOf(InvalidRequestError)
    expect((error as Error).message).toContain(named)
  }
  expect(sent).toEqual([])
})

it.each<[string, options: Readonly<Record<string, unknown>>]>([
  ['parameters are written as the document says', { querySerializer: () => '' }],
  ['the same for the path', { pathSerializer: () => '' }],
  ['a body is JSON', { bodySerializer: String }],
  ['the client makes no Request', { Request }],
  ['a transport has settings', { requestInitExt: {} }],
  ['cookies are not sent', { credentials: 'include' }],
  ['the client writes them', { headers: { 'Content-Type': 'text/xml' } }],
])('createClient refuses an option of openapi-fetch, since %s', (_, options) => {
  const [name = ''] = Object.keys((options['headers'] as object | undefined) ?? options)
  const sentence = new RegExp(`^createClient: .*${name}`, 'i')
  expect(() => createClient({ baseUrl, auth: 'token', ...options })).toThrow(sentence)
})

it.each<[string, headers: unknown, onWire: object]>([
  ['a header of the client is sent', {}, { 'x-tenant': 'a', 'x-desk': 'd' }],
  ['null takes it away', { 'X-Tenant': null }, { 'x-desk': 'd' }],
  ['so does null of two', { 'x-tenant': null, 'x-desk': null }, {}],
  ['a header of the call replaces it', { 'X-Tenant': 'b' }, { 'x-tenant': 'b', 'x-desk': 'd' }],
  ['undefined changes nothing', { 'x-tenant': undefined }, { 'x-tenant': 'a', 'x-desk': 'd' }],
  ['a number is written', { 'x-n': 1 }, { 'x-tenant': 'a', 'x-desk': 'd', 'x-n': '1' }],
  ['a list is joined', { 'x-l': ['1', 2] }, { 'x-tenant': 'a', 'x-desk': 'd', 'x-l': '1, 2' }],
  ['a Map is read', new Map([['x-tenant', 'c']]), { 'x-tenant': 'c', 'x-desk': 'd' }],
  ['pairs are read', [['x-tenant', 'c']], { 'x-tenant': 'c', 'x-desk': 'd' }],
  ['as are Headers', new Headers({ 'x-tenant': 'c' }), { 'x-tenant': 'c', 'x-desk': 'd' }],
])('of the headers of a call by path, %s', async (_, headers, onWire) => {
  for (const middleware of [[], [{ onRequest: () => undefined }]]) {
    const options = { headers: { 'X-Tenant': 'a', 'X-Desk': 'd' } }
    const { client, sent } = untyped([answer(200, made)], options, ...middleware)
    await client.POST(path, { body, headers })
    const { accept, authorization, 'user-agent': agent, ...others } = sent[0]?.headers ?? {}
    expect(others).toEqual({ 'content-type': 'application/json', ...onWire })
    expect([accept, authorization, typeof agent]).toEqual([
      'application/json',
      'Bearer tok-1234567',
      'string',
    ])
  }
})

it.each([
  ['fetch', undefined],
  ['undici', undiciTransport()],
])('a response over %s has its url and its status text', async (_, transport) => {
  const { url, stop } = await listen((socket) => {
    const text = JSON.stringify(made)
    const head = `HTTP/1.1 200 Made\r\nconnection: close\r\ncontent-length: ${text.length}`
    socket.once('data', () => socket.end(`${head}\r\n\r\n${text}`))
  })
  const client = createClient({ baseUrl: url, auth: 'token', ...(transport && { transport }) })
  const { response } = await client.POST(path, { body })
  expect([response.url, response.status, response.statusText]).toEqual([url + path, 200, 'Made'])
  await transport?.close()
  stop()
})

it('the response of a call whose data was read can still be read, once, and cloned', async () => {
  const text = JSON.stringify(made)
  const { client } = scripted([answer(200, made, { 'content-type': 'application/json' })])
  const { response } = await client.POST(path, { body })
  expect(response).toBeInstanceOf(Response)
  const copy = response.clone()
  expect([response.ok, response.bodyUsed]).toEqual([true, false])
  expect([await copy.text(), copy.headers.get('content-type')]).toEqual([text, 'application/json'])
  expect(await response.json()).toEqual(made)
  expect(response.bodyUsed).toBe(true)
  const { data: buffer } = await client.POST(path, { body, parseAs: 'arrayBuffer' })
  const { data: blob } = await client.POST(path, { body, parseAs: 'blob' })
  const { data: stream } = await client.POST(path, { body, parseAs: 'stream' })
  const { data: plain } = await client.POST(path, { body, parseAs: 'text' })
  for (const given of [buffer, blob, stream, plain])
    expect(await new Response(given).text()).toBe(text)
})

it('the status text of a refusal shows no token', async () => {
  const text = 'no tok-1234567'
  const refusing: Transport = async (request) => {
    return { ...(await answer(422, {})(request)), statusText: text }
  }
  const client = createClient({ baseUrl, auth: 'tok-1234567', transport: refusing })
  const { response } = await client.POST(path, { body })
  expect([response.status, response.statusText]).toEqual([422, 'no [redacted]'])
})

it('a fetch that is undefined is no fetch of the caller, which would get no token', async () => {
  const other = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('not by this'))
  const { client, sent } = untyped([answer(200, made)])
  await client.POST(path, { body, fetch: undefined, bodySerializer: undefined })
  expect(sent).toMatchObject([{ headers: { authorization: 'Bearer tok-1234567' } }])
  expect(other).not.toHaveBeenCalled()
})

const listed = await providerOf({
  target: '$.paths',
  update: {
    '/v2/orders': {
      get: {
        operationId: 'listOrders',
        parameters: ['a', 'b'].map((name) => {
          return { name, in: 'query', schema: { type: 'array', items: { type: 'string' } } }
        }),
        responses: {
          '200': {
            description: 'Orders.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['id'],
                  properties: { id: { type: 'string' } },
                },
              },
            },
          },
        },
      },
    },
  },
})

it.each<
  [rule: string, status: number, text: string, headers: Record<string, string>, ours: object]
>([
  ['a 5xx may have taken effect', 503, '{"a":1}', {}, { outcome: 'unknown', status: 503 }],
  ['a success has its data', 204, '', {}, { outcome: 'unknown', status: 204 }],
  ['and is read as JSON', 200, 'text', {}, { outcome: 'unknown', status: 200 }],
  [
    'the length of an answer is that of its transfer',
    ...([200, JSON.stringify(made), { 'content-length': '0' }, { data: made }] as const),
  ],
])('an answer is read otherwise than by openapi-fetch, since %s', async (...row) => {
  const [, status, text, headers, ours] = row
  const theirs = createOpenapiFetch<Record<string, never>>({
    baseUrl,
    fetch: () => Promise.resolve(new Response(text || null, { status, headers })),
  }) as object as ByPath
  const { client } = untyped([answer(status, text, headers)])
  expect(await failureOf(client.POST(path, { body }))).toMatchObject(ours)
  expect(await failureOf(theirs.POST(path, { body }))).not.toMatchObject(ours)
})

it.each<[rule: string, query: object, search: string]>([
  ['a query has the order of the document', { b: ['2'], a: ['1'] }, '?a=1&b=2'],
  ['a list without an item is no parameter', { a: [], b: ['2'] }, ''],
])('%s', async (_, query, search) => {
  const { client, sent } = untyped([answer(200, { id: 'o-1' })], { provider: listed })
  const end = await failureOf(client.GET('/v2/orders', { params: { query } }))
  if (search === '') expect(end).toBeInstanceOf(InvalidRequestError)
  expect(sent.map(({ url }) => url)).toEqual(search === '' ? [] : [`${baseUrl}/v2/orders${search}`])
})

it('a parameter is taken as it was when the call was made', async () => {
  const { client, sent } = untyped([answer(404)], { provider: acme })
  const at = { id: 'a' }
  const call = client.GET('/v2/acme/conversions/{id}', { params: { path: at } })
  at.id = 'b'
  await call
  expect(sent).toMatchObject([{ url: `${baseUrl}/v2/acme/conversions/a` }])
})

it('a request that no middleware sees is made without the Request of the runtime', async () => {
  let count = 0
  const counted = class extends Request {
    constructor(...settings: ConstructorParameters<typeof Request>) {
      super(...settings)
      count++
    }
  }
  vi.stubGlobal('Request', counted)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { client } = untyped([answer(200, made)])
  await client.POST(path, { body, headers: { 'X-Trace': 't' } })
  expect(count).toBe(0)
  const changed = Response.json({ quote_id: 'other' }, { status: 201 })
  const middleware = [{ onResponse: () => changed }]
  const answered = await client.POST(path, { body, middleware })
  expect(count).toBe(1)
  // The response is that of the middleware of this one call.
  expect(answered).toEqual({ data: { quote_id: 'other' }, response: changed })
})
