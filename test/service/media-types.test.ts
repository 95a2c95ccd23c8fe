import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createClient, type Transport } from '../../src/index.js'
import { fetchTransport } from '../../src/transport/fetch-transport.js'
import { callBy } from '../support/client.js'
import { folderOf } from './acme.js'
import { openFakeAndMock } from './stand-ins.js'

const file = new URL('media-types.yaml', import.meta.url)
const folder = await folderOf(parse(readFileSync(file, 'utf8')) as object)
const { provider } = folder
const both = await openFakeAndMock(folder)
afterAll(() => Promise.all(both.map(({ stop }) => stop())))

const [json, hal, jsonApi] = [
  'application/json',
  'application/hal+json',
  'application/vnd.api+json',
]

const halWithProfile = `${hal}; profile="a b"`

describe.each(both)('$title of a document with other media types of JSON', (standIn) => {
  /** The types that were sent, asked for and answered. */
  const types: unknown[] = []
  const own = standIn.options()
  const { transport = fetchTransport() } = own
  const watching: Transport = async (request) => {
    const answer = await transport(request)
    const { accept, 'content-type': sent } = request.headers
    if (!request.url.includes('token'))
      types.push([sent, accept, answer.headers.get('content-type')])
    return answer
  }
  const clientWith = (headers = {}) =>
    createClient({ ...own, transport: watching, provider, headers })
  const client = clientWith()
  const typesOf = async (call: Promise<unknown>): Promise<unknown> => {
    types.length = 0
    await call
    return types.at(-1)
  }

  it.each<[string, input: object, types: unknown]>([
    ['createOrder', { note: 'text' }, [jsonApi, halWithProfile, halWithProfile]],
    ['changeOrder', { id: 'o-1', note: 'a' }, [json, json, json]],
    ['deleteOrder', { id: 'o-1', why: 'a' }, [jsonApi, json, null]],
    // A request without a body has no content type (RFC 9110, section 8.3).
    ['deleteOrder', { id: 'o-1' }, [undefined, json, null]],
  ])('gets what the document declares of %s %j', async (id, input, expected) => {
    const made = (await callBy(client, 'createOrder', {})) as { id: string }
    const own = id === 'createOrder' ? {} : { id: made.id }
    expect(await typesOf(callBy(client, id, { ...input, ...own }) as Promise<unknown>)).toEqual(
      expected,
    )
  })

  it('reads an answer in JSON with a charset', async () => {
    const made = (await callBy(client, 'createOrder', { note: 'text' })) as { id: string }
    const type = `${json}; charset=utf-8`
    expect(await typesOf(callBy(client, 'getOrder', { id: made.id }) as Promise<unknown>)).toEqual([
      undefined,
      type,
      type,
    ])
  })

  it('gets the accept of the caller', async () => {
    const accept = `${hal};q=0.5`
    const call = callBy(clientWith({ accept }), 'createOrder', {}) as Promise<unknown>
    expect(await typesOf(call)).toEqual([jsonApi, accept, halWithProfile])
  })

  it('gets the declared types by path', async () => {
    const post = client.POST as (...all: unknown[]) => Promise<unknown>
    const call = post('/orders', { body: { note: 'a' } })
    expect(await typesOf(call)).toEqual([jsonApi, halWithProfile, halWithProfile])
  })
})
