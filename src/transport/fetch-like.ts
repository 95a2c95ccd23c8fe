/** What a fetch is called with: always a whole address and settings, never a `Request`. */
export interface FetchInit {
  method: string
  headers: Record<string, string>
  /** A stream where the runtime would send a text twice; `String(body)` is the text on Node. */
  body: string | (ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) | null
  signal: AbortSignal
  redirect: 'manual'
  duplex?: 'half'
}

/** What is read of a fetch's answer. */
export interface FetchAnswer {
  readonly status: number
  readonly headers: {
    get(name: string): string | null
    forEach(callback: (value: string, name: string) => void): void
  }
  readonly body: {
    getReader(): {
      read(): Promise<{ done: boolean; value?: unknown }>
      cancel(): Promise<unknown>
    }
  } | null
}

/**
 * A fetch of any make: the global one, undici's, or a function around one,
 * `(url, init) => fetch(url, { ...init, cache: 'no-store' })`.
 */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchAnswer>
