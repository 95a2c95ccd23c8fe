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
  /** Seconds from now, as an HTTP date in Retry-After. */
  readonly retryDate?: number
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
  readonly at: number
  readonly body: string
}
