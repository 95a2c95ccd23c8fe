import { connect, type Socket } from 'node:net'

/** When a relay cuts the connection, and how. */
export interface Cut {
  /** After so many bytes of the far side: within the handshake. */
  readonly afterBytes?: number
  /** By a reset, not by the end of the stream; so it is too where the far side ends. */
  readonly reset?: boolean
  /** What is written into the stream in the place of the far side, before anything else happens. */
  readonly inject?: string
  /** What the relay leaves open. */
  readonly keepOpen?: boolean
}

/** Passes bytes on between a client and a port of loopback, until it cuts the connection. */
export function relay(client: Socket, port: number, cut: Cut = {}) {
  const upstream = connect(port, '127.0.0.1')
  let bytes = 0
  let ended = false
  const end = (): void => {
    if (ended) return
    ended = true
    upstream.destroy()
    if (cut.inject !== undefined) client.write(cut.inject)
    if (cut.reset === true) client.resetAndDestroy()
    else if (cut.keepOpen !== true) client.end()
  }
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
  upstream.on('close', end)
  return { upstream, end }
}
