import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import { gzipSync } from 'node:zlib'
import { Agent, interceptors } from 'undici'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Transport } from '../../src/index.js'
import { MayBeSentError } from '../../src/transport/transport.js'
import { type UndiciTransport, undiciTransport } from '../../src/undici.js'
import { listen } from '../support/listen.js'
import { postage } from '../support/parcels/calls.js'
import { createClient, createFetch } from '../support/parcels/client.js'
import { acme } from '../support/provider/acme.js'
import { noStop } from '../support/stop.js'

const seen: { url: string | undefined; port: number | undefined }[] = []
let answerAfter = 0
const server = createServer((request, response) => {
  seen.push({ url: request.url, port: request.socket.remotePort })
  request.resume().on('end', () => {
    setTimeout(() => {
      response.setHeader('X-Seen', ['a', 'b']).end('{"postage_id":"q"}')
    }, answerAfter)
  })
})
let baseUrl: string
beforeAll(async () => {
  baseUrl = `${(await listen(server)).url}/base`
})
afterAll(() => server.close())

const plain = (url: string) => ({
  url,
  method: 'GET',
  headers: {},
  body: undefined,
  stop: noStop(),
})
const over = (transport: UndiciTransport) => createClient({ baseUrl, auth: 'token', transport })

it.each([
  ['/a/b/../c', '/a/c'],
  ['/a/b/%2E%2e/./c/', '/a/c'],
  ['/..', ''],
  ['/a/%2e', '/a'],
  ['/a/..%2fc', '/a/..%2fc'],
  ['/é', '/%C3%A9'],
])('a base address with the path %s is %s over fetch and over undici', async (path, written) => {
  const base = baseUrl.replace('/base', path)
  for (const transport of [undefined, undiciTransport()]) {
    const options = { baseUrl: base, auth: 'token', ...(transport && { transport }) }
    seen.length = 0
    await createClient(options).quotePostage(postage)
    const init = { method: 'POST', body: JSON.stringify(postage) }
    const send = createFetch(options)
    for (const from of ['', base.replace(/\/$/, ''), baseUrl.replace('/base', written)])
      expect((await send(`${from}/v1/postage`, init)).status).toBe(200)
    expect(new Set(seen.map(({ url }) => url))).toEqual(new Set([`${written}/v1/postage`]))
  }
})

it.each(['socketPath', 'path'])(
  'undiciTransport under a polluted Object.prototype sends to no socket of its %s',
  async (name) => {
    const paths: unknown[] = []
    const elsewhere = createServer((request, response) => {
      paths.push(request.url)
      response.end('{"postage_id":"elsewhere"}')
    })
    const socket = join(tmpdir(), `polluted-${randomBytes(8).toString('hex')}`)
    await new Promise<void>((resolve) => elsewhere.listen(socket, resolve))
    const transport = undiciTransport()
    const client = over(transport)
    const mine = undiciTransport({ socketPath: socket })
    Object.defineProperty(Object.prototype, name, {
      value: socket,
      configurable: true,
      writable: true,
    })
    try {
      expect(await client.quotePostage(postage)).toEqual({ postage_id: 'q' })
      expect(paths).toEqual([])
      // What the caller gives stays.
      expect(await over(mine).quotePostage(postage)).toEqual({ postage_id: 'elsewhere' })
    } finally {
      Reflect.deleteProperty(Object.prototype, name)
      await Promise.all([transport.close(), mine.close()])
      elsewhere.close()
    }
  },
)

it('undiciTransport under a polluted Object.prototype trusts no certificate and names no host that it says', async () => {
  const names = ['ca', 'servername', 'rejectUnauthorized', 'lookup', 'secureContext', 'session']
  const connecting = vi.spyOn(tls, 'connect')
  const transport = undiciTransport()
  const client = createClient({
    baseUrl: baseUrl.replace('http:', 'https:'),
    auth: 'token',
    transport,
    maxRetries: 0,
  })
  for (const name of names)
    Object.defineProperty(Object.prototype, name, { value: 'polluted', configurable: true })
  try {
    const failure = await client.quotePostage(postage).catch((reason: unknown) => reason)
    expect(failure).toMatchObject({ outcome: 'not_sent' })
    const [[given] = []] = connecting.mock.calls as unknown as Record<string, unknown>[][]
    expect(names.map((name) => given?.[name])).not.toContain('polluted')
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name)
    connecting.mockRestore()
    await transport.close()
  }
})

it('undiciTransport gives data, status and headers as fetch does', async () => {
  const transport = undiciTransport()
  const { data, status, headers } = await over(transport).quotePostage(postage).withResponse()
  expect([data, status, headers.get('x-seen')]).toEqual([{ postage_id: 'q' }, 200, 'a, b'])
  expect(seen.at(-1)?.url).toBe('/base/v1/postage')
  await transport.close()
})

it('undiciTransport takes the options of a pool: one connection serves all calls', async () => {
  const transport = undiciTransport({ connections: 1 })
  const { quotePostage } = over(transport)
  seen.length = 0
  await Promise.all([quotePostage(postage), quotePostage(postage), quotePostage(postage)])
  expect(new Set(seen.map(({ port }) => port)).size).toBe(1)
  await transport[Symbol.asyncDispose]()
})

it("undiciTransport sends through a dispatcher of the caller's, such as an agent for a proxy", async () => {
  const agent = new Agent()
  const dispatch = vi.spyOn(agent, 'dispatch')
  const transport = undiciTransport({ dispatcher: agent })
  await over(transport).quotePostage(postage)
  expect(dispatch).toHaveBeenCalledOnce()
  await transport.close()
  await over(transport).quotePostage(postage)
  await agent.close()
})

it('undiciTransport gives no tenant what a dispatcher that caches has kept of another', async () => {
  const server = createServer((request, response) => {
    const { authorization, 'cache-control': control } = request.headers
    response.setHeader('Cache-Control', 'public, s-maxage=60')
    response.end(JSON.stringify({ id: `${authorization} ${control}` }))
  })
  const { url } = await listen(server)
  const dispatcher = new Agent().compose(interceptors.cache())
  const provider = await acme()
  const read = async (auth: string): Promise<unknown> => {
    const options = { baseUrl: url, auth, transport: undiciTransport({ dispatcher }), provider }
    return (await createClient(options).getParcel({ id: 'c' })).id
  }
  const answers = [await read('tenant-a'), await read('tenant-b')]
  expect(answers).toEqual(['Bearer tenant-a no-store', 'Bearer tenant-b no-store'])
  await dispatcher.close()
  server.close()
})

it('undiciTransport sends nothing of a request that is passed on when its call has ended', async () => {
  seen.length = 0
  const transport = undiciTransport()
  const controller = new AbortController()
  const passed: Promise<unknown>[] = []
  const late: Transport = async (request) => {
    controller.abort()
    await sleep(10)
    const answer = transport(request)
    passed.push(answer.catch((error: unknown) => error))
    return answer
  }
  const client = createClient({ baseUrl, auth: 'token', transport: late })
  const call = client.quotePostage(postage, { signal: controller.signal })
  await expect(call).rejects.toMatchObject({ code: 'ERR_ABORTED' })
  await sleep(100)
  expect(await Promise.all(passed)).toMatchObject([{ cause: { message: 'the attempt is over' } }])
  expect(seen).toEqual([])
  await transport.close()
})

it('undiciTransport never sends a call that ended while it waited for a connection', async () => {
  const transport = undiciTransport({ connections: 1 })
  const { quotePostage } = over(transport)
  seen.length = 0
  answerAfter = 200
  const first = quotePostage(postage)
  const second = quotePostage(postage, { timeout: 50, maxRetries: 0 })
  await expect(second).rejects.toMatchObject({ code: 'ERR_TIMEOUT' })
  await first
  await sleep(100)
  expect(seen.length).toBe(1)
  answerAfter = 0
  await transport.close()
})

it.each([
  ['as it is', {}, Buffer.alloc(100_000, ' ')],
  ['compressed', { 'Content-Encoding': 'gzip' }, gzipSync(randomBytes(100_000))],
])(
  'undiciTransport takes no more of a body, %s, than fits while nobody reads it',
  async (_, headers, chunk) => {
    let written = 0
    const server = createServer((request, response) => {
      request.resume()
      response.writeHead(200, headers)
      const write = (): void => {
        while (written < 50_000_000 && !response.destroyed) {
          written += 100_000
          if (!response.write(chunk)) return
        }
      }
      response.on('drain', write)
      write()
    })
    const transport = undiciTransport()
    const response = await transport(plain(`${(await listen(server)).url}/`))
    await sleep(300)
    // More than the limit, for the buffers of both sockets.
    expect(written).toBeLessThan(20_000_000)
    const { bytes, cut } = await response.read(1_000)
    expect(bytes.length).toBeLessThanOrEqual(1_000)
    expect(cut).toBe('too_large')
    await transport.close()
    server.close()
  },
)

it.each([65_536, 500_000])(
  'undiciTransport gives a body of %i bytes whole to whoever asks for it late',
  async (size) => {
    const server = createServer((request, response) => {
      request.resume()
      response.end(Buffer.alloc(size, 'x'))
    })
    const transport = undiciTransport()
    const response = await transport(plain(`${(await listen(server)).url}/`))
    await sleep(100)
    const { bytes, cut } = await response.read(1_000_000)
    expect([bytes.length, cut]).toEqual([size, undefined])
    await transport.close()
    server.close()
  },
)

it('undiciTransport sends a long body in pieces, and no more of it once the time is over', async () => {
  const stop = { ...noStop() }
  let received = 0
  const lengths: (string | undefined)[] = []
  const receiver = createServer((request, response) => {
    lengths.push(request.headers['content-length'])
    request
      .on('error', () => undefined)
      .on('data', ({ length }: Buffer) => (received += length))
      .on('end', () => response.end())
  })
  const { url } = await listen(receiver)
  const transport = undiciTransport()
  const body = 'x'.repeat(1_000_000)
  const request = { ...plain(`${url}/`), method: 'POST', body }
  await transport({ ...request, stop })
  expect([lengths, received]).toEqual([['1000000'], 1_000_000])
  received = 0
  let looks = 0
  // The first looks are those before and at its beginning; it stops in the middle.
  Object.defineProperty(stop, 'stopped', { get: () => ++looks > 6 })
  const end = await transport({ ...request, stop }).catch((error: unknown) => error)
  expect(MayBeSentError.is(end)).toBe(true)
  expect(received).toBeLessThan(1_000_000)
  await transport.close()
  receiver.close()
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

it.each([
  [undefined, ['http/1.1']],
  [true, ['http/1.1', 'h2']],
])('undiciTransport offers HTTP/2 only where allowH2 is true: %j', async (allowH2, offered) => {
  const connecting = vi.spyOn(tls, 'connect')
  const transport = undiciTransport(allowH2 === undefined ? {} : { allowH2 })
  const client = createClient({
    baseUrl: baseUrl.replace('http:', 'https:'),
    auth: 'token',
    transport,
    maxRetries: 0,
  })
  await expect(client.quotePostage(postage)).rejects.toMatchObject({ outcome: 'not_sent' })
  const [[options] = []] = connecting.mock.calls as unknown as tls.ConnectionOptions[][]
  expect(options?.ALPNProtocols).toEqual(offered)
  connecting.mockRestore()
  await transport.close()
})
