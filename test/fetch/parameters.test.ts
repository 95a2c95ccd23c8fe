import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createParameters } from '../../src/document/parameters.js'
import { operations as documented } from '../support/parcels/client.js'

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

/** The package as it would be with these operations. */
async function withOperations() {
  vi.resetModules()
  vi.doMock('../../generated/index.js', () => ({ operations, defaultScopes: [] }))
  return import('../../src/index.js')
}
let entry: Awaited<ReturnType<typeof withOperations>>
beforeAll(async () => (entry = await withOperations()))
afterAll(() => {
  vi.doUnmock('../../generated/index.js')
  vi.resetModules()
})

const url = 'https://api.example.com/v2/things/7'

/** What goes out, and how often. */
function service() {
  const sent: [url: string, init: { headers: Record<string, string>; body?: unknown }][] = []
  const fetch = (...call: (typeof sent)[0]) => {
    sent.push(call)
    return Promise.resolve(Response.json({ postage_id: 'q' }))
  }
  const options = { baseUrl: 'https://api.example.com', auth: 'token', fetch }
  return { sent, options }
}

it('parameters of a URL and of headers are read as the document types them, and go where they stood', async () => {
  const { sent, options } = service()
  const fetch = entry.createFetch(options)
  await fetch('/v2/things/7', { method: 'PUT', body: '{"note":"7"}' })
  await fetch(url, { method: 'GET', headers: { 'X-Trace': 't', 'X-Desk': ' a ' } })
  expect(sent.map(([address]) => address)).toEqual([url, url])
  expect(String(sent[0]?.[1].body)).toBe('{"note":"7"}')
  expect(sent[1]?.[1].headers).toMatchObject({ 'x-trace': 't', 'x-desk': 'a' })
})

it('parameters of a path are written anew, so that no encoded part leads elsewhere', async () => {
  const { sent, options } = service()
  const client = entry.createFetch({ ...options })
  await client('/v2/things/x/%2e%2e/7', { method: 'GET' })
  expect(sent.map(([address]) => address)).toEqual([url])
  for (const path of [
    '/v2/things/7%2F..',
    '/v2/things/7;all',
    '/v2/things%2F7',
    '/v2/things/%2e%2e%2f7',
  ])
    await expect(client(path, { method: 'GET' })).rejects.toThrow(/outcome not_sent/)
  expect(sent).toHaveLength(1)
})

it.each([
  ['PUT', '/v2/things/x', '{}', 'id must be an integer, got "x"'],
  ['PUT', '/v2/things/7', '{"id":7}', 'id is a parameter, not a field of the body'],
  ['GET', '/v2/things/7', '{}', 'the body is not allowed: the operation takes none'],
  ['GET', '/v2/things/%ff', undefined, 'the path is not percent-encoded as it must be'],
])('parameters: %s %s is refused, and nothing is sent: %s', async (method, path, body, why) => {
  const { sent, options } = service()
  const call = entry.createFetch(options)(path, { method, ...(body && { body }) })
  await expect(call).rejects.toThrow(why)
  expect(sent).toEqual([])
})

it('parameters of a call are its own, whatever the call before it had', async () => {
  const { sent, options } = service()
  const client = entry.createClient({ ...options, headers: { 'user-agent': 'desk/1' } })
  const { get } = client as unknown as Record<
    string,
    (input: object, more?: object) => Promise<object>
  >
  await get?.({ id: 1, 'X-Desk': 'd' })
  await get?.({ id: 2 }, { headers: { accept: 'text/plain' } })
  const own = { accept: 'application/json', 'user-agent': 'desk/1', authorization: 'Bearer token' }
  expect(sent.map(([address, { headers, body }]) => [address, headers, body])).toEqual([
    [url.replace('7', '1'), { ...own, 'x-desk': 'd' }, null],
    [url.replace('7', '2'), { ...own, accept: 'text/plain' }, null],
  ])
})
