import { createServer } from 'node:http'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import { listen } from '../../support/listen.js'
import type { Plan } from './plan.js'

/** What the mock saw of the conversions of one prefix. */
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
    const book = books.get(prefix) ?? {
      seen: new Map<string, number>(),
      last: 0,
      onRequest: new Set<() => void>(),
    }
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
      for (const tell of book.onRequest) tell()
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
