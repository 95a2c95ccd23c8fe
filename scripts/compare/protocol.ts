/** What the command and the process of a client tell each other, a line of JSON each. */

/** The first line of the process: its rows, and what they can do. */
export interface Hello {
  readonly rows: Readonly<Record<string, Row>>
  /** Packages of the manifest whose versions are shown. */
  readonly packages?: readonly string[]
  /** What else has a version. */
  readonly version?: string
  /** Whether it has an event loop that can be blocked. */
  readonly hasLoop?: boolean
}

/** A client with settings. */
export interface Row {
  readonly http2?: boolean
}

/** One conversion to make. */
export interface Job {
  readonly row: string
  readonly baseUrl: string
  readonly body: object
  /** Milliseconds, by the client's own setting or a signal. */
  readonly timeout: number
  readonly reused: boolean
  /** For how many milliseconds the loop is blocked once the call was made. */
  readonly blocked: number
}

/** How it ended. */
export interface Reply {
  /** Undefined where it never settled. */
  readonly settled?: 'resolved' | 'rejected'
  readonly status?: number
  /** What the error says of the outcome, where the client has a word for that. */
  readonly says?: 'refused' | 'failed' | 'unknown'
  readonly retryable?: boolean
  /** The error, or the answer, in a few words. */
  readonly what: string
  /** By the clock of the system. */
  readonly startedAt: number
  readonly took: number
}
