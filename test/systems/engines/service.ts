/** A service that loses answers and refuses requests, and counts what it made. It outlives its clients. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { madeConversion } from '../../support/examples.js'
import { listen } from '../../support/listen.js'

/** What becomes of the first requests of an order, by its number; each later one is answered. */
const plans: readonly (readonly Fate[])[] = [
  ['answered'],
  ['lost'],
  ['unavailable', 'lost'],
  ['limited'],
  ['answered'],
  ['limited', 'unavailable', 'lost'],
]
type Fate = 'answered' | 'lost' | keyof typeof statuses
const statuses = { unavailable: 503, limited: 429, refused: 422 }

/** The order that is refused each time. */
export const refused = 'order-13'

interface Body {
  readonly ref_id: string
}

/** What the service had of the orders of one engine. */
class Book {
  readonly requests: string[] = []
  readonly fates: Partial<Record<Fate, number>> = {}
  readonly #made: Body[] = []

  find(refId: string | null) {
    return this.#made.filter(({ ref_id }) => ref_id === refId)
  }

  /** Carries a request out, or refuses it. @returns the answer; undefined where it is lost */
  async convert(body: Body) {
    const fate = this.#nextFate(body.ref_id)
    await sleep(50 + Math.random() * 100)
    if (fate in statuses) return { status: statuses[fate as keyof typeof statuses], data: {} }
    const data = { ...madeConversion, ...body, id: `made-${this.#made.length}` }
    this.#made.push(data)
    await sleep(50)
    return fate === 'lost' ? undefined : { status: 200, data }
  }

  #nextFate(refId: string): Fate {
    const [kind, number] = refId.split('-')
    if (kind !== 'order') return 'answered'
    const plan = plans[Number(number) % plans.length] ?? []
    const tries = this.requests.filter((one) => one === refId).length
    const fate = refId === refused ? 'refused' : (plan[tries] ?? 'answered')
    this.requests.push(refId)
    this.fates[fate] = (this.fates[fate] ?? 0) + 1
    return fate
  }
}

export async function startService() {
  const books = new Map<string, Book>()
  const bookOf = (name: string): Book => {
    const book = books.get(name) ?? new Book()
    books.set(name, book)
    return book
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const book = bookOf(pathname.split('/')[1] ?? '')
    const reply =
      request.method === 'GET'
        ? { status: 200, data: book.find(searchParams.get('ref_id')) }
        : await book.convert(JSON.parse(await text(request)) as Body)
    if (reply === undefined) return void response.destroy()
    response.setHeader('content-type', 'application/json')
    if (reply.status === 429) response.setHeader('retry-after', 4)
    response.writeHead(reply.status).end(JSON.stringify(reply.data))
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  return { ...(await listen(server)), bookOf }
}
