import { expect, it } from 'vitest'
import { operations as documented, provider } from '../../generated/index.js'
import { type ClientOptions } from '../../src/index.js'
import { heldQuote } from '../support/examples.js'
import { answer, scripted } from '../support/scripted.js'

const request = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, note: {}, 'X-Desk': {} },
}
const parameters = [
  { in: 'path', name: 'id' },
  { in: 'header', name: 'X-Desk' },
]
const path = '/v2/acme/batches/{id}'
const batch = { ...documented['createIssuerQuote'], path, parameters, request }
const operations = {
  put: { ...batch, id: 'put', method: 'PUT' },
  get: { ...batch, id: 'get', method: 'GET', hasBody: false },
}
/** A client and a fetch of these operations. */
const batches = (options: Partial<ClientOptions> = {}) => {
  const own = { provider: { ...provider, operations } as typeof provider }
  return scripted([answer(200, heldQuote)], { ...own, ...options })
}
const url = 'https://api.example.com/v2/acme/batches/7'

it('parameters of a URL and of headers are read as the document types them, and go where they stood', async () => {
  const { fetch, sent } = batches()
  await fetch('/v2/acme/batches/7', { method: 'PUT', body: '{"note":"7"}' })
  await fetch(url, { method: 'GET', headers: { 'X-Trace': 't', 'X-Desk': ' a ' } })
  // Written anew, so that no encoded part leads elsewhere.
  await fetch('/v2/acme/batches/x/%2e%2e/7', { method: 'GET' })
  expect(sent).toMatchObject([
    { url, body: '{"note":"7"}' },
    { url, headers: { 'x-trace': 't', 'x-desk': 'a' } },
    { url },
  ])
})

it.each([
  ['PUT', '/v2/acme/batches/x', '{}', 'id must be an integer, got "x"'],
  ['PUT', '/v2/acme/batches/7', '{"id":7}', 'id is a parameter, not a field of the body'],
  ['GET', '/v2/acme/batches/7', '{}', 'the body is not allowed: the operation takes none'],
  ['GET', '/v2/acme/batches/%ff', undefined, 'the URL is not percent-encoded as it must be'],
  ['GET', '/v2/acme/batches/7%2F..', undefined, 'outcome not_sent'],
  ['GET', '/v2/acme/batches/7;all', undefined, 'outcome not_sent'],
  ['GET', '/v2/acme/batches%2F7', undefined, 'outcome not_sent'],
  ['GET', '/v2/acme/batches/%2e%2e%2f7', undefined, 'outcome not_sent'],
])('parameters: %s %s is refused, and nothing is sent: %s', async (method, path, body, why) => {
  const { fetch, sent } = batches()
  await expect(fetch(path, { method, ...(body && { body }) })).rejects.toThrow(why)
  expect(sent).toEqual([])
})

it('a parameter in the body of a call by path is refused, also where `bodySerializer` puts it', async () => {
  const { client, sent } = batches()
  const params = { path: { id: 7 } }
  const named = (body: object) => JSON.stringify({ ...body, id: 8 })
  for (const init of [{ body: { id: 8 } }, { body: {}, bodySerializer: named }]) {
    const call = client.PUT(path as never, { params, ...init } as never)
    await expect(call).rejects.toThrow('id is a parameter, not a field of the body')
  }
  expect(sent).toEqual([])
})

it('parameters of a call are its own, whatever the call before it had', async () => {
  const { client, sent } = batches({ headers: { 'user-agent': 'desk/1' } })
  const { get } = client as unknown as Record<string, (...input: object[]) => Promise<object>>
  await get?.({ id: 1, 'X-Desk': 'd' })
  await get?.({ id: 2 }, { headers: { accept: 'text/plain' } })
  const own = { 'user-agent': 'desk/1', authorization: 'Bearer tok-1234567' }
  expect(sent.map(({ url, headers, body }) => [url, headers, body])).toEqual([
    [url.replace('7', '1'), { ...own, accept: 'application/json', 'x-desk': 'd' }, undefined],
    [url.replace('7', '2'), { ...own, accept: 'text/plain' }, undefined],
  ])
})
