import { Agent, type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import {
  constants,
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2'
import { createServer } from 'node:https'
import type { Certificate } from '../../support/certificates.js'
import { listen } from '../../support/listen.js'

/**
 * What a front speaks, and what it breaks where the server behind it breaks a connection: its own as well, or only
 * the stream of the one request.
 */
export type Kind = 'HTTP/1.1' | 'HTTP/2' | 'HTTP/2, stream'

/** What belongs to one connection and not to the request (RFC 9113, section 8.2.2). */
const ofConnection = /^(:.*|host|connection|keep-alive|transfer-encoding)$/

/** Starts a server that speaks TLS in front of one that does not. */
export async function startFront(upstream: string, kind: Kind, certificate: Certificate) {
  const agent = new Agent({ keepAlive: true })
  const pass = (
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
  ): void => {
    const breakOff = (): void => breaker(request, kind)
    const { method = '', url = '' } = request
    const passed = send(upstream + url, { agent, method, headers: kept(request.headers) })
    passed.on('error', breakOff)
    passed.on('response', (answer) => {
      // Both kinds of response take the same.
      const head = response as ServerResponse
      head.writeHead(answer.statusCode ?? 502, kept(answer.headers))
      answer.on('error', breakOff)
      answer.pipe(response)
    })
    request.pipe(passed)
  }
  const server =
    kind === 'HTTP/1.1' ? createServer(certificate, pass) : createSecureServer(certificate, pass)
  const { port, stop } = await listen(server)
  return {
    port,
    stop: () => {
      agent.destroy()
      stop()
    },
  }
}

function breaker(request: IncomingMessage | Http2ServerRequest, kind: Kind): void {
  if (!('stream' in request)) request.socket.destroy()
  else if (kind === 'HTTP/2') request.stream.session?.destroy()
  else request.stream.close(constants.NGHTTP2_INTERNAL_ERROR)
}

function kept<Value>(headers: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.test(name)))
}
