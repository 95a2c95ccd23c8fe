/** What the fault server does with one request. */
export interface Step {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly base64?: boolean
  /** Milliseconds before anything is answered. */
  readonly delay?: number
  /** 401 unless the request carries this token. */
  readonly bearer?: string
  /** Answers with what the request carried, in headers and body. */
  readonly echo?: boolean
  /** The bytes of the answer over HTTP/1.1, after which the connection ends. */
  readonly raw?: string
  /** The code that its HTTP/2 stream is reset with, after the answer's beginning where there is a body. */
  readonly resetStream?: number
  /** Announces the end of the HTTP/2 connection first, with the last stream that counts so much below this one. */
  readonly goAway?: { readonly code: number; readonly below: number }
  readonly fault?:
    | 'reset'
    | 'close'
    | 'silence'
    | 'cut-reset'
    | 'cut-close'
    | 'drip'
    | 'gzip-cut'
    | 'gzip-bomb'
    | 'flood'
}

/** One request that the fault server saw. */
export interface Seen {
  readonly method: string
  readonly url: string
  readonly authorization: string
  /** The names of its headers. */
  readonly headers: readonly string[]
  readonly body: string
  /** When its body was there, by the clock of the system. */
  readonly at: number
}
