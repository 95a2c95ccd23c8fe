import { startMock } from '../../scripts/mock/server.js'
import { mockClient } from '../../scripts/mock/token-server.js'
import type { Plan } from './plan.js'

/** What the mock saw of the conversions of one journal. */
export interface Book {
  /** Whole requests by reference. */
  readonly seen: Map<string, number>
  /** The highest number of an order. */
  last: number
  /** Told of each request. */
  readonly onRequest: Set<() => void>
}

/** The mock, which remembers. */
export interface Service {
  readonly connection: Pick<Plan, 'baseUrl' | 'tokenUrl' | 'clientId' | 'clientSecret'>
  bookOf(prefix: string): Book
  stop(): Promise<void>
}

interface Conversion {
  readonly ref_id: string
  readonly metadata: { readonly order: number; readonly prefix: string }
}

export async function startService(): Promise<Service> {
  const books = new Map<string, Book>()
  const bookOf = (prefix: string): Book => {
    const book = books.get(prefix) ?? {
      seen: new Map<string, number>(),
      last: 0,
      onRequest: new Set<() => void>(),
    }
    books.set(prefix, book)
    return book
  }
  const mock = await startMock({
    onRequest: (_, body) => {
      const { ref_id, metadata } = JSON.parse(body.toString()) as Conversion
      const book = bookOf(metadata.prefix)
      book.seen.set(ref_id, (book.seen.get(ref_id) ?? 0) + 1)
      book.last = Math.max(book.last, metadata.order)
      for (const tell of book.onRequest) tell()
    },
  })
  const { id: clientId, secret: clientSecret } = mockClient
  return {
    connection: { baseUrl: mock.url, tokenUrl: mock.tokenUrl, clientId, clientSecret },
    bookOf,
    stop: () => mock.stop(),
  }
}

/** Resolves when so many more requests came. */
export function requests(
  { onRequest }: Book,
  count: number,
): { came: Promise<void>; stop: () => void } {
  let left = count
  let done = (): void => undefined
  const came = new Promise<void>((resolve) => (done = resolve))
  const tell = (): void => {
    if (--left <= 0) done()
  }
  onRequest.add(tell)
  return { came, stop: () => void onRequest.delete(tell) }
}
