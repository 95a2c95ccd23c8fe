import { expect, it } from 'vitest'
import { ApiError, InvalidRequestError } from '../../src/index.js'
import {
  answering,
  baseUrl,
  made,
  order,
  post,
  postageUrl,
  serviceOf,
  token,
} from '../support/fake-service.js'
import { type ClientOptions, createPathClient, fakeIssuer } from '../support/parcels/client.js'
import { acme, parcel } from '../support/provider/acme.js'

const body = { ...order, zone: 'INLAND', pace: 'SLOW' } as const
const clientOf = ({ fetch }: ReturnType<typeof serviceOf>, options: Partial<ClientOptions> = {}) =>
  createPathClient({ baseUrl, auth: token, fetch, ...options })

it('createPathClient gives data and response of a success', async () => {
  const service = serviceOf()
  const { data, error, response } = await clientOf(service).POST('/v1/postage', { body })
  expect([data, error, response.status]).toEqual([made, undefined, 200])
  expect(service.sent.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', postageUrl, post.body],
  ])
})

it('createPathClient gives what the service refused as the error, and throws what may have happened', async () => {
  const refused = clientOf(answering(422, '{"why":"no"}'))
  const { data, error, response } = await refused.POST('/v1/postage', { body })
  expect([data, error, response.status]).toEqual([undefined, { why: 'no' }, 422])
  const broken = clientOf(answering(503, null)).request('post', '/v1/postage', { body })
  await expect(broken).rejects.toBeInstanceOf(ApiError)
})

it('createPathClient takes middleware of openapi-fetch', async () => {
  const service = serviceOf()
  const client = clientOf(service)
  client.use({ onRequest: ({ request }) => request.headers.set('X-Trace', 't') })
  await client.POST('/v1/postage', { body })
  expect(service.sent[0]?.headers.get('x-trace')).toBe('t')
})

it('createPathClient refuses wrong options when it is made, and a wrong body before it is sent', async () => {
  expect(() => createPathClient({ baseUrl } as ClientOptions)).toThrow(TypeError)
  const service = serviceOf()
  const wrong = { ...body, gross_weight: '' as never, pace: 'HOLD' as never }
  const call = clientOf(service).POST('/v1/postage', { body: wrong })
  await expect(call).rejects.toBeInstanceOf(InvalidRequestError)
  expect(service.sent).toEqual([])
})

it('createPathClient refuses a base address of one call, since the token is for its own', async () => {
  const service = serviceOf()
  const elsewhere = { baseUrl: 'https://evil.example' }
  const call = clientOf(service).POST('/v1/postage', { body, ...elsewhere })
  await expect(call).rejects.toThrow('the URL is not on https://api.example.com')
  expect(service.sent).toEqual([])
})

it('createPathClient calls the paths of a provider, and fills its key', async () => {
  const issuer = fakeIssuer({ provider: await acme() })
  // The provider of tests has no types of its paths.
  const client = createPathClient(issuer.options as never)
  const path = '/v1/parcels'
  const request = { body: { ...parcel, ref_id: 'r-1' } as never }
  const { data: first } = await client.POST(path, request)
  expect((await client.POST(path, request)).data).toEqual(first)
  const read = { params: { path: { id: first?.id } } }
  expect(await client.request('get', `${path}/{id}` as never, read as never)).toMatchObject({
    data: { id: first?.id, ref_id: 'r-1' },
  })
  const keys = issuer.requests.map(({ method, headers }) => [method, headers['idempotency-key']])
  expect(keys).toEqual([...[1, 2].map(() => ['POST', 'r-1']), ['GET', undefined]])
})
