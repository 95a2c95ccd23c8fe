/** What the command and the process of a client write to each other, a line of JSON each. */

/** The first line of the process. */
export interface Hello {
  /** Settings of the client, by the name of the row. */
  readonly rows: Readonly<Record<string, { readonly http2?: boolean }>>
  /** The names of what has versions, and another version where there are none. */
  readonly packages?: readonly string[]
  readonly version: string
  /** The faults that it cannot meet. */
  readonly without?: readonly string[]
}

/** One conversion to make. */
export interface Job {
  readonly row: string
  readonly baseUrl: string
  readonly body: object
  /** Milliseconds, by the client's own setting or a signal. */
  readonly timeout: number
  /** Makes another conversion first. */
  readonly reused: boolean
  /** For how many milliseconds the loop is blocked once the call was made. */
  readonly blocked: number
}

/** How it ended: not at all if neither way. */
export interface Reply {
  readonly settled?: 'resolved' | 'rejected'
  readonly status?: number
  /** What the error states of the outcome. */
  readonly says?: 'refused' | 'failed' | 'unknown' | undefined
  readonly retryable?: boolean | undefined
  /** The error or the answer in a few words. */
  readonly what: string
  /** By the clock of the system, and milliseconds from then on. */
  readonly startedAt: number
  readonly took: number
}
