import type { Server } from 'node:http'
import { type ClientOptions, createClient } from 'stablecoin-issuer-api'
import { undiciTransport } from 'stablecoin-issuer-api/undici'
import { OpenWork } from './open-work.js'

/** Makes the client of a server, and ends both in order. */
export function callsOf(server: Server, options: ClientOptions) {
  const transport = undiciTransport()
  const client = createClient({ ...options, transport, totalTimeout: 20_000 })
  const work = new OpenWork()
  const end = async () => {
    server.close() // takes no more requests; stop the consumer of a queue here as well
    await work.drain()
    await transport.close()
  }
  process.once('SIGTERM', () => void end())
  return { client, work }
}
