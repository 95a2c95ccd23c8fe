import type { FetchAnswer, TransportBody } from './transport.js'

/** The chunks of a body as one. */
export function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks
  // Most answers are one chunk. A stream of texts has other chunks than bytes.
  if (first instanceof Uint8Array && first.length === length) return first
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** Reads the body of a fetch's answer up to a limit of bytes. */
export async function readBody(stream: FetchAnswer['body'], limit: number): Promise<TransportBody> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Not every runtime can iterate a web stream.
  const reader = stream && ('getReader' in stream ? stream.getReader() : iterating(stream))
  try {
    for (;;) {
      const next = await reader?.read()
      if (!next || next.done === true) return { bytes: join(chunks, length) }
      const chunk = next.value as Uint8Array
      if (length + chunk.length > limit) break
      chunks.push(chunk)
      length += chunk.length
    }
  } catch {
    return { bytes: join(chunks, length), cut: 'broken' }
  }
  reader?.cancel()?.catch(() => undefined)
  return { bytes: join(chunks, length), cut: 'too_large' }
}

function iterating(stream: AsyncIterable<unknown>) {
  const pieces = stream[Symbol.asyncIterator]()
  return { read: () => pieces.next(), cancel: () => pieces.return?.() }
}
