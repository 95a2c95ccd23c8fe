import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'

/** A server on loopback. */
export interface Listening {
  readonly port: number
  /** Ends its connections as well. */
  stop(): void
}

/** Listens on a free port of loopback. Errors of its connections are expected, and ignored. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('session', (session: NodeJS.EventEmitter) => session.on('error', () => undefined))
  server.on('secureConnection', (socket: Socket) => socket.on('error', () => undefined))
  server.on('tlsClientError', () => undefined)
  server.on('clientError', (_, socket: Socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port: (server.address() as AddressInfo).port, stop }
}
