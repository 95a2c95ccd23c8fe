import { connect, type Socket } from 'node:net'
import { listen } from '../../support/listen.js'

/** Stands between processes and a server, and can stop to pass bytes on, in both directions. */
export interface Relay {
  readonly port: number
  /** Nothing passes any more, and no connection ends. */
  part(): void
  /** What was written meanwhile arrives late, as it does in TCP. */
  heal(): void
  stop(): void
}

export async function startRelay(port: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let isParted = false
  const keep = (socket: Socket, other: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => other.write(chunk))
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    if (isParted) socket.pause()
  }
  const { port: own, stop } = await listen((client) => {
    const upstream = connect(port, '127.0.0.1')
    keep(client, upstream)
    keep(upstream, client)
  })
  return {
    port: own,
    part: () => {
      isParted = true
      for (const socket of sockets) socket.pause()
    },
    heal: () => {
      isParted = false
      for (const socket of sockets) socket.resume()
    },
    stop,
  }
}
