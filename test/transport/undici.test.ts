import { createServer, type RequestListener } from 'node:http'
import tls from 'node:tls'
import * as zlib from 'node:zlib'
import { Agent, buildConnector, type Dispatcher, interceptors } from 'undici'
import { afterEach, expect, it, vi } from 'vitest'
import { type ClientOptions, createClient, createFetch, type Transport } from '../../src/index.js'
import { undiciTransport, type UndiciTransportOptions } from '../../src/undici.js'
import { acme } from '../support/acme.js'
import { quote } from '../support/examples.js'
import { listen } from '../support/listen.js'
import { noStop } from '../support/stop.js'

const ends: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  for (const end of ends.splice(0)) await end()
})

/** A server that ends with the test. */
async function serving(answer: RequestListener): Promise<string> {
  const { url, stop } = await listen(createServer(answer))
  ends.push(stop)
  return url
}
/** A service that carries out what it is sent. */
const carrying: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('{"quote_id":"q"}'))
}
const service = () => serving(carrying)
/** A transport that is closed with the test. */
function connecting(options?: UndiciTransportOptions) {
  const transport = undiciTransport(options)
  ends.push(() => transport.close())
  return transport
}
const over = (baseUrl: string, transport: Transport, options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl, auth: 'token', transport, maxRetries: 0, ...options })

it.each([
  ['/a/b/../c', '/a/c'],
  ['/a/b/%2E%2e/./c/', '/a/c'],
  ['/..', ''],
  ['/a/%2e', '/a'],
  ['/a/..%2fc', '/a/..%2fc'],
  ['/é', '/%C3%A9'],
])('a base address with the path %s is %s over fetch and over undici', async (path, written) => {
  const seen: unknown[] = []
  const origin = await serving((request, response) => {
    seen.push(request.url)
    carrying(request, response)
  })
  const base = origin + path
  for (const transport of [undefined, connecting()]) {
    const options = { baseUrl: base, auth: 'token', ...(transport && { transport }) }
    await createClient(options).createIssuerQuote(quote)
    const init = { method: 'POST', body: JSON.stringify(quote) }
    const send = createFetch(options)
    for (const from of ['', base.replace(/\/$/, ''), origin + written])
      expect((await send(`${from}/v2/issuer-quote`, init)).status).toBe(200)
    expect(seen.splice(0)).toEqual(Array(4).fill(`${written}/v2/issuer-quote`))
  }
})

const codings = { gzip: zlib.gzipSync, deflate: zlib.deflateSync, br: zlib.brotliCompressSync }
it.each(Object.entries(codings))(
  'an answer is decoded from %s, over fetch and over undici, though no coding was asked for',
  async (coding, encode) => {
    const url = await serving((request, response) => {
      response.setHeader('content-encoding', coding)
      request.resume().on('end', () => response.end(encode('{"quote_id":"q"}')))
    })
    const byFetch = createClient({ baseUrl: url, auth: 'token' })
    for (const client of [byFetch, over(url, connecting())])
      expect(await client.createIssuerQuote(quote)).toMatchObject({ quote_id: 'q' })
  },
)

/** The options of TLS by which a call connects to what speaks none. */
async function tlsOptionsOf(transport: Transport): Promise<Readonly<Record<string, unknown>>> {
  const url = (await service()).replace('http:', 'https:')
  const connect = vi.spyOn(tls, 'connect')
  const call = over(url, transport).createIssuerQuote(quote)
  await expect(call).rejects.toMatchObject({ outcome: 'not_sent' })
  const [[options] = []] = connect.mock.calls as unknown as Record<string, unknown>[][]
  if (!options) throw new Error('it did not connect')
  return options
}

it.each([
  [{}, ['http/1.1']],
  [{ allowH2: true }, ['http/1.1', 'h2']],
])('undiciTransport offers HTTP/2 only where allowH2 is true: %j', async (options, offered) =>
  expect((await tlsOptionsOf(connecting(options)))['ALPNProtocols']).toEqual(offered),
)

it('undiciTransport takes the options of a pool: one connection serves all calls, by the function that it is given', async () => {
  const connect = vi.fn(buildConnector({}))
  const transport = undiciTransport({ connections: 1, connect })
  const { createIssuerQuote } = over(await service(), transport)
  await Promise.all([createIssuerQuote(quote), createIssuerQuote(quote), createIssuerQuote(quote)])
  expect(connect).toHaveBeenCalledTimes(1)
  await transport[Symbol.asyncDispose]()
})

it("undiciTransport sends through a dispatcher of the caller's, such as an agent for a proxy, and does not close it", async () => {
  const agent = new Agent()
  const dispatch = vi.spyOn(agent, 'dispatch')
  const transport = undiciTransport({ dispatcher: agent })
  const client = over(await service(), transport)
  await client.createIssuerQuote(quote)
  expect(dispatch).toHaveBeenCalledOnce()
  await transport.close()
  await client.createIssuerQuote(quote)
  await agent.close()
})

it('undiciTransport gives no tenant what a dispatcher that caches has kept of another', async () => {
  const baseUrl = await serving((request, response) => {
    const { authorization, 'cache-control': control } = request.headers
    response.setHeader('Cache-Control', 'public, s-maxage=60')
    response.end(JSON.stringify({ recipients: [], seen: `${authorization} ${control}` }))
  })
  const dispatcher = new Agent().compose(interceptors.cache())
  ends.push(() => dispatcher.close())
  const read = async (auth: string): Promise<unknown> => {
    const transport = undiciTransport({ dispatcher })
    const send = createFetch({ baseUrl, auth, transport, provider: acme })
    return (await send('/v2/acme/recipients')).json()
  }
  for (const auth of ['tenant-a', 'tenant-b'])
    expect(await read(auth)).toMatchObject({ seen: `Bearer ${auth} no-store` })
})

it('undiciTransport never sends a call that ended while it waited for a connection', async () => {
  let answerFirst: () => void = () => undefined
  const received = vi.fn<RequestListener>((request, response) => {
    if (received.mock.calls.length > 1) carrying(request, response)
    else answerFirst = () => carrying(request, response)
  })
  const { createIssuerQuote } = over(await serving(received), connecting({ connections: 1 }))
  const first = createIssuerQuote(quote)
  await expect.poll(() => received.mock.calls.length).toBe(1)
  const second = createIssuerQuote(quote, { timeout: 50 })
  await expect(second).rejects.toMatchObject({ code: 'ERR_TIMEOUT', outcome: 'not_sent' })
  answerFirst()
  await first
  // The only connection would have sent it before this one.
  await createIssuerQuote(quote)
  expect(received).toHaveBeenCalledTimes(2)
})

it("undiciTransport is a TypeError where the runtime puts its own undici in the place of npm's, as Bun does", async () => {
  vi.resetModules()
  vi.doMock('undici', () => ({ Pool: { prototype: {} } }))
  const { undiciTransport: inBun } = await import('../../src/undici.js')
  vi.doUnmock('undici')
  vi.resetModules()
  expect(() => inBun()).toThrow(
    new TypeError("undiciTransport: npm's undici is needed, which Bun replaces; use fetch"),
  )
})

const dispatch = (): never => {
  throw new Error('closed')
}
it.each<[string, UndiciTransportOptions]>([
  ['a pool that cannot be made', { connections: -1 }],
  ['a dispatcher that throws', { dispatcher: { dispatch } as unknown as Dispatcher }],
])('a call over %s was not sent', async (_, options) => {
  const call = over('https://api.example.com', undiciTransport(options)).createIssuerQuote(quote)
  const cause = expect.any(Error) as Error
  await expect(call).rejects.toMatchObject({ code: 'ERR_CONNECTION', outcome: 'not_sent', cause })
})

it('a transport is closed after a grace also where a call does not end', async () => {
  const received = vi.fn<RequestListener>((request) => void request.resume())
  const transport = undiciTransport()
  const patient = { timeout: 60_000, totalTimeout: 60_000 }
  const call = over(await serving(received), transport, patient).createIssuerQuote(quote)
  const failed = expect(call).rejects.toMatchObject({ code: 'ERR_CONNECTION', outcome: 'unknown' })
  await expect.poll(() => received.mock.calls.length).toBe(1)
  let closed = false
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const closing = transport.close().then(() => (closed = true))
  await vi.advanceTimersByTimeAsync(9_900)
  expect(closed).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  vi.useRealTimers()
  await closing
  await failed
})

it('no connection is made for an attempt that is over', async () => {
  const { server, url, stop } = await listen(createServer(carrying))
  ends.push(stop)
  const connected = vi.fn()
  server.on('connection', connected)
  const request = { url: `${url}/`, method: 'POST', headers: {}, body: '{}' }
  const transport = connecting()
  await expect(transport({ ...request, stop: noStop({ stopped: true }) })).rejects.toThrow()
  await transport({ ...request, stop: noStop() })
  expect(connected).toHaveBeenCalledTimes(1)
})
