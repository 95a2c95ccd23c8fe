import { expect, it, vi } from 'vitest'
import { createParameters } from '../../src/document/parameters.js'
import { createFetchOf } from '../../src/index.js'
import { createIssuerQuote } from '../../src/operations.js'
import { schemaOf, schemas } from '../../src/schemas.js'

const order = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' }

const send = vi.fn(() => Promise.resolve(Response.json({ quote_id: 'q' })))
const options = { baseUrl: 'https://api.example.com', auth: 'token', fetch: send }
const ask = createFetchOf({ createIssuerQuote }, options)
const init = { method: 'POST', body: JSON.stringify(order) }

it('a fetch of some operations sends those', async () => {
  expect(await (await ask('/v2/issuer-quote', init)).json()).toEqual({ quote_id: 'q' })
})

it('a fetch of some operations refuses the others of the document, and sends nothing', async () => {
  send.mockClear()
  await expect(ask('/v2/conversion/stablecoins', init)).rejects.toThrow(
    'the document has no operation at this path',
  )
  expect(send).not.toHaveBeenCalled()
})

const request = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, note: {} },
}
const parameters = createParameters([{ in: 'path', name: 'id' }])
const path = '/v2/things/{id}'
const things = {
  put: { ...createIssuerQuote, id: 'put', method: 'PUT', path, parameters, request },
  get: {
    ...createIssuerQuote,
    id: 'get',
    method: 'GET',
    path,
    parameters,
    request,
    hasBody: false,
  },
} as never

it('a fetch of operations with parameters takes them from the URL, as the document types them', async () => {
  const fetch = createFetchOf(things, options)
  send.mockClear()
  await fetch('/v2/things/7', { method: 'PUT', body: '{"note":"7"}' })
  await fetch('/v2/things/7', { method: 'GET' })
  await fetch('/v2/things/7', { method: 'GET', headers: { 'X-Trace': 't' } })
  const sent = send.mock.calls as unknown as [url: string, init: { body?: BodyInit }][]
  const url = 'https://api.example.com/v2/things/7'
  expect(sent.map(([address]) => address)).toEqual([url, url, url])
  expect(await new Response(sent[0]?.[1].body).text()).toBe('{"note":"7"}')
})

it.each([
  ['PUT', '/v2/things/x', '{}', 'id must be an integer, got "x"'],
  ['PUT', '/v2/things/7', '{"id":7}', 'id is a parameter, not a field of the body'],
  ['GET', '/v2/things/7', '{}', 'the body is not allowed: the operation takes none'],
  ['GET', '/v2/things/%ff', undefined, 'the path is not percent-encoded as it must be'],
])(
  'a fetch of operations with parameters refuses %s %s with %s',
  async (method, url, body, why) => {
    send.mockClear()
    const call = createFetchOf(things, options)(url, { method, ...(body && { body }) })
    await expect(call).rejects.toThrow(why)
    expect(send).not.toHaveBeenCalled()
  },
)

it('a fetch of some operations names itself where it is given no operations', () =>
  expect(() => createFetchOf({}, options)).toThrow(/^createFetchOf: operations must be/))

it('the schema of one operation checks as the one of all does', () => {
  for (const body of [order, { ...order, side: 'HOLD' }])
    expect(schemaOf(createIssuerQuote)['~standard'].validate(body)).toEqual(
      schemas.createIssuerQuote['~standard'].validate(body),
    )
})
