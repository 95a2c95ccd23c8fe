import type { Server } from 'node:http'
import { type Client, type ClientOptions, createClient } from 'stablecoin-issuer-api'
import { undiciTransport } from 'stablecoin-issuer-api/undici'

/** Runs calls until SIGTERM, and then waits for them. */
export function callsOf(server: Server, options: ClientOptions) {
  const transport = undiciTransport()
  const client = createClient({ ...options, transport, totalTimeout: 20_000 })
  const open = new Set<Promise<unknown>>()
  let isEnding = false
  const end = async () => {
    isEnding = true
    server.close() // stop the consumer of a queue here as well
    await Promise.allSettled(open)
    await transport.close()
  }
  process.once('SIGTERM', () => void end())

  /** Runs a call, together with the booking of its outcome. */
  return async <Result>(work: (client: Client) => Promise<Result>): Promise<Result> => {
    if (isEnding) throw new Error('shutting down: this work was not begun')
    const running = work(client)
    open.add(running)
    return running.finally(() => open.delete(running))
  }
}
