import { once } from 'node:events'
import { Agent, request as send } from 'node:http'
import {
  type Http2ServerRequest,
  type Http2ServerResponse,
  constants,
  createSecureServer,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from './certificate.js'

export interface Front {
  readonly port: number
  stop(): void
}

/** What belongs to one connection and not to the request (RFC 9113, section 8.2.2). */
const ofConnection = /^(:.*|host|connection|keep-alive|transfer-encoding)$/

/**
 * Speaks HTTP/2 in front of a server of HTTP/1.1. Where that breaks a connection, this breaks its own, or only the
 * stream of the one request.
 */
export async function startHttp2(
  upstream: string,
  breaks: 'connection' | 'stream',
): Promise<Front> {
  const agent = new Agent({ keepAlive: true })
  const pass = (request: Http2ServerRequest, response: Http2ServerResponse): void => {
    const { stream } = request
    const breakOff = (): void => {
      if (breaks === 'connection') stream.session?.destroy()
      else stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    }
    const headers = kept(request.headers)
    const passed = send(upstream + request.url, { agent, method: request.method, headers })
    passed.on('error', breakOff)
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, kept(answer.headers))
      answer.on('error', breakOff)
      answer.pipe(response)
    })
    request.pipe(passed)
  }
  const server = createSecureServer(await makeCertificate(), pass)
  server.on('session', (session) => session.on('error', () => undefined))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      agent.destroy()
      server.close()
    },
  }
}

function kept<Value>(headers: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.test(name)))
}
