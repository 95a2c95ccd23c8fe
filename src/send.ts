/** A request as openapi-fetch builds it: plain fields, so that it can be sent more than once. */
export class Outgoing {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: string | undefined

  constructor(url: string, init: { method: string; headers: Headers; body?: string }) {
    this.url = url
    this.method = init.method
    this.headers = init.headers
    this.body = init.body
  }
}

/** An answer that was read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Sends a request and reads its answer. Behaviour is added by wrapping one in another. */
export type Send = (request: Outgoing) => Promise<Answer>

/** Sends by fetch and never follows a redirect, which would carry token and body to another host. */
export function overFetch(fetch: typeof globalThis.fetch, signal: AbortSignal | undefined): Send {
  return async ({ url, method, headers, body }) => {
    const init = {
      method,
      headers,
      body: body ?? null,
      signal: signal ?? null,
      redirect: 'manual' as const,
    }
    // Without a prototype, a polluted Object.prototype cannot add to the request.
    const response = await fetch(url, Object.assign(Object.create(null) as RequestInit, init))
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}
