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

/** How a parameter is written. */
export interface Parameter {
  readonly name: string
  /** What stands between the items of a list that is written once. Without it, each item is written with the name. */
  readonly separator?: string
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
  readonly pathParameters: readonly Parameter[]
  readonly queryParameters: readonly Parameter[]
  readonly headerParameters: readonly Parameter[]
  /** Checks what the caller passes: parameters and the fields of the body side by side. */
  readonly request?: Check
  readonly response: Check
}
