import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import { type TlsOptions, TLSSocket } from 'node:tls'
import { listen, type Listening } from '../../support/listen.js'

/** A request that came, and whose certificate it came with. */
interface Came {
  readonly path: string
  readonly by: string | undefined
}

/** A token endpoint and a service in one host. */
export interface Host extends Listening {
  readonly came: Came[]
}

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
  return { ...(await listen(server)), came }
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
    upstream.on('error', () => undefined)
    client.on('close', () => upstream.destroy())
  })
  return { ...(await listen(server)), asked }
}
