import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Agent,
  buildConnector,
  type Dispatcher,
  interceptors,
  MockAgent,
  ProxyAgent,
  RetryAgent,
} from 'undici'
import { afterEach, expect, it, vi } from 'vitest'
import { type Transport } from '../../src/index.js'
import { undiciTransport } from '../../src/undici.js'
import { listen } from '../support/listen.js'
import { postage } from '../support/parcels/calls.js'
import { createClient } from '../support/parcels/client.js'

afterEach(() => {
  vi.useRealTimers()
})

it('undiciTransport is not made with a dispatcher beside options of a pool, which would have no effect', () => {
  const options = { dispatcher: new Agent(), connect: { ca: '' } }
  // @ts-expect-error one or the other
  expect(() => undiciTransport(options)).toThrow(
    new TypeError('undiciTransport: give connect to the dispatcher, not beside it'),
  )
})

it('a dispatcher of undici 7 is taken, composed or not, and so is one of the caller’s own making', async () => {
  const agent = new Agent()
  const all = [
    agent,
    agent.compose(interceptors.retry()),
    new RetryAgent(agent),
    new MockAgent(),
    new ProxyAgent('http://127.0.0.1:9'),
    { dispatch: agent.dispatch.bind(agent) } as unknown as Dispatcher,
  ]
  const names = agent.eventNames()
  for (const dispatcher of all) expect(() => undiciTransport({ dispatcher })).not.toThrow()
  expect(agent.eventNames()).toEqual(names)
  await agent.close()
})

const options = { baseUrl: 'https://api.example.com', auth: 'token', maxRetries: 0 }

it.each<[string, Transport]>([
  ['a pool that cannot be made', undiciTransport({ connections: -1 })],
  [
    'a dispatcher that throws',
    undiciTransport({ dispatcher: { dispatch: thrown } as unknown as Dispatcher }),
  ],
])('a call over %s was not sent', async (_, transport) => {
  await expect(createClient({ ...options, transport }).quotePostage(postage)).rejects.toMatchObject(
    { code: 'ERR_CONNECTION', outcome: 'not_sent', cause: expect.any(Error) as Error },
  )
})

function thrown(): never {
  throw new Error('closed')
}

it('undiciTransport connects by the function that it is given', async () => {
  const server = await listen(createServer((_, response) => response.end('{"postage_id":"q"}')))
  const connect = vi.fn(buildConnector({}))
  const transport = undiciTransport({ connect })
  const client = createClient({ ...options, baseUrl: server.url, transport })
  expect(await client.quotePostage(postage)).toMatchObject({ postage_id: 'q' })
  expect(connect).toHaveBeenCalledTimes(1)
  await transport.close()
  server.stop()
})

it('a transport is closed after a grace also where a call does not end', async () => {
  const silent = await listen(createServer((request) => request.resume()))
  const transport = undiciTransport()
  const client = createClient({
    baseUrl: silent.url,
    auth: 'token',
    transport,
    timeout: 60_000,
    totalTimeout: 60_000,
  })
  const call = client.quotePostage(postage)
  const failed = expect(call).rejects.toMatchObject({ code: 'ERR_CONNECTION', outcome: 'unknown' })
  await sleep(100)
  let closed = false
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const closing = transport.close().then(() => (closed = true))
  await vi.advanceTimersByTimeAsync(9_900)
  expect(closed).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  vi.useRealTimers()
  await closing
  await failed
  silent.stop()
})
