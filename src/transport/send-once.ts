import { inBrowser } from '../ground/page.js'
import type { FetchInit, FetchLike } from './fetch-like.js'

type ByteStream = Extract<FetchInit['body'], object>

/** The settings of a request without its body. */
export type Unfilled = Omit<FetchInit, 'body' | 'duplex'>

/** These send a request again by themselves when a reused connection breaks, also a POST. */
const resends = 'Deno' in globalThis || 'Bun' in globalThis

/** Node's fetch sends a text again after 421, as the fetch standard has it (HTTP-network-or-cache fetch, step 15). */
const { versions } = (globalThis as { process?: { versions?: { node?: unknown } } }).process ?? {}
const resendsMisdirected = !resends && versions?.node !== undefined

/** Fetches where the runtime cannot repeat it: what it cannot rewind goes out once, so the body is a stream. */
export function fetchOnce(fetch: FetchLike, url: string, init: Unfilled, body: string | undefined) {
  if (body === undefined) return fetch(url, withBody(init, null))
  if (resends) return fetch(url, streamed(init, encode(body)))
  // Browsers resend too, and Chromium streams over HTTP/2 or 3 only, which needs TLS.
  if (inBrowser())
    return url.startsWith('https:') && canStream()
      ? streamOrText(fetch, url, init, body)
      : fetch(url, withBody(init, body))
  return fetch(url, resendsMisdirected ? sized(init, body) : withBody(init, body))
}

/**
 * A failure before the body was read proves that the request cannot have been carried out: the
 * connection speaks HTTP/1.1, or there is none. Only then does it go out as text.
 */
async function streamOrText(fetch: FetchLike, url: string, init: Unfilled, body: string) {
  let read = false
  const asStream = streamed(init, encode(body), () => (read = true))
  return fetch(url, asStream).catch((reason: unknown) => {
    if (read || init.signal.aborted) throw reason
    return fetch(url, withBody(init, body))
  })
}

/** Where streams are not supported, they are written as text and `duplex` is never read. */
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

/** The body is made when it is read: Bun sees through the stream of a Blob, and repeats that. */
function streamed(init: Unfilled, bytes: Uint8Array, onRead?: () => void): FetchInit {
  const pull = (controller: ReadableStreamDefaultController): void => {
    onRead?.()
    controller.enqueue(bytes)
    controller.close()
  }
  // Runtimes that resend iterate streams; a page never iterates this one.
  const stream = new ReadableStream({ pull }, { highWaterMark: 0 }) as ByteStream
  return Object.assign(withBody(init, stream), { duplex: 'half' })
}

/** A stream of a known length, so that it goes out as a text does; what reads it as one gets the text. */
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
