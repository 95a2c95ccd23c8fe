import v8 from 'node:v8'
import vm from 'node:vm'
import type { Dispatcher } from 'undici'
import { expect, it } from 'vitest'
import { undiciTransport } from '../../src/undici.js'
import { postage } from '../support/parcels/calls.js'
import { type ClientOptions, createClient } from '../support/parcels/client.js'
import { control } from './controlled-exchange.js'

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc') as () => void
const megabytes = (): number => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}

const text = JSON.stringify({ postage_id: 'x'.repeat(2_000) })
/** One byte, in the buffer that it was received in. */
const pieces = function* (): Generator<Uint8Array<ArrayBuffer>, void> {
  for (const one of text) yield new Uint8Array(40_960).fill(one.charCodeAt(0)).subarray(0, 1)
}

type Way = (measure: () => void) => Partial<ClientOptions>
it.each<[string, Way]>([
  [
    'fetch',
    (measure) => {
      const rest = pieces()
      const pull = (controller: ReadableStreamDefaultController): void => {
        const { done, value } = rest.next()
        if (!done) {
          controller.enqueue(value)
          return
        }
        measure()
        controller.close()
      }
      const answer = () => new Response(new ReadableStream({ pull }, { highWaterMark: 0 }))
      return { fetch: () => Promise.resolve(answer()) }
    },
  ],
  [
    'undici',
    (measure) => {
      const dispatch = (_: unknown, handler: Required<Dispatcher.DispatchHandler>): void => {
        const { given } = control()
        handler.onRequestStart(given, {})
        handler.onResponseStart(given, 200, {}, '')
        for (const piece of pieces()) handler.onResponseData(given, Buffer.from(piece.buffer, 0, 1))
        measure()
        handler.onResponseEnd(given, {})
      }
      const dispatcher = { dispatch } as unknown as Dispatcher
      return { transport: undiciTransport({ dispatcher }) }
    },
  ],
])('an answer that comes byte by byte holds no buffer of a byte: over %s', async (_, way) => {
  const before = megabytes()
  let during = Infinity
  const options = way(() => (during = megabytes()))
  const client = createClient({
    baseUrl: 'https://api.example.com',
    auth: 'tok-1234567',
    ...options,
  })
  expect(await client.quotePostage(postage)).toEqual(JSON.parse(text))
  expect(during - before).toBeLessThan(50)
})
