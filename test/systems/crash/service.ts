import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { fakeIssuer } from '../../../src/testing.js'
import { Entry, ServerLog } from '../../network/server-log.js'
import { type Said, type Violation, violationsOf } from '../../network/violations.js'
import { makeCertificates } from '../../support/certificates.js'
import { listen } from '../../support/listen.js'
import { noStop } from '../../support/stop.js'
import type { Printed } from './program.js'

/** What the service has of a conversion. */
class Conversion extends Entry {
  /** Whose requests came, whole, in their order. */
  readonly by: string[] = []
  /** As JSON; undefined where it was not made yet. */
  answer: string | undefined
}

/** What the service made for the programs of one journal, by reference. */
export class Book extends ServerLog<Conversion> {
  /** The highest number of an order. */
  last = 0
  /** All requests so far. */
  total = 0

  constructor() {
    super(() => new Conversion())
  }

  /** Conversions that were carried out more than once. */
  get twice(): number {
    return [...this.entries.values()].filter(({ done }) => done > 1).length
  }
}

/** A service that remembers, plain and behind TLS. */
export interface Service {
  readonly connection: Readonly<Record<'baseUrl' | 'tokenUrl' | 'serverLog', string>>
  readonly ports: Readonly<Record<'plain' | 'secured', number>>
  /** The file of the authority that its certificate is of. */
  readonly authority: string
  readonly bookOf: (name: string) => Book
  readonly stop: () => void
}

/** What it looks at of a conversion's body. */
interface Asked {
  readonly ref_id: string
  /** The number of its order, and whether its answer is lost. */
  readonly metadata: { readonly order: number; readonly end?: 'lost' }
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
  const record = ({ headers }: IncomingMessage, { ref_id, metadata }: Asked): Conversion => {
    const book = bookOf(String(headers['x-book']))
    const made = book.of(ref_id)
    made.seen++
    made.by.push(String(headers['x-life']))
    book.last = Math.max(book.last, metadata.order)
    book.total++
    return made
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '', method = '' } = request
    const [, place, name = '', refId = ''] = url.split('/')
    if (place === 'serverLog') {
      const made = bookOf(name).entries.get(refId)
      response.statusCode = made ? (made.answer ? 200 : 202) : 404
      response.end(made?.answer ?? '')
      return
    }
    const body = await text(request)
    const isConversion = url === '/v2/conversion/stablecoins'
    const asked = isConversion ? (JSON.parse(body) as Asked) : undefined
    const made = asked && record(request, asked)
    const headers = request.headers as Record<string, string>
    const reply = await transport({ url: baseUrl + url, method, headers, body, stop: noStop() })
    const { bytes } = await reply.read(Infinity)
    if (made) {
      made.answer = Buffer.from(bytes).toString()
      if (reply.status === 200) made.done++
    }
    if (asked?.metadata.end === 'lost') return void response.destroy()
    response.statusCode = reply.status
    for (const [field, value] of reply.headers) response.setHeader(field, value)
    response.end(bytes)
  }
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch(() => request.destroy())
  }
  const { good, authority } = await makeCertificates(folder)
  const [plain, secured] = await Promise.all([
    listen(createServer(handle)),
    listen(createSecureServer(good, handle)),
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

/** A row of a journal. */
export interface Row {
  readonly refId: string
  readonly state: string
  readonly data?: string | null
}

/** Whether nobody has to find out any more what became of a call. */
export const isEnded = ({ state }: Row): boolean =>
  ['succeeded', 'not_sent', 'rejected'].includes(state)

/** What a state, or the first word that is told of a call, says of its end. */
export function endOf(state = ''): Said['end'] {
  if (state === 'succeeded') return 'ok'
  return state === 'not_sent' || state === 'rejected' ? state : 'unknown'
}

/** What must not be said of a row. */
export type RowViolation = Violation | 'received, but not in the journal'

/** The violations in a journal and in what programs printed, by reference. */
export function compare(
  rows: readonly Row[],
  conversions: ReadonlyMap<string, Conversion>,
  printed: readonly Printed[],
): ReadonlyMap<string, readonly RowViolation[]> {
  const states = new Map(rows.map(({ refId, state }) => [refId, state]))
  const kept = rows.filter(({ state }) => state === 'succeeded')
  const given = printed.map(({ refId, data }) => ({ refId, data: JSON.stringify(data) }))
  const isCrossed = ({ refId, data }: Pick<Row, 'refId' | 'data'>): boolean =>
    data !== conversions.get(refId)?.answer
  const crossed = new Set([...kept, ...given].filter(isCrossed).map(({ refId }) => refId))
  const all = new Set([...states.keys(), ...conversions.keys(), ...crossed])
  return new Map(
    [...all].map((refId) => {
      const state = states.get(refId)
      const truth = conversions.get(refId) ?? new Conversion()
      const violations = violationsOf({ end: endOf(state), crossed: crossed.has(refId) }, truth)
      const isMissing = truth.seen > 0 && state === undefined
      return [refId, isMissing ? [...violations, 'received, but not in the journal'] : violations]
    }),
  )
}
