import { once } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { Server as TlsServer, type TlsOptions } from 'node:tls'

/** A server on loopback. */
export interface Listening {
  readonly server: Server
  readonly port: number
  readonly url: string
  /** Ends its connections as well. */
  readonly stop: () => void
}

/**
 * Listens on a port of loopback, a free one by default, or does with each connection there what it is told. Errors of
 * its connections are expected, and ignored.
 */
export async function listen(
  what: Server | ((socket: Socket) => void),
  wanted = 0,
): Promise<Listening> {
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
  server.listen({ port: wanted, host: '127.0.0.1', backlog: 4_096 })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  const url = `${server instanceof TlsServer ? 'https' : 'http'}://127.0.0.1:${port}`
  return { server, port, url, stop }
}

/** Answers each request with JSON once the whole of it is there, over TLS if there are options for that. */
export function serve(
  answer: (request: IncomingMessage, body: string) => unknown,
  tls?: TlsOptions,
): Promise<Listening> {
  const respond: RequestListener = (request, response) => {
    const answered = text(request).then((body) => answer(request, body))
    answered.then(
      (data) => response.setHeader('content-type', 'application/json').end(JSON.stringify(data)),
      () => response.destroy(),
    )
  }
  return listen(tls ? createHttpsServer(tls, respond) : createHttpServer(respond))
}

/** Below the ports that the system gives to connections that go out; two processes beside each other begin apart. */
const [lowest, highest] = [20_000, 31_000]
let last = lowest + (process.pid % 5_000)

/** A port that is free. Where nobody listens is to stay so, so it is not given again soon. */
export async function freePort(): Promise<number> {
  last = last + 1 < highest ? last + 1 : lowest
  const port = last
  const listening = await listen(() => undefined, port).catch(() => undefined)
  listening?.stop()
  return listening ? port : freePort()
}
