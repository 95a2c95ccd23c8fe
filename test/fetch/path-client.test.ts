import { expect, it } from 'vitest'
import { ApiError } from '../../src/index.js'
import { madePostage, postage as body, scripted } from '../support/parcels/calls.js'
import { type ClientOptions, createPathClient, fakeIssuer } from '../support/parcels/client.js'
import { acme, parcel } from '../support/provider/acme.js'
import { answer, type Step } from '../support/scripted.js'

/** A client of paths, and what it sent. */
function played(step: Step = answer(200, madePostage)) {
  const { options, sent } = scripted([step])
  return { client: createPathClient(options), sent }
}

it('createPathClient gives data and response of a success, and takes middleware of openapi-fetch', async () => {
  const { client, sent } = played()
  client.use({ onRequest: ({ request }) => request.headers.set('X-Trace', 't') })
  const { data, error, response } = await client.POST('/v1/postage', { body })
  expect([data, error, response.status]).toEqual([madePostage, undefined, 200])
  expect(sent).toMatchObject([
    {
      method: 'POST',
      url: 'https://api.example.com/v1/postage',
      headers: { 'x-trace': 't' },
      body: JSON.stringify(body),
    },
  ])
})

it('createPathClient gives what the service refused as the error, and throws what may have happened', async () => {
  const { client } = played(answer(422, '{"why":"no"}'))
  const { data, error, response } = await client.POST('/v1/postage', { body })
  expect([data, error, response.status]).toEqual([undefined, { why: 'no' }, 422])
  const broken = played(answer(503)).client.request('post', '/v1/postage', { body })
  await expect(broken).rejects.toBeInstanceOf(ApiError)
})

it.each(['', 'null', 'false', '""'])(
  'createPathClient gives an error that is no blank for a refusal whose body is %j',
  async (text) => {
    const { client } = played(answer(404, text))
    const { error, response } = await client.POST('/v1/postage', { body })
    expect([error, response.status]).toEqual(['404, without a reason', 404])
  },
)

it('createPathClient refuses wrong options when it is made', () => {
  const make = () => createPathClient({ baseUrl: 'https://api.example.com' } as ClientOptions)
  expect(make).toThrow(TypeError)
})

it('createPathClient calls the paths of a provider, and fills its key', async () => {
  const issuer = fakeIssuer({ provider: acme })
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
