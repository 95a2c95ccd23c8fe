import type { TransportBody, TransportResponse } from '../../../src/index.js'
import { noStop } from '../../support/stop.js'
import { networkTransport } from './network.js'
import type { World } from './world-state.js'

/** The same as a fetch. */
export function networkFetch(world: World): typeof globalThis.fetch {
  const transport = networkTransport(world, 'fetch')
  return async (url, init) => {
    const { method = '', headers, body, signal, redirect } = init ?? {}
    world.demand(redirect === 'manual', () => 'a fetch that follows redirects')
    const given = signal as AbortSignal
    const response = await transport({
      url: url as string,
      method,
      headers: headers as Record<string, string>,
      body: undefined,
      ...taking(world, body),
      stop: noStop({ signal: given, stopped: given.aborted }),
    })
    const { status, headers: answered } = response
    const stream = streamOf((limit) => response.read(limit))
    return { status, headers: answered, body: stream } as Response
  }
}

/** How a fetch takes a body: it pulls a stream once before there is a connection, and then to its end. */
function taking(world: World, body: unknown) {
  const takeAgain = (): string => String(body)
  if (!(body instanceof ReadableStream) || world.random.chance(0.2))
    return { take: async () => Promise.resolve(takeAgain()), takeAgain }
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  const early = reader.read()
  // A refusal is met when the body is taken.
  early.catch(() => undefined)
  const take = async (): Promise<string> => {
    const decoder = new TextDecoder()
    let text = ''
    for (let piece = await early; !piece.done; piece = await reader.read())
      text += decoder.decode(piece.value, { stream: true })
    return text
  }
  return { take, takeAgain }
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
