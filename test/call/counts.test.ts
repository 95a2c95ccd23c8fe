import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { afterEach, expect, it, vi } from 'vitest'
import { createClient, type Transport } from '../../src/index.js'
import { undiciTransport } from '../../src/undici.js'
import { heldQuote, quote } from '../support/examples.js'
import { serve } from '../support/listen.js'
import { endpoint, granted, json } from '../support/token-endpoint.js'

afterEach(() => void vi.restoreAllMocks())

/** The promises of a call over a transport that answers at once, those of the test included. */
const promises = {
  'of `run`, which the caller gets': 1,
  'of the attempt, whose end is reported whatever it is': 1,
  'of `within`, which its time and the caller can end': 1,
  'of its end, which stops the timer': 1,
  'of the request and its answer': 1,
  'of the waits: of `run`, of the attempt, of the request and of this test': 4,
}
/** Over undici: the head of the answer. Undici makes none of its own, and the body is whole when it is read. */
const ofUndici = 1
/** Of the attempt. */
const timers = 1

/** What runs for a call, and not for the runner of the tests. */
const ofCall = new AsyncLocalStorage<boolean>()

/** What a second call makes: the first one has obtained the token, and connected. */
const countsOfCall = (transport: Transport, baseUrl = 'https://api.example') =>
  ofCall.run(true, async () => {
    const { source: auth } = endpoint([json(granted)])
    const client = createClient({ baseUrl, auth, transport, onEvent: () => undefined })
    await client.createIssuerQuote(quote)
    const types: string[] = []
    const listened = vi.spyOn(EventTarget.prototype, 'addEventListener')
    const init = (_: number, type: string) => ofCall.getStore() && types.push(type)
    const hook = createHook({ init }).enable()
    await client.createIssuerQuote(quote)
    hook.disable()
    const count = (name: string): number => types.filter((type) => type === name).length
    const listeners = listened.mock.calls.length
    return { promises: count('PROMISE'), timers: count('Timeout'), listeners }
  })

it('a call over a transport that answers at once makes the promises of this table, one timer and no listener', async () => {
  const bytes = new TextEncoder().encode(JSON.stringify(heldQuote))
  const answer = Promise.resolve({ status: 200, headers: new Headers(), read: () => ({ bytes }) })
  const sum = Object.values(promises).reduce((one, other) => one + other)
  expect(await countsOfCall(() => answer)).toEqual({ promises: sum, timers, listeners: 0 })
})

it('a call over undici makes one promise more', async () => {
  const { url, stop } = await serve(() => heldQuote)
  const transport = undiciTransport({ connections: 1 })
  const sum = Object.values(promises).reduce((one, other) => one + other, ofUndici)
  expect((await countsOfCall(transport, url)).promises).toBe(sum)
  await transport.close()
  stop()
})
