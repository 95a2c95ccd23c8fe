import { once } from 'node:events'
import { type AddressInfo, createServer, Server, type Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'

/** A server on loopback. */
export interface Listening {
  readonly port: number
  readonly url: string
  /** Ends its connections as well. */
  readonly stop: () => void
}

/**
 * Listens on a free port of loopback, or does with each connection there what it is told. Errors of its connections
 * are expected, and ignored.
 */
export async function listen(what: Server | ((socket: Socket) => void)): Promise<Listening> {
  const server = what instanceof Server ? what : createServer(what)
  const sockets = new Set<Socket>()
  server.prependListener('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('session', (session: NodeJS.EventEmitter) => session.on('error', () => undefined))
  server.on('secureConnection', (socket: Socket) => socket.on('error', () => undefined))
  server.on('tlsClientError', () => undefined)
  server.on('clientError', (_, socket: Socket) => socket.destroy())
  // Thousands of calls at once are thousands of connections at once.
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    url: `${server instanceof TlsServer ? 'https' : 'http'}://127.0.0.1:${port}`,
    stop,
  }
}
