import type { TransportBody, TransportResponse } from '../../../src/index.js'
import { noStop } from '../../support/stop.js'
import { networkTransport } from './network.js'
import type { World } from './world-state.js'

/** The same as a fetch. */
export function networkFetch(world: World): typeof globalThis.fetch {
  const transport = networkTransport(world, 'fetch')
  return async (url, init) => {
    const { method = '', headers, body, signal } = init ?? {}
    const given = signal as AbortSignal
    const response = await transport({
      url: url as string,
      method,
      headers: headers as Record<string, string>,
      // Asked for when a connection takes it.
      get body() {
        return String(body as unknown)
      },
      stop: noStop({ signal: given, stopped: given.aborted }),
    })
    const { status, headers: answered } = response
    const stream = streamOf((limit) => response.read(limit))
    return { status, headers: answered, body: stream } as Response
  }
}

/** A body as a stream, which breaks where it broke off. */
export function streamOf(read: TransportResponse['read']): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { bytes, cut }: TransportBody = await read(Infinity)
        if (cut === 'too_large') controller.enqueue(large)
        else if (bytes.length > 0) controller.enqueue(bytes)
        if (cut === 'broken') controller.error(new TypeError('terminated'))
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

const large = new Uint8Array(1024 * 1024 + 1)
