export type Command = readonly string[]

/** A generator of a language, and how its users generate, compile and run. */
export interface Row {
  readonly language: string
  readonly generator: string
  readonly version: string
  readonly tools: readonly string[]
  /** The folder of its program, below test/systems/languages. */
  readonly folder: string
  /** It makes the calls, with the address BASE_URL and the token TOKEN, and marks the lines that types refuse. */
  readonly program: string
  /** @default 'openapi.json' */
  readonly form?: 'openapi-3.0.json'
  /** Generates the client beside the program. */
  make(
    folder: string,
    document: string,
  ): Promise<{ readonly compile: Command; readonly call: Command }>
}
