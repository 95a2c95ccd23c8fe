import type { Exchange } from '../../network/act.js'
import { Arrivals, openPort, type Script, successOf } from '../../network/server.js'
import { ServerLog } from '../../network/server-log.js'
import { type Said, type Violation, violationsOf } from '../../network/violations.js'
import { makeCertificates } from '../../support/certificates.js'
import type { Printed } from './program.js'

/** What the service has of a conversion. */
class Conversion extends Arrivals {
  /** Whose requests came, whole, in their order. */
  readonly by: string[] = []

  /** What it answered, as JSON; undefined where the conversion was not made. */
  get answer(): string | undefined {
    const made = this.requests.find(({ carriedOut }) => carriedOut)
    return made && successOf(made.body)
  }
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

/** What it looks at of a conversion's body: the number of its order, and whether its answer is lost. */
interface Asked {
  readonly ref_id: string
  readonly metadata: { readonly order: number; readonly end?: 'lost' }
}

export async function startService(folder: string): Promise<Service> {
  const books = new Map<string, Book>()
  const bookOf = (name: string): Book => {
    const book = books.get(name) ?? new Book()
    books.set(name, book)
    return book
  }
  const find = async ({ request, text }: Exchange): Promise<Script | undefined> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const [, place, name = ''] = pathname.split('/')
    if (place === 'serverLog') {
      const entry = bookOf(name).entries.get(searchParams.get('ref_id') ?? '') ?? new Conversion()
      return { acts: [], entry }
    }
    if (place !== 'v2') return
    const { ref_id, metadata } = JSON.parse(await text) as Asked
    const book = bookOf(String(request.headers['x-book']))
    const entry = book.of(ref_id)
    entry.by.push(String(request.headers['x-life']))
    book.last = Math.max(book.last, metadata.order)
    book.total++
    return { acts: [metadata.end === 'lost' ? { by: 'end' } : {}], entry }
  }
  const giveToken = ({ response }: Exchange): Promise<void> => {
    response.setHeader('content-type', 'application/json')
    const token = { access_token: 'token', token_type: 'Bearer', expires_in: 3_600 }
    return Promise.resolve(void response.end(JSON.stringify(token)))
  }
  const { good, authority } = await makeCertificates(folder)
  const [plain, secured] = await Promise.all([
    openPort(find, giveToken),
    openPort(find, giveToken, { ...good, speaks: 'HTTP/1.1' }),
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
