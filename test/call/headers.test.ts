import { describe, expect, it } from 'vitest'
import { type ClientOptions, createClient, createFetch } from '../../src/index.js'
import type { Transport, TransportRequest } from '../../src/index.js'
import { answer, quote, scripted } from '../support/scripted.js'

const ok = answer(200, { quote_id: 'q' })
const base = { baseUrl: 'https://api.example.com', auth: 'tok-1234567' }

describe('the headers of a request', () => {
  it('name the package, its version and the runtime', async () => {
    const { client, sent } = scripted([ok])
    await client.createIssuerQuote(quote)
    const [major, minor] = process.versions.node.split('.')
    expect(sent[0]?.headers['user-agent']).toMatch(
      new RegExp(`^stablecoin-issuer-api/\\d+\\.\\d+\\.\\d+ node/${major ?? ''}\\.${minor ?? ''}`),
    )
  })

  it('are those of the client, and in their place those of the call', async () => {
    const headers = { 'X-Tenant': 'a', 'X-Left-Out': undefined, 'user-agent': 'treasury/1.0' }
    const { client, sent } = scripted([ok], { headers })
    await client.createIssuerQuote(quote, {
      headers: new Headers({ 'x-tenant': 'b', 'X-Job': '7' }),
    })
    await client.createIssuerQuote(quote)
    expect(sent[0]?.headers).toMatchObject({
      'x-tenant': 'b',
      'x-job': '7',
      'user-agent': 'treasury/1.0',
      authorization: 'Bearer tok-1234567',
    })
    expect(sent[0]?.headers).not.toHaveProperty('x-left-out')
    expect(sent[1]?.headers).toMatchObject({ 'x-tenant': 'a' })
    expect(sent[1]?.headers).not.toHaveProperty('x-job')
  })

  it('go along with a fetch, in the place of the client’s', async () => {
    const sent: Headers[] = []
    const fetch: ClientOptions['fetch'] = (_, init) => {
      sent.push(new Headers(init.headers))
      return Promise.resolve(Response.json({ quote_id: 'q' }))
    }
    const ours = createFetch({ ...base, fetch, headers: { 'X-Tenant': 'a', 'X-Zone': 'z' } })
    const body = JSON.stringify(quote)
    await ours('/v2/issuer-quote', { method: 'POST', body, headers: { 'X-Tenant': 'b' } })
    expect([sent[0]?.get('x-tenant'), sent[0]?.get('x-zone')]).toEqual(['b', 'z'])
  })

  it.each<[string, unknown, RegExp]>([
    ['Authorization', { Authorization: 'x' }, /the header authorization is written by the client/],
    ['Content-Type', { 'Content-Type': 'x' }, /the header content-type is written by/],
    ['Content-Length', { 'content-length': '1' }, /the header content-length is written by/],
    ['Host', { Host: 'x' }, /the header host is written by/],
    ['Connection', { connection: 'close' }, /the header connection is written by/],
    ['Transfer-Encoding', { 'Transfer-Encoding': 'x' }, /the header transfer-encoding is written/],
    ['a line break', { 'x-a': 'hidden\r\nx-b: 1' }, /the header x-a must be visible ASCII/],
    ['what is no ASCII', { 'x-a': 'hiddén' }, /the header x-a must be visible ASCII/],
    ['a number', { 'x-a': 5 }, /the header x-a must be visible ASCII/],
    ['a name with a space', { 'x a': 'hidden' }, /headers has a name that is none/],
    ['a name with a line break', { 'x\n': 'hidden' }, /headers has a name that is none/],
    ['an empty name', { '': 'hidden' }, /headers has a name that is none/],
    ['the same name twice', { 'X-A': '1', 'x-a': '2' }, /the header x-a is given more than once/],
    ['a text', 'x-a: hidden', /headers must be an object of names and values/],
    ['null', null, /headers must be an object of names and values/],
  ])('are refused: %s', async (_, headers, sentence) => {
    const options = { ...base, headers } as ClientOptions
    expect(() => createClient(options)).toThrow(TypeError)
    expect(() => createClient(options)).toThrow(sentence)
    const { client, sent } = scripted([ok])
    const error: unknown = await client
      .createIssuerQuote(quote, { headers: headers as never })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'ERR_INVALID_REQUEST', outcome: 'not_sent' })
    expect(String(error)).toMatch(sentence)
    expect(String(error)).not.toMatch(/hidd/)
    expect(sent).toEqual([])
  })

  it('that hold a secret show in no error', async () => {
    const step = answer(409, { echo: 'gateway-key-1', tenant: 'tenant-number-1' })
    const headers = { 'X-Api-Key': 'gateway-key-1', 'X-Tenant': 'tenant-number-1' }
    const { client } = scripted([step], { headers })
    await expect(client.createIssuerQuote(quote)).rejects.toMatchObject({
      body: { echo: '[redacted]', tenant: 'tenant-number-1' },
    })
  })
})

describe('a transport around another', () => {
  it('may pass on a changed copy of the request', async () => {
    const stops: unknown[] = []
    const { client, sent } = scripted([ok])
    const wrapped: Transport = async (request) => {
      const copy = { ...request, headers: { ...request.headers, 'x-signature': 's' } }
      copy.stop.onStop(() => stops.push('stopped'))
      expect([copy.stop.signal.aborted, copy.stop.stopped]).toEqual([false, false])
      sent.push(copy)
      return ok(copy)
    }
    const around = createClient({ ...base, transport: wrapped })
    await around.createIssuerQuote(quote)
    await client.createIssuerQuote(quote)
    expect(sent[0]).toMatchObject({ method: 'POST', headers: { 'x-signature': 's' } })
  })

  it('ends the copy when the call ends', async () => {
    const controller = new AbortController()
    let copy: TransportRequest | undefined
    const transport: Transport = (request) => {
      copy = { ...request }
      queueMicrotask(() => {
        controller.abort()
      })
      return new Promise(() => undefined)
    }
    const client = createClient({ ...base, transport })
    const call = client.createIssuerQuote(quote, { signal: controller.signal })
    await expect(call).rejects.toMatchObject({ code: 'ERR_ABORTED' })
    expect(copy?.stop.signal.aborted).toBe(true)
  })
})
