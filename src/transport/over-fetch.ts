import { fetchOnce } from './fetch-once.js'
import type { FetchAnswer, FetchLike, Transport, TransportBody } from './transport.js'

/** Sends by fetch: the given one, or the global one as it is at each call. */
export function overFetch(given?: FetchLike): Transport {
  return async ({ url, method, headers, body, stop }) => {
    const init = { method, headers, signal: stop.signal, redirect: 'manual' } as const
    const answer = await fetchOnce(given ?? globalThis.fetch, url, init, body, stop)
    const { status, body: stream } = answer
    // Another library's fetch returns headers that have the same methods.
    const answered = answer.headers as Headers
    return { status, headers: answered, read: (limit) => readStream(stream, limit) }
  }
}

/** Reads what comes in, and stops at the limit. By `getReader`: not every runtime can iterate a stream. */
async function readStream(stream: FetchAnswer['body'], limit: number): Promise<TransportBody> {
  const parts: Uint8Array[] = []
  let size = 0
  const bytes = (): Uint8Array => {
    const [only] = parts
    if (only && parts.length === 1) return only
    const whole = new Uint8Array(size)
    parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0)
    return whole
  }
  try {
    const reader = stream?.getReader()
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) return { bytes: bytes() }
      const part = value as Uint8Array
      if (size + part.length > limit) {
        reader?.cancel().catch(() => undefined)
        return { bytes: bytes(), cut: 'too_large' }
      }
      parts.push(part)
      size += part.length
    }
  } catch {
    return { bytes: bytes(), cut: 'broken' }
  }
}
