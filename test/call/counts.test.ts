import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { afterEach, expect, it, vi } from 'vitest'
import { type Client, createClient, type Transport } from '../../src/index.js'
import { undiciTransport } from '../../src/undici.js'
import { heldQuote, quote } from '../support/examples.js'
import { serve } from '../support/listen.js'
import { endpoint, granted, json } from '../support/token-endpoint.js'

afterEach(() => void vi.restoreAllMocks())

/** What runs for a call, and not for the runner of the tests. */
const ofCall = new AsyncLocalStorage<boolean>()

type Call = (client: Client) => Promise<unknown>
const byMethod: Call = (client) => client.createIssuerQuote(quote)
const byPath: Call = (client) => client.POST('/v2/issuer-quote', { body: quote })

/** What a second call makes: the first one has obtained the token, and connected. */
const countsOfCall = (transport: Transport, baseUrl: string, call: Call) =>
  ofCall.run(true, async () => {
    const { source: auth } = endpoint([json(granted)])
    const client = createClient({ baseUrl, auth, transport, onEvent: () => undefined })
    await call(client)
    const types: string[] = []
    const listened = vi.spyOn(EventTarget.prototype, 'addEventListener')
    const init = (_: number, type: string) => ofCall.getStore() && types.push(type)
    const hook = createHook({ init }).enable()
    await call(client)
    hook.disable()
    const count = (name: string): number => types.filter((type) => type === name).length
    const listeners = listened.mock.calls.length
    return { promises: count('PROMISE'), timers: count('Timeout'), listeners }
  })

// By path, openapi-fetch waits for its fetch and for the text. A `Request` and a `Response`, whose text is read, would make 27 more.
it.each([
  ['by method', byMethod, 13],
  ['by path', byPath, 20],
] as const)(
  'a call %s over undici makes few promises, a timer beside that of undici, and no listener',
  async (_, call, most) => {
    const { url, stop } = await serve(() => heldQuote)
    const transport = undiciTransport({ connections: 1 })
    const { promises, ...others } = await countsOfCall(transport, url, call)
    expect(promises).toBeLessThanOrEqual(most)
    expect(others).toEqual({ timers: 2, listeners: 0 })
    await transport.close()
    stop()
  },
)
