/** What a fetch is called with: always a whole address and settings, never a `Request`. */
export interface FetchInit {
  /** In capital letters. */
  method: string
  /** By names in lower case. */
  headers: Record<string, string>
  /**
   * Text; or a stream, which can be read once. `String(body)` gives the text either way and counts as reading:
   * what asks for a body a second time before the answer is there gets nothing.
   */
  body: string | (ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) | null
  /** Aborted when the attempt is over. */
  signal: AbortSignal
  /** No redirect is followed. */
  redirect: 'manual'
  /** Given with a stream, as the standard wants it. */
  duplex?: 'half'
}

/** What is read of a fetch's answer. */
export interface FetchAnswer {
  /** The answer's status. */
  readonly status: number
  /** The answer's headers. */
  readonly headers: {
    /** One header, by its name in any case. */
    get(name: string): string | null
    /** Each header in turn. */
    forEach(callback: (value: string, name: string) => void): void
  }
  /** The decoded body, or null where there is none. */
  readonly body: {
    /** Reads it, once. */
    getReader(): {
      /** The next piece. */
      read(): Promise<{
        /** Whether there is no more. */
        done: boolean
        /** Its bytes. */
        value?: unknown
      }>
      /** Leaves the rest unread. */
      cancel(): Promise<unknown>
    }
  } | null
}

/**
 * A fetch of any make: the global one, undici's, or a function around one,
 * `(url, init) => fetch(url, { ...init, cache: 'no-store' })`.
 */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchAnswer>
