/** A document that `stablecoin-issuer-overlay` made of ours and of what your provider says. */
export interface Provider<Types = unknown> {
  /** Each operation, by its operationId. */
  readonly operations: Readonly<Record<string, object>>
  /** Every scope that it names, for `clientCredentials`. */
  readonly scopes: readonly string[]
  /** How a fake issuer answers each operation. */
  readonly exampleAnswers: Readonly<Record<string, object>>
  /** Only for the compiler: its `methods`, `paths`, `errors` and `schemas`. */
  readonly '~types'?: Types | undefined
}

/** Some types of a provider; those of another where nothing is known of it, as in `ReturnType<typeof createClient>`. @internal */
export type TypesOf<Given extends Provider, Name extends string, Otherwise> =
  NonNullable<Given['~types']> extends Readonly<Record<Name, infer Types>> ? Types : Otherwise
