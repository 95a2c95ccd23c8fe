import {
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  request as send,
} from 'node:http'
import { createSecureServer } from 'node:http2'
import { pipeline } from 'node:stream'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import { makeCertificates } from '../../support/certificates.js'
import { listen } from '../../support/listen.js'
import type { Ports } from './phases.js'
import type { Plan } from './plan.js'

/** What the mock saw of the conversions of one prefix. */
export interface Book {
  /** Whole requests by reference. */
  readonly seen: Map<string, number>
  /** The highest number of an order. */
  last: number
  /** All requests so far. */
  total: number
}

/** The mock, which remembers. */
export interface Service {
  readonly connection: Pick<Plan, 'baseUrl' | 'tokenUrl' | 'clientId' | 'clientSecret' | 'ledger'>
  bookOf(prefix: string): Book
  stop(): Promise<void>
}

interface Conversion {
  readonly ref_id: string
  readonly metadata: { readonly order: number; readonly prefix: string }
}

export async function startRecordingMock(): Promise<Service> {
  const books = new Map<string, Book>()
  const bookOf = (prefix: string): Book => {
    const book = books.get(prefix) ?? { seen: new Map<string, number>(), last: 0, total: 0 }
    books.set(prefix, book)
    return book
  }
  const mock = await startMock({
    onRequest: ({ url }, body) => {
      if (url?.includes('conversion') !== true) return
      const { ref_id, metadata } = JSON.parse(body.toString()) as Conversion
      const book = bookOf(metadata.prefix)
      book.seen.set(ref_id, (book.seen.get(ref_id) ?? 0) + 1)
      book.last = Math.max(book.last, metadata.order)
      book.total++
    },
  })
  const timesSeen = (refId: string): number =>
    [...books.values()].reduce((sum, { seen }) => sum + (seen.get(refId) ?? 0), 0)
  const ledger = await listen(
    createServer(({ url = '' }, response) => {
      response.end(`${timesSeen(url.slice(1))}`)
    }),
  )
  const { id: clientId, secret: clientSecret } = mockClient
  return {
    connection: {
      ...{ baseUrl: mock.url, tokenUrl: mock.tokenUrl, clientId, clientSecret },
      ledger: ledger.url,
    },
    bookOf,
    stop: async () => {
      ledger.stop()
      await mock.stop()
    },
  }
}

/** The mock, plain and behind TLS, where it speaks HTTP/2 as well. */
export interface FarSide {
  readonly service: Service
  readonly ports: Ports
  /** The file of the authority that its certificate is of. */
  readonly authority: string
  readonly stop: () => void
}

export async function startFarSide(folder: string, service: Service): Promise<FarSide> {
  const { good, authority } = await makeCertificates(folder)
  const plain = Number(new URL(service.connection.baseUrl).port)
  const server = createSecureServer({ ...good, allowHTTP1: true }, (request, response) => {
    const { url: path, method } = request
    const to = { port: plain, host: '127.0.0.1', path, method, headers: passedOn(request.headers) }
    const upstream = send(to, (answer) => {
      response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers))
      answer.pipe(response)
    })
    pipeline(request, upstream, () => undefined)
  })
  const { port: secured, stop } = await listen(server)
  return { service, ports: { plain, secured }, authority, stop }
}

/** Without the pseudo-header fields of HTTP/2, and the fields that it forbids. */
function passedOn(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const hop = /^(:.*|connection|keep-alive|transfer-encoding|host)$/
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hop.test(name)))
}
