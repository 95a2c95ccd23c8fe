import type { Middleware } from 'openapi-fetch'
import { afterEach, expect, it, vi } from 'vitest'
import { InvalidRequestError } from '../../src/index.js'
import { acme, acmeWith } from '../support/acme.js'
import { failureOf } from '../support/by-path.js'
import { conversion, quote as body } from '../support/examples.js'
import { providerOf } from '../support/provider-of.js'
import { answer, broken, scripted, silence, type Step } from '../support/scripted.js'

afterEach(() => void vi.unstubAllGlobals())

const path = '/v2/issuer-quote'
const made = { quote_id: 'q-1' }
const token = 'tok-1234567'

it('a call by path gives the data and the response of a success', async () => {
  const { client, sent } = scripted([answer(200, made)])
  const { data, error, response } = await client.POST(path, { body, headers: { 'X-Trace': 't' } })
  expect([data, error, response.status]).toEqual([made, undefined, 200])
  const headers = { 'x-trace': 't', authorization: `Bearer ${token}` }
  const url = `https://api.example.com${path}`
  expect(sent).toMatchObject([{ method: 'POST', url, headers, body: JSON.stringify(body) }])
})

it('a call by path gives what the service refused as the error, and throws what may have happened', async () => {
  const { client } = scripted([answer(422, '{"why":"no"}'), answer(503)])
  const { data, error, response } = await client.POST(path, { body })
  expect([data, error, response.status]).toEqual([undefined, { why: 'no' }, 422])
  const lost = await failureOf(client.request('post', path, { body }))
  expect(lost).toMatchObject({ code: 'ERR_API', outcome: 'unknown', status: 503 })
})

it.each(['', 'null', 'false', '""', '0', '-0.0'])(
  'a call by path gives an error that is no blank for a refusal whose body is %j',
  async (text) => {
    const { client } = scripted([answer(404, text)])
    const { error, response } = await client.POST(path, { body })
    expect([error, response.status]).toEqual(['404, without a reason', 404])
  },
)

it('a call by path throws the refusal of a HEAD, of which openapi-fetch gives no error', async () => {
  const provider = acmeWith('getConversion', { method: 'HEAD', response: undefined })
  const { client } = scripted([answer(404, '')], { provider })
  const params = { path: { id: 'a' } }
  const call = client.request(
    'head' as never,
    '/v2/acme/conversions/{id}' as never,
    { params } as never,
  )
  expect(await failureOf(call)).toMatchObject({ code: 'ERR_API', outcome: 'rejected' })
})

it('middleware is of calls by path alone, and what became of a call by method reaches its caller', async () => {
  const { client, sent } = scripted([answer(503)])
  const feigned = Response.json(made)
  client.use({
    // As documented by openapi-fetch: one that changes the request, and one that gives another.
    onRequest: ({ request }) => new Request(request, { headers: { 'X-Trace': 't' } }),
    onError: () => feigned,
  })
  expect(await client.POST(path, { body })).toMatchObject({ data: made })
  expect(await failureOf(client.createIssuerQuote(body))).toMatchObject({ outcome: 'unknown' })
  expect(sent.map(({ headers, body }) => [headers['x-trace'], body])).toEqual([
    ['t', JSON.stringify(body)],
    [undefined, JSON.stringify(body)],
  ])
})

it('a new request of middleware counts with its body', async () => {
  const { client, sent } = scripted([answer(503)])
  const other = { ...body, base_amount: '7' }
  const init = { body: JSON.stringify(other) }
  client.use({ onRequest: ({ request }) => new Request(request, init) })
  await failureOf(client.POST(path, { body }))
  expect(sent.map((one) => one.body)).toEqual([init.body])
})

it('a call by path has the parameters that the document names, a header from either place, and no other', async () => {
  const parameters = [
    { in: 'path', name: 'id' },
    { in: 'header', name: 'X-Desk' },
  ] as const
  const request = { required: ['id', 'X-Desk'] }
  const provider = acmeWith('getConversion', { parameters, request })
  const { client, sent } = scripted([answer(404)], { provider })
  const get = (params: object, headers = {}) =>
    failureOf(client.GET('/v2/acme/conversions/{id}', { params, headers } as never))
  await get({ path: { id: 'a/b' }, header: { 'X-Desk': 'd' } })
  await get({ path: { id: 'a/b' } }, { 'x-desk': 'd' })
  const url = 'https://api.example.com/v2/acme/conversions/a%2Fb'
  expect(sent).toMatchObject([1, 2].map(() => ({ url, headers: { 'x-desk': 'd' } })))
  for (const params of [{ path: { id: 'a' }, query: { other: 1 } }, {}])
    expect(await get(params, { 'x-desk': 'd' })).toBeInstanceOf(InvalidRequestError)
  expect(sent).toHaveLength(2)
})

const refused = broken({ code: 'ECONNREFUSED', syscall: 'connect' })
const late = { outcome: 'unknown', code: 'ERR_TIMEOUT' }
it.each<[object, object, requests: number, Step?]>([
  [{}, { code: 'ERR_CONNECTION', outcome: 'not_sent' }, 3],
  [{ maxRetries: 0 }, { code: 'ERR_CONNECTION', outcome: 'not_sent' }, 1],
  [{ timeout: 10 }, late, 1, silence],
  [{ totalTimeout: 10 }, late, 1, silence],
  [{ signal: AbortSignal.abort() }, { code: 'ERR_ABORTED', outcome: 'not_sent' }, 0],
  [{ timeout: '5s' }, { code: 'ERR_INVALID_REQUEST', outcome: 'not_sent' }, 0],
])('a call by path has the limits beside its body: %j', async (limits, error, requests, step) => {
  const { client, sent } = scripted([step ?? refused])
  const start = performance.now()
  expect(await failureOf(client.POST(path, { body, ...limits }))).toMatchObject(error)
  expect(sent).toHaveLength(requests)
  // Less than the client's own `timeout`.
  expect(performance.now() - start).toBeLessThan(9_000)
})

it('a fetch of one call by path gets no token', async () => {
  const { client, sent } = scripted([])
  const names: string[] = []
  const fetch = ({ headers }: Request) => {
    names.push(...headers.keys())
    return Promise.resolve(Response.json(made))
  }
  await client.POST(path, { body, fetch })
  expect(names).toEqual(['content-type'])
  expect(sent).toEqual([])
})

it.each([[{ path: { id: undefined } }], [{ path: { id: null } }], [undefined]])(
  'a call by path without a value of its path is refused as one by method is: %j',
  async (params) => {
    const { client, sent } = scripted([], { provider: acme })
    const error = await failureOf(
      client.GET('/v2/acme/conversions/{id}', { params: params as never }),
    )
    const byMethod = await failureOf(client.getConversion({ ...params?.path } as never))
    expect(error).toBeInstanceOf(InvalidRequestError)
    expect(error).toMatchObject({ message: (byMethod as Error).message })
    expect(sent).toEqual([])
  },
)

it('a call by path sends its body as it was when it was called', async () => {
  const { client, sent } = scripted([answer(200, made)])
  const changed: { base_amount: string } & typeof body = { ...body }
  const call = client.POST(path, { body: changed })
  changed.base_amount = '99'
  await call
  expect(sent).toMatchObject([{ body: JSON.stringify(body) }])
})
it.each<[string, object]>([
  ['a reference that is undefined', { ref_id: undefined }],
  ['NaN', { metadata: { n: NaN } }],
])(
  'a call by path is refused for what JSON drops or cannot carry, as one by method is: %s',
  async (_, more) => {
    const { client, sent } = scripted([])
    const body = { ...conversion, ...more }
    const error = await failureOf(client.POST('/v2/conversion/stablecoins', { body }))
    const byMethod = await failureOf(client.createStablecoinConversion(body))
    expect(error).toBeInstanceOf(InvalidRequestError)
    expect(error).toMatchObject({ issues: (byMethod as InvalidRequestError).issues })
    expect(sent).toEqual([])
  },
)

const filled = { ref_id: 'filled' }
it.each<[string, object, Middleware?]>([
  ['its bodySerializer', { bodySerializer: (it: object) => JSON.stringify({ ...it, ...filled }) }],
  [
    'middleware',
    {},
    {
      onRequest: async ({ request }) => {
        const sent = (await request.clone().json()) as object
        return new Request(request, { body: JSON.stringify({ ...sent, ...filled }) })
      },
    },
  ],
])('a call by path sends an undefined field that is filled by %s', async (_, init, middleware) => {
  const { client, sent } = scripted([answer(200, { ...conversion, ...filled, id: 'c-1' })])
  if (middleware) client.use(middleware)
  const body = { ...conversion, ref_id: undefined }
  await client.POST('/v2/conversion/stablecoins', { body, ...init } as never)
  expect(sent.map((one) => JSON.parse(one.body ?? '') as object)).toMatchObject([filled])
})

const closing = await providerOf({
  target: '$.paths',
  update: {
    '/v2/orders/{id}/close': {
      post: {
        operationId: 'closeOrder',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'page', in: 'query', schema: { type: 'string' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { reason: { type: 'string' } } },
            },
          },
        },
        responses: { '204': { description: 'Closed.' } },
      },
    },
  },
})

it.each<[string, init: object, input: object, url: string, body: string | undefined]>([
  ['without its optional body', {}, {}, '', undefined],
  ['with it', { body: { reason: 'late' } }, { reason: 'late' }, '', '{"reason":"late"}'],
  ['without a parameter of the query that is null', { query: { page: null } }, {}, '', undefined],
  ['with that parameter', { query: { page: 'a' } }, { page: 'a' }, '?page=a', undefined],
])(
  'a call by path or by method is sent %s',
  async (_, { body: reason, query }: { body?: object; query?: object }, input, search, body) => {
    const { client, sent, fetch } = scripted([answer(204, '')], { provider: closing })
    const { closeOrder } = client as object as { closeOrder: (input: object) => Promise<unknown> }
    const params = { path: { id: 'o-1' }, ...(query && { query }) }
    const init = { params, ...(reason && { body: reason }) }
    await client.POST('/v2/orders/{id}/close' as never, init as never)
    await closeOrder({ id: 'o-1', ...input })
    const text = reason && JSON.stringify(reason)
    await fetch(`/v2/orders/o-1/close${search}`, { method: 'POST', ...(text && { body: text }) })
    const url = `https://api.example.com/v2/orders/o-1/close${search}`
    expect(sent).toMatchObject([1, 2, 3].map(() => ({ url, body })))
    const types = sent.map(({ headers }) => headers['content-type'])
    expect(types).toEqual([1, 2, 3].map(() => body && 'application/json'))
  },
)
