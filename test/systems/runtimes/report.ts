/** What the scenario needs: it runs in runtimes that share neither memory nor environment with the runner. */
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
  /** In a browser: where its scripts are played over TLS; `streams` is HTTP/2 where no connection breaks. */
  readonly overTls?: { readonly streams: string; readonly http2: string; readonly http1: string }
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
  readonly kind: 'step' | 'row' | 'body' | 'end'
  readonly name: string
  readonly figure?: string
  readonly failure?: string
}

export type Report = (line: Line) => void

/** Runs a part and reports what it shows, or why it failed. */
export async function tell(
  report: Report,
  kind: Line['kind'],
  name: string,
  run: () => Promise<string>,
): Promise<void> {
  await run().then(
    (figure) => report({ kind, name, figure }),
    (error: unknown) =>
      report({ kind, name, failure: String(error instanceof Error ? error.message : error) }),
  )
}
