/** One problem that a generated validator found. */
export interface Violation {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

/** A generated validator, and the words for "must be …" at each place of its schema. */
export interface Check {
  readonly validate: ((data: unknown) => boolean) & { errors?: readonly Violation[] | null }
  readonly phrases: Readonly<Record<string, string>>
}

/** What the document says of one operation. */
export interface Operation {
  /** The operationId. */
  readonly id: string
  readonly method: string
  readonly path: string
  readonly scopes: readonly string[]
  /** By its HTTP method (RFC 9110, section 9.2.2). */
  readonly idempotent: boolean
  /** The request field that is the caller's own reference. */
  readonly referenceField?: string
  readonly hasBody: boolean
  readonly pathParameters: readonly string[]
  readonly queryParameters: readonly string[]
  readonly request?: Check
  readonly response: Check
}
