import { expect, it } from 'vitest'
import { ApiError, type ClientOptions } from '../../src/index.js'
import { createPathClient } from '../../src/openapi-fetch.js'
import { fakeIssuer } from '../../src/testing.js'
import { acme, conversion } from '../support/acme.js'
import { heldQuote, quote as body } from '../support/examples.js'
import { answer, scripted, type Step } from '../support/scripted.js'

/** A client of paths, and what it sent. */
function played(step: Step = answer(200, heldQuote)) {
  const { options, sent } = scripted([step])
  return { client: createPathClient(options), sent }
}

it('createPathClient gives data and response of a success, and takes middleware of openapi-fetch', async () => {
  const { client, sent } = played()
  client.use({ onRequest: ({ request }) => request.headers.set('X-Trace', 't') })
  const { data, error, response } = await client.POST('/v2/issuer-quote', { body })
  expect([data, error, response.status]).toEqual([heldQuote, undefined, 200])
  expect(sent).toMatchObject([
    {
      method: 'POST',
      url: 'https://api.example.com/v2/issuer-quote',
      headers: { 'x-trace': 't' },
      body: JSON.stringify(body),
    },
  ])
})

it('createPathClient gives what the service refused as the error, and throws what may have happened', async () => {
  const { client } = played(answer(422, '{"why":"no"}'))
  const { data, error, response } = await client.POST('/v2/issuer-quote', { body })
  expect([data, error, response.status]).toEqual([undefined, { why: 'no' }, 422])
  const broken = played(answer(503)).client.request('post', '/v2/issuer-quote', { body })
  await expect(broken).rejects.toBeInstanceOf(ApiError)
})

it.each(['', 'null', 'false', '""'])(
  'createPathClient gives an error that is no blank for a refusal whose body is %j',
  async (text) => {
    const { client } = played(answer(404, text))
    const { error, response } = await client.POST('/v2/issuer-quote', { body })
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
  const path = '/v2/conversion/stablecoins'
  const request = { body: { ...conversion, ref_id: 'r-1' } as never }
  const { data: first } = await client.POST(path, request)
  expect((await client.POST(path, request)).data).toEqual(first)
  const read = { params: { path: { id: first?.id } } }
  expect(
    await client.request('get', '/v2/acme/conversions/{id}' as never, read as never),
  ).toMatchObject({ data: { id: first?.id, ref_id: 'r-1' } })
  const keys = issuer.requests.map(({ method, headers }) => [method, headers['idempotency-key']])
  expect(keys).toEqual([...[1, 2].map(() => ['POST', 'r-1']), ['GET', undefined]])
})
