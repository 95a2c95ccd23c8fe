import { inBrowser } from './browser.js'

type Fetch = typeof globalThis.fetch

/** These send a request again by themselves when a reused connection breaks, also a POST. */
const resends = 'Deno' in globalThis || 'Bun' in globalThis

/** Fetches where the runtime cannot repeat it: what it cannot rewind goes out once, so the body is a stream. */
export function fetchOnce(fetch: Fetch, url: string, init: RequestInit, body: string | undefined) {
  if (body === undefined) return fetch(url, withBody(init, null))
  if (resends) return fetch(url, streamed(init, body))
  // Browsers resend too, and Chromium streams over HTTP/2 or 3 only, which needs TLS.
  if (inBrowser() && url.startsWith('https:') && canStream())
    return streamOrText(fetch, url, init, body)
  return fetch(url, withBody(init, body))
}

/**
 * A failure before the body was read proves that the request cannot have been carried out: the
 * connection speaks HTTP/1.1, or there is none. Only then does it go out as text.
 */
async function streamOrText(fetch: Fetch, url: string, init: RequestInit, body: string) {
  let read = false
  const asStream = streamed(init, body, () => (read = true))
  return fetch(url, asStream).catch((reason: unknown) => {
    if (read || init.signal?.aborted === true) throw reason
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
function streamed(init: RequestInit, body: string, onRead?: () => void): RequestInit {
  const pull = (controller: ReadableStreamDefaultController): void => {
    onRead?.()
    controller.enqueue(new TextEncoder().encode(body))
    controller.close()
  }
  const stream = new ReadableStream({ pull }, { highWaterMark: 0 })
  return Object.assign(withBody(init, stream), { duplex: 'half' })
}

/** Without a prototype, a polluted Object.prototype cannot add to the request. */
function withBody(init: RequestInit, body: BodyInit | null): RequestInit {
  return Object.assign(Object.create(null) as RequestInit, init, { body })
}
