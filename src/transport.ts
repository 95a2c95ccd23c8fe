/** One request, as it goes out. */
export interface TransportRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly signal: AbortSignal
}

/** The answer's head, and its decoded body as it comes in. */
export interface TransportResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: AsyncIterable<Uint8Array> | null
}

/** Sends one request exactly once and never follows a redirect. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>

/**
 * These send a request again by themselves when a reused connection breaks, also a POST. What they
 * cannot rewind they cannot repeat, so the body goes out as a stream there.
 */
const resends = 'Deno' in globalThis || 'Bun' in globalThis

/** Sends by fetch: the given one, or the global one as it is at each call. */
export function overFetch(given?: typeof globalThis.fetch): Transport {
  return async ({ url, method, headers, body, signal }) => {
    const init: RequestInit = { method, headers, body: body ?? null, signal, redirect: 'manual' }
    if (resends && body !== undefined)
      Object.assign(init, { body: new Blob([body]).stream(), duplex: 'half' })
    // Without a prototype, a polluted Object.prototype cannot add to the request.
    const bare = Object.assign(Object.create(null) as RequestInit, init)
    const response = await (given ?? globalThis.fetch)(url, bare)
    return {
      status: response.status,
      headers: response.headers,
      body: response.body && chunks(response.body),
    }
  }
}

/** Not every runtime lets a stream be iterated. */
async function* chunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

/** A body that was read, up to a limit. */
export interface Body {
  readonly bytes: Uint8Array
  /** Why it ended before its end. */
  readonly cut?: 'too_large' | 'broken'
  readonly cause?: unknown
}

/** Reads a body and stops at the limit; what was read until it broke is kept. */
export async function readBody(body: TransportResponse['body'], limit: number): Promise<Body> {
  const parts: Uint8Array[] = []
  let size = 0
  const joined = (): Uint8Array => {
    const bytes = new Uint8Array(size)
    parts.reduce((at, part) => (bytes.set(part, at), at + part.length), 0)
    return bytes
  }
  try {
    for await (const part of body ?? []) {
      if (size + part.length > limit) return { bytes: joined(), cut: 'too_large' }
      parts.push(part)
      size += part.length
    }
    return { bytes: joined() }
  } catch (cause) {
    return { bytes: joined(), cut: 'broken', cause }
  }
}
