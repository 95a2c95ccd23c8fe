import { expect, it } from 'vitest'
import {
  type ClientEvent,
  createFetch,
  InvalidRequestError,
  InvalidResponseError,
} from '../../src/index.js'
import {
  baseUrl,
  failureOf,
  order,
  post,
  quotes,
  serviceOf,
  token,
} from '../support/fake-service.js'

/** A fetch that may read what the document lacks, over a service. */
function readerOf(service: ReturnType<typeof serviceOf>, onEvent?: (event: ClientEvent) => void) {
  const options = { baseUrl, auth: token, fetch: service.fetch, ...(onEvent && { onEvent }) }
  return createFetch(options, { undocumentedReads: true })
}

const address = `${baseUrl}/v2/conversions?ref_id=a%20b&ref_id=c%2F;&open`

it('a read that the document lacks goes out with the token, as it was written, and its answer comes back unchecked', async () => {
  const service = serviceOf(() => Response.json(['any', 'thing']))
  const events: ClientEvent[] = []
  const read = readerOf(service, (event) => events.push(event))
  const response = await read(address, { headers: { 'X-Trace': 't' } })
  expect([response.status, await response.json()]).toEqual([200, ['any', 'thing']])
  const [sent] = service.sent
  expect([sent?.method, sent?.url]).toEqual(['GET', address])
  expect(sent?.headers.get('authorization')).toBe(`Bearer ${token}`)
  expect(sent?.headers.get('x-trace')).toBe('t')
  expect(events.at(-1)).toMatchObject({
    type: 'end',
    operation: 'GET /v2/conversions',
    outcome: 'succeeded',
  })
  expect(events.filter(({ type }) => type === 'drift')).toEqual([])
})

it('a read that the document lacks may be one of a path that has other methods, and HEAD', async () => {
  const service = serviceOf(() => new Response(null, { headers: { 'X-Total': '3' } }))
  const response = await readerOf(service)(quotes, { method: 'head' })
  expect(response.headers.get('x-total')).toBe('3')
  expect(service.sent).toMatchObject([{ method: 'HEAD', url: quotes }])
})

it('a read that the document lacks may be answered 204, with no body', async () => {
  const empty = serviceOf(() => new Response(null, { status: 204 }))
  const response = await readerOf(empty)('/v2/conversions')
  expect([response.status, response.body]).toEqual([204, null])
})

it('a read that the document lacks is no success where its answer is longer than 1 MiB', async () => {
  const long = serviceOf(() => new Response('x'.repeat(2 ** 20 + 1)))
  await failureOf(readerOf(long)('/v2/conversions'), InvalidResponseError)
})

it('a read that the document lacks that is refused is a Response, so that 404 says that nothing is there', async () => {
  const service = serviceOf(() => Response.json({ error: 'not_found' }, { status: 404 }))
  expect((await readerOf(service)('/v2/conversions/r-1')).status).toBe(404)
  expect(service.sent).toHaveLength(1)
})

it.each<[string, string, RequestInit]>([
  ['another method', `${baseUrl}/v2/conversions`, post],
  ['another host', 'https://evil.example/gateway/v2/conversions', {}],
  ['a way out', `${baseUrl}/../v2/conversions`, {}],
  ['an encoded slash', '/v2/conversions/..%2Fadmin', {}],
  ['a slash that is encoded twice', '/v2/conversions/..%252fadmin', {}],
  ['an encoded backslash', `${baseUrl}/v2/conversions/..%5Cadmin`, {}],
  ['a backslash', `${baseUrl}/v2/conversions\\all`, {}],
  ['an encoded dot', '/v2/conversions/%2E%2e/admin', {}],
  ['an encoded dot in parts', '/v2/conversions/%2\tE%2\ne/admin', {}],
  ['a semicolon', '/v2/conversions;all', {}],
  ['an encoded semicolon', '/v2/conversions%3Ball', {}],
])('a read that the document lacks is none with %s', async (_, url, init) => {
  const service = serviceOf()
  await failureOf(readerOf(service)(url, init), InvalidRequestError)
  expect(service.sent).toEqual([])
})

it('a read that the document lacks leaves the operations of the document checked', async () => {
  const service = serviceOf()
  const body = JSON.stringify({ ...order, side: 'HOLD' })
  await failureOf(readerOf(service)(quotes, { ...post, body }), InvalidRequestError)
  expect(service.sent).toEqual([])
})

it('a read that the document lacks has to be asked for', async () => {
  const service = serviceOf()
  const plain = createFetch({ baseUrl, auth: token, fetch: service.fetch })
  await failureOf(plain(address), InvalidRequestError)
  const more = { undocumentedReads: 'yes' } as never
  expect(() => createFetch({ baseUrl, auth: token }, more)).toThrow(/undocumentedReads must be/)
})
