import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { type TlsOptions, TLSSocket } from 'node:tls'

/** A request that came, and whose certificate it came with. */
export interface Came {
  readonly path: string
  readonly by: string | undefined
}

/** A token endpoint and a service in one host. */
export interface Host {
  readonly url: string
  readonly port: number
  readonly came: Came[]
  stop(): void
}

/** A host with TLS, or without. */
export async function startHost(tls?: TlsOptions): Promise<Host> {
  const came: Came[] = []
  const answer: RequestListener = (request, response) => {
    const { url: path = '', socket } = request
    // Without a certificate it gives an object without members.
    const peer = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined
    came.push({ path, by: peer && 'subject' in peer ? String(peer.subject.CN) : undefined })
    const token = { access_token: 'tok-1', token_type: 'Bearer', expires_in: 600 }
    request.resume()
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(path === '/token' ? token : { quote_id: 'q' }))
  }
  const server = tls ? createTlsServer(tls, answer) : createServer(answer)
  const port = await listen(server)
  const stop = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, port, came, stop }
}

/** A proxy, and the hosts to which it was asked for tunnels. */
export async function startProxy() {
  const asked: string[] = []
  const server = createServer()
  server.on('connect', ({ url = '' }, client) => {
    asked.push(url)
    const upstream = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
    client.on('close', () => upstream.destroy())
  })
  const port = await listen(server)
  const stop = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, asked, stop }
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
