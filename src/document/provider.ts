/** Only for the compiler: the types of a document. */
export interface ProviderTypes {
  /** By the name of the method: what it takes and gives. */
  readonly methods: unknown
  /** In the shape of openapi-typescript. */
  readonly paths: unknown
  /** The documented bodies of refusals: by the name of the method, and the status. */
  readonly errors: unknown
  /** By the name of the method: what it takes, as a Standard Schema. */
  readonly schemas: unknown
}

/** A document that `stablecoin-issuer-overlay` made of ours and of what your provider says. */
export interface Provider<Types extends ProviderTypes = ProviderTypes> {
  /** Each operation, by its operationId. */
  readonly operations: Readonly<Record<string, object>>
  /** Every scope that it names, for `clientCredentials`. */
  readonly scopes: readonly string[]
  /** How a fake issuer answers each operation. */
  readonly exampleAnswers: Readonly<Record<string, object>>
  /** Only for the compiler. */
  readonly '~types'?: Types | undefined
}

/** The types of a provider; those of another where nothing is known of it, as in `ReturnType<typeof createClient>`. */
export type TypesOf<
  Given extends Provider,
  Name extends keyof ProviderTypes,
  Otherwise,
> = unknown extends NonNullable<Given['~types']>[Name]
  ? Otherwise
  : NonNullable<Given['~types']>[Name]
