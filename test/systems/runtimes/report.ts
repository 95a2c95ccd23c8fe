/** What the scenario is told: it runs in runtimes that share neither memory nor environment with the runner. */
export interface Setting {
  readonly mock: {
    readonly baseUrl: string
    readonly tokenUrl: string
    readonly clientId: string
    readonly clientSecret: string
    readonly scopes: readonly string[]
  }
  /** One for each operation. */
  readonly examples: readonly Example[]
  /** Where the fault server is. */
  readonly faults: string
  /** In a browser: where its scripts are played over TLS; `stream` is HTTP/2 where no connection breaks. */
  readonly overTls?: { readonly stream: string; readonly http2: string; readonly http1: string }
  readonly inBrowser?: boolean
  /** The runtime does not tell a refused connection from one that broke. */
  readonly reasonsAreHidden?: boolean
  /** Sends by undici instead of fetch. */
  readonly undici?: boolean
}

export interface Example {
  readonly operationId: string
  readonly request: object
  /** Absent where an answer has no content. */
  readonly response: unknown
}

/** What the scenario reports, one line for each thing that it tried. */
export interface Line {
  readonly kind: 'step' | 'row' | 'posts' | 'body' | 'end'
  readonly name: string
  readonly figure?: string
  readonly failure?: string
  /** How often the same POST was seen at most. */
  readonly seen?: number
}

export type Report = (line: Line) => void

/** Runs a part and reports what it shows, or why it failed. */
export async function tell(
  report: Report,
  subject: Pick<Line, 'kind' | 'name'>,
  run: () => Promise<Pick<Line, 'figure' | 'seen'>>,
): Promise<void> {
  await run().then(
    (shown) => report({ ...subject, ...shown }),
    (error: unknown) =>
      report({ ...subject, failure: String(error instanceof Error ? error.message : error) }),
  )
}
