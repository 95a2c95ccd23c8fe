import { inBrowser } from '../ground/page.js'
import type { FetchInit, FetchLike } from './fetch-like.js'

type ByteStream = Extract<FetchInit['body'], object>

/** The settings of a request without its body. */
export type Unfilled = Omit<FetchInit, 'body' | 'duplex'>

/** Deno and Bun send a request again by themselves when a reused connection breaks, even a POST. */
const resends = 'Deno' in globalThis || 'Bun' in globalThis

/** Node's fetch sends a text again after 421, as the fetch standard has it (HTTP-network-or-cache fetch, step 15). */
const { versions } = (globalThis as { process?: { versions?: { node?: unknown } } }).process ?? {}
const resendsMisdirected = !resends && versions?.node !== undefined

/**
 * Fetches so that the runtime cannot send the request twice: the body is a stream where needed,
 * because a stream cannot be read again.
 */
export function fetchOnce(fetch: FetchLike, url: string, init: Unfilled, body: string | undefined) {
  if (body === undefined) return fetch(url, withBody(init, null))
  if (resends) return fetch(url, streamed(init, encode(body)))
  // Browsers send again too. Chromium sends streams over HTTP/2 and 3 only, which need TLS.
  if (inBrowser())
    return url.startsWith('https:') && canStream()
      ? streamOrText(fetch, url, init, body)
      : fetch(url, withBody(init, body))
  return fetch(url, resendsMisdirected ? sized(init, body) : withBody(init, body))
}

/**
 * Sends a stream, and falls back to text if that failed before the stream was read: then the
 * connection speaks HTTP/1.1, or there is none, and the request cannot have been carried out.
 */
async function streamOrText(fetch: FetchLike, url: string, init: Unfilled, body: string) {
  let read = false
  const asStream = streamed(init, encode(body), () => (read = true))
  return fetch(url, asStream).catch((reason: unknown) => {
    if (read || init.signal.aborted) throw reason
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
 * A stream that makes its bytes when it is read. The stream of a Blob will not do: Bun finds the
 * Blob and sends it again.
 */
function streamed(init: Unfilled, bytes: Uint8Array, onRead?: () => void): FetchInit {
  const pull = (controller: ReadableStreamDefaultController): void => {
    onRead?.()
    controller.enqueue(bytes)
    controller.close()
  }
  // Deno and Bun read a stream by iterating it; pages do not use the iterator.
  const stream = new ReadableStream({ pull }, { highWaterMark: 0 }) as ByteStream
  return Object.assign(withBody(init, stream), { duplex: 'half' })
}

/**
 * A stream with a known length, so that it is sent like a text, with Content-Length. `String()` of
 * it gives the text.
 */
function sized(init: Unfilled, body: string): FetchInit {
  const bytes = encode(body)
  const headers = {
    ...init.headers,
    'content-length': `${bytes.length}`,
  }
  const once = streamed({ ...init, headers }, bytes)
  Object.defineProperty(once.body, 'toString', { value: () => body })
  return once
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Without a prototype, a polluted Object.prototype cannot add to the request. */
function withBody(init: Unfilled, body: FetchInit['body']): FetchInit {
  return Object.assign(Object.create(null) as object, init, { body })
}
