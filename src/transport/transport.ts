// transport/: one request, sent once, and the proof in its failure. It knows no operation and no policy.

import { isBranded } from '../shared/json.js'

/** One request to send. */
export interface TransportRequest {
  /** The whole address, with its query. */
  readonly url: string
  /** In capital letters. */
  readonly method: string
  /** By names in lower case, the token among them. */
  readonly headers: Readonly<Record<string, string>>
  /** The text to send as it is, in UTF-8. */
  readonly body: string | undefined
  /** The end of the attempt: its signal and its deadline. */
  readonly stop: RequestStop
}

/** The end of one attempt to send. */
export interface RequestStop {
  /** Aborted when the attempt ends before its answer is read. The signal is made at its first read. */
  readonly signal: AbortSignal
  /** The time at which the attempt has to be over, by `performance.now()`. */
  readonly deadline: number
  /**
   * Whether the attempt is over, or its deadline has passed by the monotonic or by the system's clock. Look
   * at it in the moment of the first byte, after connecting, and send nothing if it is true: a process that
   * was stopped meanwhile runs no timer before it sends.
   */
  readonly stopped: boolean
  /**
   * Sets the one function that is called when the attempt ends. It may return `'not_sent'` where it knows
   * that no byte of the request left and that none will.
   */
  onStop(callback: () => unknown): void
}

/** The answer's head, and how its decoded body is read. */
export interface TransportResponse {
  /** The status of the answer itself: a redirect is not followed. */
  readonly status: number
  /** The reason phrase of the answer (RFC 9112, section 4); absent where a protocol or a transport has none. */
  readonly statusText?: string | undefined
  /** All headers of the answer. */
  readonly headers: Headers
  /** One header by its name in lower case; absent where it is no quicker than all headers. */
  header?(name: string): string | undefined
  /** Reads the body and stops at a limit of bytes. */
  read(limit: number): TransportBody | Promise<TransportBody>
}

/** A body that was read up to a limit. */
export interface TransportBody {
  /** The bytes that were read, decoded. */
  readonly bytes: Uint8Array
  /** The reason why the body is not whole; the bytes before that are kept. */
  readonly cut?: 'too_large' | 'broken' | undefined
}

/** Registered symbols, so that errors of another copy of this package are recognised. */
const notSent = Symbol.for('stablecoin-issuer-api.NotSentError')
const mayBeSent = Symbol.for('stablecoin-issuer-api.MayBeSentError')

/** The error of a transport that is sure that it sent nothing. Its message is shown to the caller. */
export class NotSentError extends Error {
  /** Whether a value is such an error, of another copy of this package as well. */
  static is(value: unknown): boolean {
    return isBranded(value, notSent)
  }
}
Object.defineProperty(NotSentError.prototype, notSent, { value: true })

/**
 * The error of a transport that began to send. It counts as `unknown`, with any code of its
 * cause.
 */
export class MayBeSentError extends Error {
  /** Whether a value is such an error, of another copy of this package as well. */
  static is(value: unknown): boolean {
    return isBranded(value, mayBeSent)
  }
}
Object.defineProperty(MayBeSentError.prototype, mayBeSent, { value: true })

/** Sends one request exactly once and never follows a redirect. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>

/** Settings of a fetch, which is called with a whole address and these, never with a `Request`. */
export interface FetchInit {
  /** In capital letters. */
  method: string
  /** By names in lower case. */
  headers: Record<string, string>
  /**
   * Text; or a stream, which can be read once. `String(body)` gives the text either way and counts as reading: a
   * second reader before the answer gets nothing.
   */
  body: string | (ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) | null
  /** Aborted when the attempt is over. */
  signal: AbortSignal
  /** No redirect is followed. */
  redirect: 'manual'
  /** No cache keeps an answer or gives a kept answer. Absent where the runtime's `Request` lacks it. */
  cache?: 'no-store'
  /** No cookie is sent. Absent where the runtime's `Request` lacks it. */
  credentials?: 'omit'
  /** Given with a stream, as the standard demands. */
  duplex?: 'half'
}

/** The part of a fetch's answer that is read. */
export interface FetchAnswer {
  readonly status: number
  readonly statusText?: string | undefined
  readonly headers: {
    get(name: string): string | null
    forEach(callback: (value: string, name: string) => void): void
  }
  /** The decoded body, or null without one: a web stream, or a stream of Node.js, as in node-fetch. */
  readonly body:
    | {
        getReader(): {
          read(): Promise<{ done?: boolean | undefined; value?: unknown }>
          cancel(): Promise<unknown>
        }
      }
    | AsyncIterable<unknown>
    | null
}

/**
 * A fetch of any make: the global one, undici's, or a function around one,
 * `(url, init) => fetch(url, { ...init, dispatcher })`.
 */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchAnswer>
