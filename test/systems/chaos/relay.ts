import { connect, type Socket } from 'node:net'
import type { Backend } from './backend.js'

/** When a relay cuts the connection, and how. */
export interface Cut {
  /** After so many bytes of the backend: within the handshake. */
  readonly afterBytes?: number
  /** As soon as the backend carried a request of this connection out. */
  readonly whenDone?: boolean
  /** By a reset, not by the end of the stream. */
  readonly reset?: boolean
  /** What is written into the stream in the place of the backend, before anything else happens. */
  readonly inject?: string
  /** What the relay leaves open. */
  readonly keepOpen?: boolean
}

/** Passes bytes on between a client and a backend, and breaks the connection as it was told. */
export function relay(client: Socket, backend: Backend, cut: Cut): void {
  const upstream = connect(backend.port, '127.0.0.1')
  let bytes = 0
  const end = (): void => {
    upstream.destroy()
    if (cut.inject !== undefined) client.write(cut.inject)
    if (cut.reset === true) client.resetAndDestroy()
    else if (cut.keepOpen !== true) client.end()
  }
  const onDone = (remotePort: number | undefined): void => {
    // In the next turn of the loop the answer would pass: cut the connection now.
    if (cut.whenDone === true && remotePort === upstream.localPort) end()
  }
  backend.onDone.add(onDone)
  for (const socket of [client, upstream]) socket.on('error', () => undefined)
  client.on('data', (chunk) => upstream.write(chunk))
  upstream.on('data', (chunk) => {
    const left = (cut.afterBytes ?? Infinity) - bytes
    bytes += chunk.length
    if (upstream.destroyed) return
    client.write(chunk.subarray(0, Math.max(0, left)))
    if (chunk.length >= left) end()
  })
  client.on('close', () => upstream.destroy())
  upstream.on('close', () => {
    backend.onDone.delete(onDone)
    if (cut.keepOpen !== true) client.end()
  })
}
