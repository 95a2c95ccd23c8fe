import { expect, it } from 'vitest'
import { InvalidRequestError } from '../../src/index.js'
import { createClient, fakeIssuer } from '../support/parcels/client.js'

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
  const paths = issuer.requests.map(
    ({ method, url }) => `${method} ${new URL(url).pathname}${new URL(url).search}`,
  )
  const sent = issuer.requests.map(({ body }, at) => [paths[at], body])
  expect(sent).toEqual([
    ['POST /v1/boxes', { liters: '12.5', labels: { side: 'up' } }],
    [`PATCH /v1/boxes/${box_id}`, marks],
    [`GET /v1/boxes?ids=${box_id}&ids=b%26c&made_at.lt=2026-03-02T09%3A15%3A30Z&limit=5`, ''],
    [`DELETE /v1/boxes/${box_id}`, ''],
  ])
})

it('an operation refuses what a map, a limit, or a part of allOf does not take', async () => {
  const { options, requests } = fakeIssuer()
  const wrong = { liters: '', labels: { side: 'x'.repeat(21) }, more: 1 }
  const refused = await createClient(options)
    .boxesCreate(wrong)
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(InvalidRequestError)
  expect((refused as InvalidRequestError).issues.map(({ message }) => message)).toEqual([
    'liters must be a string with minLength 1, got ""',
    'labels.side must be a string with maxLength 20, got "xxxxxxxxxxxxxxxxxxxxx"',
    expect.stringMatching(/^more is not one of the fields here, which are labels, room, liters/),
  ])
  expect(requests).toEqual([])
})
