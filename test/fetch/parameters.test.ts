import { expect, it } from 'vitest'
import { createParameters } from '../../src/document/parameters.js'
import { scripted } from '../support/parcels/calls.js'
import {
  type ClientOptions,
  createClient,
  fakeIssuer,
  operations as documented,
  provider,
} from '../support/parcels/client.js'
import { answer } from '../support/scripted.js'

const request = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, note: {}, 'X-Desk': {} },
}
const parameters = createParameters([
  { in: 'path', name: 'id' },
  { in: 'header', name: 'X-Desk' },
])
const thing = { ...documented['quotePostage'], path: '/v2/things/{id}', parameters, request }
const operations = {
  put: { ...thing, id: 'put', method: 'PUT' },
  get: { ...thing, id: 'get', method: 'GET', hasBody: false },
}
/** A client and a fetch of these operations. */
const things = (options: Partial<ClientOptions> = {}) => {
  const own = { provider: { ...provider, operations } as typeof provider }
  return scripted([answer(200, { postage_id: 'q' })], { ...own, ...options })
}
const url = 'https://api.example.com/v2/things/7'

it('parameters of a URL and of headers are read as the document types them, and go where they stood', async () => {
  const { fetch, sent } = things()
  await fetch('/v2/things/7', { method: 'PUT', body: '{"note":"7"}' })
  await fetch(url, { method: 'GET', headers: { 'X-Trace': 't', 'X-Desk': ' a ' } })
  // Written anew, so that no encoded part leads elsewhere.
  await fetch('/v2/things/x/%2e%2e/7', { method: 'GET' })
  expect(sent).toMatchObject([
    { url, body: '{"note":"7"}' },
    { url, headers: { 'x-trace': 't', 'x-desk': 'a' } },
    { url },
  ])
})

it.each([
  ['PUT', '/v2/things/x', '{}', 'id must be an integer, got "x"'],
  ['PUT', '/v2/things/7', '{"id":7}', 'id is a parameter, not a field of the body'],
  ['GET', '/v2/things/7', '{}', 'the body is not allowed: the operation takes none'],
  ['GET', '/v2/things/%ff', undefined, 'the path is not percent-encoded as it must be'],
  ['GET', '/v2/things/7%2F..', undefined, 'outcome not_sent'],
  ['GET', '/v2/things/7;all', undefined, 'outcome not_sent'],
  ['GET', '/v2/things%2F7', undefined, 'outcome not_sent'],
  ['GET', '/v2/things/%2e%2e%2f7', undefined, 'outcome not_sent'],
])('parameters: %s %s is refused, and nothing is sent: %s', async (method, path, body, why) => {
  const { fetch, sent } = things()
  await expect(fetch(path, { method, ...(body && { body }) })).rejects.toThrow(why)
  expect(sent).toEqual([])
})

it('parameters of a call are its own, whatever the call before it had', async () => {
  const { client, sent } = things({ headers: { 'user-agent': 'desk/1' } })
  const { get } = client as unknown as Record<string, (...input: object[]) => Promise<object>>
  await get?.({ id: 1, 'X-Desk': 'd' })
  await get?.({ id: 2 }, { headers: { accept: 'text/plain' } })
  const own = { 'user-agent': 'desk/1', authorization: 'Bearer tok-1234567' }
  expect(sent.map(({ url, headers, body }) => [url, headers, body])).toEqual([
    [url.replace('7', '1'), { ...own, accept: 'application/json', 'x-desk': 'd' }, undefined],
    [url.replace('7', '2'), { ...own, accept: 'text/plain' }, undefined],
  ])
})

it('an operation calls what a document with allOf, maps, dots in names, PATCH, DELETE, 201, 202 and 204 describes', async () => {
  const issuer = fakeIssuer()
  const client = createClient(issuer.options)
  const made = await client.boxesCreate({ liters: '12.5', labels: { side: 'up' } })
  expect(made).toMatchObject({ liters: '12.5', labels: { side: 'up' } })
  const { box_id } = made
  const marks = { labels: { side: 'down' }, colour: 'red' }
  expect(await client.boxesUpdate({ box_id, ...marks })).toMatchObject({ box_id })
  const sought = { ids: [box_id, 'b&c'], 'made_at.lt': '2026-03-02T09:15:30Z', limit: 5 }
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the document deprecates it, which editors show
  expect(await client.boxesFind(sought)).toMatchObject({ boxes: [{ box_id }] })
  await client.boxesRemove({ box_id })
  const host = /^https:\/\/[^/]+/
  const sent = issuer.requests.map(({ method, url, body }) => [method, url.replace(host, ''), body])
  expect(sent).toEqual([
    ['POST', '/v1/boxes', { liters: '12.5', labels: { side: 'up' } }],
    ['PATCH', `/v1/boxes/${box_id}`, marks],
    ['GET', `/v1/boxes?ids=${box_id}&ids=b%26c&made_at.lt=2026-03-02T09%3A15%3A30Z&limit=5`, ''],
    ['DELETE', `/v1/boxes/${box_id}`, ''],
  ])
})
