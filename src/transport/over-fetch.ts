import { fetchOnce } from './fetch-once.js'
import type { FetchAnswer, FetchLike, Transport, TransportBody } from './transport.js'

/** Sends by fetch: the given one, or the global one as it is at each call. */
export function overFetch(given?: FetchLike): Transport {
  return async ({ url, method, headers, body, stop }) => {
    const init = { method, headers, signal: stop.signal, redirect: 'manual' } as const
    const response = await fetchOnce(given ?? globalThis.fetch, url, init, body, stop)
    const stream = response.body
    const { status, headers: answered } = response
    return {
      status,
      // Another library's fetch returns a response that has the same methods.
      headers: answered as Headers,
      read: (limit) => readChunks(stream && chunks(stream), limit),
    }
  }
}

/** By `getReader`, because not every runtime can iterate a stream with `for await`. */
async function* chunks(stream: NonNullable<FetchAnswer['body']>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value as Uint8Array
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

/** Reads chunks as they come in, and stops at the limit. */
async function readChunks(
  chunks: AsyncIterable<Uint8Array> | null,
  limit: number,
): Promise<TransportBody> {
  const parts: Uint8Array[] = []
  let size = 0
  let cut: TransportBody['cut']
  try {
    for await (const part of chunks ?? []) {
      if (size + part.length > limit) {
        cut = 'too_large'
        break
      }
      parts.push(part)
      size += part.length
    }
  } catch {
    cut = 'broken'
  }
  const [only] = parts
  let bytes = only ?? new Uint8Array()
  if (parts.length > 1) {
    bytes = new Uint8Array(size)
    parts.reduce((at, part) => (bytes.set(part, at), at + part.length), 0)
  }
  return cut === undefined ? { bytes } : { bytes, cut }
}
