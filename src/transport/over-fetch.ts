import { inBrowser, isBun, isDeno, isNode } from '../shared/runtime.js'
import {
  type FetchAnswer,
  type FetchInit,
  type FetchLike,
  MayBeSentError,
  NotSentError,
  type RequestStop,
  type Transport,
  type TransportBody,
} from './transport.js'

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

type ByteStream = Extract<FetchInit['body'], object>

/** The settings of a request without its body. */
type Unfilled = Omit<FetchInit, 'body' | 'duplex'>

/**
 * Fetches so that the runtime cannot send the request twice: the body is a stream where that is needed, because a
 * stream cannot be read again. Deno, Bun and browsers repeat a request by themselves, even a POST, when a reused
 * connection breaks; Node repeats a text after 421, as the fetch standard has it (HTTP-network-or-cache fetch,
 * step 15). workerd gets the text: it reads a stream before it connects, and sends one that fails as an empty body.
 * @throws NotSentError or MayBeSentError, where it is known whether the body was asked for
 */
function fetchOnce(
  fetch: FetchLike,
  url: string,
  init: Unfilled,
  body: string | undefined,
  stop: RequestStop,
): Promise<FetchAnswer> {
  if (body === undefined) return fetch(url, withBody(init, null))
  if (inBrowser())
    // Chromium sends streams over HTTP/2 and 3 only, which need TLS.
    return url.startsWith('https:') && canStream()
      ? streamOrText(fetch, url, init, body, stop)
      : fetch(url, withBody(init, body))
  if (!isNode && !isDeno && !isBun) return fetch(url, withBody(init, body))
  return new BodyOnce(body, stop).sendBy(fetch, url, init)
}

/**
 * Sends a stream, and falls back to text if that failed before the stream was read: then the
 * connection speaks HTTP/1.1, or there is none, and the request cannot have been carried out.
 */
function streamOrText(
  fetch: FetchLike,
  url: string,
  init: Unfilled,
  body: string,
  stop: RequestStop,
): Promise<FetchAnswer> {
  return new BodyOnce(body, stop).sendBy(fetch, url, init).catch((reason: unknown) => {
    if (!NotSentError.is(reason) || stop.stopped) throw reason
    return fetch(url, withBody(init, body))
  })
}

/**
 * Whether the browser can send streams: one that cannot turns them into text and never reads
 * `duplex`.
 */
function canStream(): boolean {
  let asked = false
  const probe = {
    method: 'POST',
    body: new ReadableStream(),
    get duplex() {
      asked = true
      return 'half'
    },
  }
  return !new Request('https://probe.invalid', probe).headers.has('Content-Type') && asked
}

/**
 * A body that can be taken once, and knows whether it was. Runtimes pull a stream early, before there is a
 * connection; so the first pull gets nothing, and the second one, which comes when a connection takes the body,
 * gets the bytes. `String()` of the stream gives the text and counts as the second pull. Whoever asks
 * once more, such as a retry below fetch, gets nothing, and the outcome is unknown.
 */
class BodyOnce {
  readonly #body: string
  readonly #stop: RequestStop
  #pulls = 0
  #given = false
  #askedAgain = false
  #answered = false
  #failed = false

  constructor(body: string, stop: RequestStop) {
    this.#body = body
    this.#stop = stop
  }

  async sendBy(fetch: FetchLike, url: string, init: Unfilled): Promise<FetchAnswer> {
    this.#stop.onStop(() => (provesByPulls && !this.#given ? 'not_sent' : undefined))
    try {
      const answer = await fetch(url, this.#fill(init))
      this.#answered = true
      if (!this.#askedAgain) return answer
    } catch (cause) {
      // What asks only now gets nothing: the failure is what the caller was told.
      this.#failed = true
      if (!this.#askedAgain) throw this.#failureOf(cause)
    }
    throw new MayBeSentError(
      'something below the client asked for the body a second time, and got nothing',
    )
  }

  #failureOf(cause: unknown): unknown {
    const what = 'the connection failed'
    if (!provesByPulls) return cause
    return this.#given ? new MayBeSentError(what, { cause }) : new NotSentError(what, { cause })
  }

  /** The stream of a Blob will not do: Bun finds the Blob and sends it again. */
  #fill(init: Unfilled): FetchInit {
    const bytes = new TextEncoder().encode(this.#body)
    const pull = (controller: ReadableStreamDefaultController): void => {
      if (++this.#pulls === 1) {
        controller.enqueue(new Uint8Array())
        return
      }
      this.#give()
      controller.enqueue(bytes)
      controller.close()
    }
    // Deno and Bun read a stream by iterating it; pages do not use the iterator.
    const stream = new ReadableStream({ pull }, { highWaterMark: 0 }) as ByteStream
    Object.defineProperty(stream, 'toString', {
      value: () => {
        // Tests look at a request after it was answered.
        if (!this.#answered) this.#give()
        return this.#body
      },
    })
    // With its length known, it is sent like a text. Only Node lets it be set.
    const headers = isNode ? { ...init.headers, 'content-length': `${bytes.length}` } : init.headers
    return Object.assign(withBody({ ...init, headers }, stream), { duplex: 'half' as const })
  }

  /** @throws Error where the body was given before, or the time is over: then no byte of it leaves. */
  #give(): void {
    if (this.#given) {
      this.#askedAgain = true
      throw new MayBeSentError('the body was read before')
    }
    if (this.#failed || this.#stop.stopped) throw new NotSentError('the attempt is over')
    this.#given = true
  }
}

/** Deno pulls twice at once, also where no connection can be made: there the errors have to tell. */
const provesByPulls = !isDeno

function withBody(init: Unfilled, body: FetchInit['body']): FetchInit {
  return { ...init, body }
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
