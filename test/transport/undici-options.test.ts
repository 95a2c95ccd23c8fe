import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Agent,
  type Dispatcher,
  EnvHttpProxyAgent,
  interceptors,
  MockAgent,
  ProxyAgent,
  RetryAgent,
} from 'undici'
import { afterEach, expect, it, vi } from 'vitest'
import { createClient } from '../../src/index.js'
import { undiciTransport } from '../../src/undici.js'
import { listen } from '../support/listen.js'
import { failToLoadUndici } from '../support/without-undici.js'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it.each([
  ['MODULE_NOT_FOUND', 'npm install undici (MODULE_NOT_FOUND)'],
  ['ERR_MODULE_NOT_FOUND', 'npm install undici (ERR_MODULE_NOT_FOUND)'],
  ['EMFILE', 'it is installed, and failed (EMFILE)'],
])('undiciTransport, when undici cannot be loaded, says so when it is made: %s', (code, why) => {
  failToLoadUndici(code)
  expect(() => undiciTransport()).toThrow(`undiciTransport could not load undici: ${why}`)
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
  ]
  const names = agent.eventNames()
  for (const dispatcher of all) expect(() => undiciTransport({ dispatcher })).not.toThrow()
  expect(agent.eventNames()).toEqual(names)
  await agent.close()
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
