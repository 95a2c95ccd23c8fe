// transport/: one request, sent once, and what its failure proves. It knows of no operation and no policy.

import type { FetchAnswer, FetchLike } from './fetch-like.js'
import { fetchOnce } from './send-once.js'

/** One request, as it goes out. */
export interface TransportRequest {
  /** The whole address, with its query. */
  readonly url: string
  /** In capital letters. */
  readonly method: string
  /** By names in lower case, the token among them. */
  readonly headers: Readonly<Record<string, string>>
  /** To be sent as it is, in UTF-8. */
  readonly body: string | undefined
  /** Aborted when the attempt is over before the answer is read. */
  readonly signal: AbortSignal
  /** Whether the attempt is over. */
  readonly stopped: boolean
  /**
   * The same as a callback, for what needs no signal. It may return `'not_sent'` where it knows that
   * no byte of the request left and that none will.
   */
  onStop(callback: () => unknown): void
}

/** The answer's head, and how its decoded body is read. */
export interface TransportResponse {
  /** Of the answer itself: a redirect is not followed. */
  readonly status: number
  /** All of the answer's headers. */
  readonly headers: Headers
  /** One header by its name in lower case, where that is quicker than to make all of them. */
  header?(name: string): string | undefined
  /** Reads the body and stops at a limit of bytes. */
  read(limit: number): TransportBody | Promise<TransportBody>
}

/** A body that was read, up to a limit. */
export interface TransportBody {
  /** What was read, decoded. */
  readonly bytes: Uint8Array
  /** Why it ended before its end; what was read until then is kept. */
  readonly cut?: 'too_large' | 'broken'
}

/** What a transport throws when it is sure that it sent nothing. Its message is shown to the caller. */
export class NotSentError extends Error {}

/**
 * What a transport throws when it began to send. It counts as `unknown`, whatever the code of its
 * cause is.
 */
export class MayBeSentError extends Error {}

/** Sends one request exactly once and never follows a redirect. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>

/** Sends by fetch: the given one, or the global one as it is at each call. */
export function overFetch(given?: FetchLike): Transport {
  return async ({ url, method, headers, body, signal }) => {
    const init = { method, headers, signal, redirect: 'manual' } as const
    const response = await fetchOnce(given ?? globalThis.fetch, url, init, body)
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
export async function readChunks(
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
