/** One example of the document, as a call to make. */
export interface ExampleCall {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly answer: unknown
}

/** Where the server is, what it accepts, and the calls to make. */
export interface Setup {
  readonly url: string
  readonly tokenUrl: string
  readonly token: string
  readonly calls: readonly ExampleCall[]
}

/** Makes one call: sends it with the token, checks the status, and resolves to the parsed data. */
export type Caller = (call: ExampleCall) => Promise<unknown>

/** A measured process ends with the one that started it, and writes its profile when it is stopped. */
export function endWhenTold(): void {
  for (const event of ['disconnect', 'SIGTERM']) process.on(event, () => process.exit())
}
