/** Where a row works: a folder of its own that holds its programs, and the document to read. */
export interface Work {
  readonly folder: string
  readonly root: string
  readonly document: string
}

/** A generator of a language, and how its users generate, compile and run. */
export interface Row {
  readonly language: string
  readonly generator: string
  readonly version: string
  /** The programs, below test/systems/languages. */
  readonly folder: string
  /** @default 'openapi.json' */
  readonly document?: 'openapi.json' | 'openapi-3.0.json'
  readonly tools: readonly string[]
  /** The limits of the generator that explain the gaps of its row. */
  readonly limits: readonly string[]
  generate(work: Work): Promise<void>
  /** What the compiler says of the generated code; an error in the program itself fails the row. */
  compile(work: Work): Promise<string[]>
  /** Compiles the program whose marked lines the types have to refuse. */
  readonly refused: { readonly file: string; command(work: Work): readonly string[] }
  calls(work: Work): readonly string[]
}
