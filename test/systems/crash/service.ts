import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { text } from 'node:stream/consumers'
import { fakeIssuer } from '../../../src/testing.js'
import { ServerLog } from '../../network/server-log.js'
import { makeCertificates } from '../../support/certificates.js'
import { listen } from '../../support/listen.js'
import type { Ports } from './frozen.js'
import type { Plan } from './plan.js'
import { Conversion } from './truth.js'

/** What the service made for the programs of one journal. */
export class Book extends ServerLog<Conversion> {
  /** The highest number of an order. */
  last = 0
  /** All requests so far. */
  total = 0

  constructor() {
    super(() => new Conversion())
  }
}

/** A service that remembers, plain and behind TLS, where it speaks HTTP/2 as well. */
export interface Service {
  readonly connection: Pick<Plan, 'baseUrl' | 'tokenUrl' | 'serverLog'>
  readonly ports: Ports
  /** The file of the authority that its certificate is of. */
  readonly authority: string
  readonly bookOf: (name: string) => Book
  readonly stop: () => void
}

/** What it looks at of a conversion's body. */
interface Asked {
  readonly profile_id: string
  readonly ref_id: string
  /** The number of its order, and whether its answer is lost. */
  readonly metadata: { readonly order: number; readonly lost?: boolean }
}

type Request = IncomingMessage | Http2ServerRequest
type Response = ServerResponse | Http2ServerResponse

const path = '/v2/conversion/stablecoins'
const stop = {
  signal: new AbortController().signal,
  deadline: Infinity,
  stopped: false,
  onStop: () => undefined,
}

export async function startService(folder: string): Promise<Service> {
  const books = new Map<string, Book>()
  const bookOf = (name: string): Book => {
    const book = books.get(name) ?? new Book()
    books.set(name, book)
    return book
  }
  const { baseUrl, transport } = fakeIssuer().options

  /** Written down once the whole of a request is there. */
  const record = ({ headers }: Request, { profile_id, ref_id, metadata }: Asked): Conversion => {
    const book = bookOf(String(headers['x-book']))
    const made = book.of(`${profile_id}/${ref_id}`)
    made.seen++
    made.by.push(String(headers['x-life']))
    book.last = Math.max(book.last, metadata.order)
    book.total++
    return made
  }
  const answer = async (request: Request, response: Response): Promise<void> => {
    const { url = '', method = '' } = request
    const [, place, name = '', ...key] = url.split('/')
    if (place === 'serverLog') {
      const made = bookOf(name).entries.get(key.join('/'))
      response.statusCode = made ? (made.answer ? 200 : 202) : 404
      response.end(made?.answer ?? '')
      return
    }
    const body = await text(request)
    const asked = url === path ? (JSON.parse(body) as Asked) : undefined
    const made = asked && record(request, asked)
    const fields = Object.entries(request.headers).filter(([field]) => !field.startsWith(':'))
    const headers = Object.fromEntries(fields.map(([field, value]) => [field, String(value)]))
    const reply = await transport({ url: baseUrl + url, method, headers, body, stop })
    const { bytes } = await reply.read(Infinity)
    if (made) {
      made.answer = Buffer.from(bytes).toString()
      if (reply.status === 200) made.done++
    }
    if (asked?.metadata.lost) return void request.destroy()
    response.statusCode = reply.status
    for (const [field, value] of reply.headers) response.setHeader(field, value)
    response.end(bytes)
  }
  const handle = (request: Request, response: Response): void => {
    answer(request, response).catch(() => request.destroy())
  }
  const { good, authority } = await makeCertificates(folder)
  const [plain, secured] = await Promise.all([
    listen(createServer(handle)),
    listen(createSecureServer({ ...good, allowHTTP1: true }, handle)),
  ])
  const { url } = plain
  return {
    connection: { baseUrl: url, tokenUrl: `${url}/oauth2/token`, serverLog: `${url}/serverLog` },
    ports: { plain: plain.port, secured: secured.port },
    authority,
    bookOf,
    stop: () => {
      plain.stop()
      secured.stop()
    },
  }
}
