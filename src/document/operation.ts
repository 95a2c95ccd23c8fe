import { isObject } from '../shared/json.js'

/**
 * The rules of a JSON Schema (2020-12) that the client checks. `generated/` holds them as data, with what the document
 * refers to in the place of each reference.
 */
export interface Rules {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  /** Each of them is one of the properties. */
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly oneOf?: readonly Schema[]
  /** The words for "must be …", where the document gives them. */
  readonly expected?: string
}

/** `false` allows no value, `true` every value. */
export type Schema = Rules | boolean

/** The check of a schema: functions that are made once from the data. */
export interface Check {
  /** Without a prototype. */
  readonly rules: Rules
  /** Whether it is the schema `false`. */
  readonly isNever: boolean
  readonly validate: (value: unknown) => boolean
  /** Whether a value keeps the rules about itself, whatever is inside of it. */
  readonly validateSelf: (value: unknown) => boolean
  readonly properties: ReadonlyMap<string, Check>
  readonly items: Check | undefined
  readonly oneOf: readonly Check[]
}

/** How a parameter is written. */
export interface Parameter {
  readonly name: string
  /** What stands between the items of a list that is written once. Without it, each item is written with the name. */
  readonly separator?: string
}

/** What the document says of one operation. */
export interface Operation<Id extends string = string> {
  /** The operationId. */
  readonly id: Id
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
  /** What the caller passes: parameters and the fields of the body side by side. */
  readonly request?: Schema
  readonly response: Schema
}

/** Operations by the names of the methods that they become. */
export type NamedOperations = Readonly<Record<string, Operation>>

/** @throws TypeError where something else is given, in a sentence that begins with the owner's name */
export function assertNamed(owner: string, given: unknown): asserts given is NamedOperations {
  const named = isObject(given) ? Object.values(given) : []
  if (named.length === 0 || !named.every((one) => isObject(one) && typeof one['path'] === 'string'))
    throw new TypeError(
      `${owner}: operations must be constants of stablecoin-issuer-api/operations by the names of the methods, such as { createIssuerQuote }`,
    )
}

/** Stands in an error for the operation, as long as nothing is known of it. */
export const unknownOperation = {
  id: 'unknown',
  method: 'unknown',
  path: 'operation',
  idempotent: false,
  // Errors and events read nothing else.
} as Operation
