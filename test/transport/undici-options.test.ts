import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Agent,
  buildConnector,
  type Dispatcher,
  EnvHttpProxyAgent,
  interceptors,
  MockAgent,
  ProxyAgent,
  RetryAgent,
} from 'undici'
import { afterEach, expect, it, vi } from 'vitest'
import { createClient, type Transport } from '../../src/index.js'
import { undiciTransport } from '../../src/undici.js'
import { listen } from '../support/listen.js'
import { failToLoadUndici, failure } from '../support/without-undici.js'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  use(before)
  vi.useRealTimers()
})

it.each([
  ['MODULE_NOT_FOUND', 'npm install undici (MODULE_NOT_FOUND)'],
  ['ERR_MODULE_NOT_FOUND', 'npm install undici (ERR_MODULE_NOT_FOUND)'],
  ['EMFILE', 'it is installed, and failed (EMFILE)'],
  [undefined, 'it is installed, and failed (no code)'],
])('undiciTransport, when undici cannot be loaded, says so when it is made: %s', (code, why) => {
  failToLoadUndici(code)
  // With options of a pool, which Node.js's own undici does not give.
  const make = () => undiciTransport({ connections: 1 })
  const message = `undiciTransport could not load undici: ${why}`
  expect(make).toThrow(expect.objectContaining({ message, cause: failure(code) }))
})

it('undiciTransport, when undici cannot be loaded, loads it once the reason is gone', async () => {
  const mock = failToLoadUndici('EMFILE')
  expect(() => undiciTransport()).toThrow('EMFILE')
  mock.mockRestore()
  await undiciTransport().close()
})

it('undiciTransport, when undici cannot be loaded, is made all the same with a dispatcher', () => {
  failToLoadUndici('MODULE_NOT_FOUND')
  expect(() => undiciTransport({ dispatcher: new Agent() })).not.toThrow()
})

it('undiciTransport, when undici cannot be loaded, is not made with a dispatcher beside options of a pool, which would have no effect', () => {
  const options = { dispatcher: new Agent(), connect: { ca: '' } }
  // @ts-expect-error one or the other
  expect(() => undiciTransport(options)).toThrow(
    new TypeError('undiciTransport: give connect to the dispatcher, not beside it'),
  )
})

/** As in undici 6: `compose` makes another emitter. The test of Node.js's own tries a real one. */
class Composed extends EventEmitter {
  compose = (): Composed => new Composed()
}
/** As in undici 5, and in the first releases of undici 6. */
class WithInterceptors extends EventEmitter {
  get interceptors(): object {
    return {}
  }
}

it.each([new Composed(), new WithInterceptors()])(
  'a dispatcher of undici 6 is refused at once',
  (old) => {
    const dispatcher = old as unknown as Dispatcher
    expect(() => undiciTransport({ dispatcher })).toThrow(
      new TypeError(
        'undiciTransport: the dispatcher is one of undici 6 or older; give one of undici 7.10 or newer',
      ),
    )
  },
)

it('a dispatcher of undici 7 is taken, composed or not, and so is one of the caller’s own making', async () => {
  const agent = new Agent()
  const all = [
    agent,
    agent.compose(interceptors.retry()),
    agent.compose(interceptors.retry()).compose(interceptors.dump()),
    new RetryAgent(agent),
    new MockAgent(),
    new ProxyAgent('http://127.0.0.1:9'),
    new EnvHttpProxyAgent(),
    { dispatch: agent.dispatch.bind(agent) } as unknown as Dispatcher,
    { dispatch: agent.dispatch.bind(agent), compose: () => agent } as unknown as Dispatcher,
  ]
  const names = agent.eventNames()
  for (const dispatcher of all) expect(() => undiciTransport({ dispatcher })).not.toThrow()
  expect(agent.eventNames()).toEqual(names)
  await agent.close()
})

const options = { baseUrl: 'https://api.example.com', auth: 'token', maxRetries: 0 }
const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' } as const

/** A runtime of that version, without undici, whose fetch has that dispatcher. */
function runtime(node: string, dispatcher: unknown): void {
  failToLoadUndici('MODULE_NOT_FOUND')
  const versions = { ...process.versions, node }
  vi.stubGlobal('process', Object.create(process, { versions: { value: versions } }))
  use(dispatcher)
}

const ofTheProcess = Symbol.for('undici.globalDispatcher.1')
const before: unknown = Reflect.get(globalThis, ofTheProcess)
const use = (dispatcher: unknown) => Reflect.set(globalThis, ofTheProcess, dispatcher)

/** A dispatcher of undici that answers quotes by itself. */
function quoting(quote_id: string): MockAgent {
  const agent = new MockAgent()
  agent.disableNetConnect()
  const intercepted = agent
    .get(options.baseUrl)
    .intercept({ path: '/v2/issuer-quote', method: 'POST' })
  intercepted.reply(200, { quote_id }, { headers: { 'content-type': 'application/json' } })
  return agent
}

it.each(['24.0.0', '26.10.0'])(
  'undiciTransport without undici sends by the dispatcher of Node.js %s, as it is at each call',
  async (version) => {
    runtime(version, quoting('first'))
    const client = createClient({ ...options, transport: undiciTransport() })
    expect(await client.createIssuerQuote(quote)).toMatchObject({ quote_id: 'first' })
    use(quoting('second'))
    expect(await client.createIssuerQuote(quote)).toMatchObject({ quote_id: 'second' })
    use(new Composed())
    await expect(client.createIssuerQuote(quote)).rejects.toMatchObject({
      outcome: 'not_sent',
      message: expect.stringContaining('the dispatcher is one of undici 6 or older') as string,
    })
  },
)

it.each<[string, string, unknown, object]>([
  ['before Node.js 24', '23.11.0', new Agent(), {}],
  ['where Node.js has no dispatcher', '24.0.0', undefined, {}],
  ['with options, which are those of a pool', '24.0.0', new Agent(), { connections: 1 }],
])('undiciTransport without undici is not made %s', (_, version, dispatcher, pool) => {
  runtime(version, dispatcher)
  expect(() => undiciTransport(pool)).toThrow(
    'undiciTransport could not load undici: npm install undici (MODULE_NOT_FOUND)',
  )
})

it.each<[string, Transport, string]>([
  ['a pool that cannot be made', undiciTransport({ connections: -1 }), 'could not create a pool'],
  [
    'a dispatcher that throws',
    undiciTransport({ dispatcher: { dispatch: thrown } as unknown as Dispatcher }),
    'the connection failed',
  ],
])('a call over %s was not sent', async (_, transport, message) => {
  await expect(
    createClient({ ...options, transport }).createIssuerQuote(quote),
  ).rejects.toMatchObject({
    ...{ code: 'ERR_CONNECTION', outcome: 'not_sent' },
    message: expect.stringContaining(message) as string,
    cause: expect.any(Error) as Error,
  })
})

function thrown(): never {
  throw new Error('closed')
}

it('undiciTransport connects by the function that it is given', async () => {
  const server = await listen(createServer((_, response) => response.end('{"quote_id":"q"}')))
  const connect = vi.fn(buildConnector({}))
  const transport = undiciTransport({ connect })
  const client = createClient({ ...options, baseUrl: server.url, transport })
  expect(await client.createIssuerQuote(quote)).toMatchObject({ quote_id: 'q' })
  expect(connect).toHaveBeenCalledTimes(1)
  await transport.close()
  server.stop()
})

it('a transport is closed after a grace also where a call does not end', async () => {
  const silent = await listen(createServer((request) => request.resume()))
  const transport = undiciTransport()
  const client = createClient({
    baseUrl: silent.url,
    ...{ auth: 'token', transport, timeout: 60_000, totalTimeout: 60_000 },
  })
  const call = client.createIssuerQuote({
    ...{ profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' },
  })
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
