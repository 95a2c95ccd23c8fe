import type { HeaderFields } from '../shared/headers.js'

/**
 * The rules of a JSON Schema (2020-12) that the client checks. `generated/` holds them as data, with what the document
 * refers to instead of each reference.
 */
export interface Rules {
  /** Of JSON: the type of the value, or those that it may have. */
  readonly type?: string | readonly string[]
  /** The value is one of these. */
  readonly enum?: readonly unknown[]
  /** The format of a string, such as `date-time`. */
  readonly format?: string
  /** A regular expression that a string matches somewhere. */
  readonly pattern?: string
  /** A string has at least so many characters. */
  readonly minLength?: number
  /** A string has at most so many characters. */
  readonly maxLength?: number
  /** A number is this or more. */
  readonly minimum?: number
  /** A number is this or less. */
  readonly maximum?: number
  /** A number is more than this. */
  readonly exclusiveMinimum?: number
  /** A number is less than this. */
  readonly exclusiveMaximum?: number
  /** A list has at least so many items. */
  readonly minItems?: number
  /** A list has at most so many items. */
  readonly maxItems?: number
  /** The schema of each item of a list. */
  readonly items?: Schema
  /** The schemas of the members of an object, by their names. */
  readonly properties?: Readonly<Record<string, Schema>>
  /** Each of them is one of the properties. */
  readonly required?: readonly string[]
  /** With `false`, an object has no members but these properties. */
  readonly additionalProperties?: boolean
  /** The value is valid by exactly one of these. */
  readonly oneOf?: readonly Schema[]
  /** The words for "must be …", where the document gives them. */
  readonly expected?: string
}

/** `false` allows no value, `true` every value. */
export type Schema = Rules | boolean

/** How a parameter is written. */
export interface Parameter {
  /** Where it stands: in the path, after the `?` of the URL, or as a header. */
  readonly in: 'path' | 'query' | 'header'
  /** Its name on the wire. */
  readonly name: string
  /** The separator of a list that is written once. Without it, each item is written with the name. */
  readonly separator?: string
}

/** The parameters of an operation with the code that checks and writes them, so that an app without any goes without it. */
export interface ParameterWriter {
  /** Each of them. */
  readonly list: readonly Parameter[]
  /** Finds values that no URL or header can carry, though they fit the document: names, and what is wrong. */
  readonly findUnusable: (fields: Values) => [name: string, problem: string][]
  /** Writes the path and the headers. */
  readonly write: (
    path: string,
    fields: Values,
  ) => {
    /** With the query. */
    path: string
    /** Under names in lower case. */
    headers: HeaderFields
  }
}

/** The caller's values, by name. */
export type Values = Readonly<Record<string, unknown>>

/** One operation of the document. */
export interface Operation<Id extends string = string> {
  /** The operationId. */
  readonly id: Id
  /** The HTTP method, in capitals. */
  readonly method: string
  /** The path below the base URL, with `{name}` where a path parameter stands. */
  readonly path: string
  /** The OAuth 2.0 scopes that its token needs. */
  readonly scopes: readonly string[]
  /** By its HTTP method (RFC 9110, section 9.2.2). */
  readonly idempotent: boolean
  /** The request field that is the caller's own reference. */
  readonly referenceField?: string | undefined
  /** The names that lead to the identifier which the service gives, in a success or in each item of its list. */
  readonly identifier?: readonly string[] | undefined
  /** Whether its requests have a JSON body. */
  readonly hasBody: boolean
  /** Its parameters, if there are any. */
  readonly parameters?: ParameterWriter | undefined
  /** The input: parameters and the fields of the body side by side. */
  readonly request?: Schema | undefined
  /** The body of a success: an object or a list. Without it a success has none. */
  readonly response?: Schema | undefined
  /** Of a read that the document lacks: its query, as it was given. Nothing of such a read is checked. */
  readonly undocumented?: string | undefined
}

/** Stands in an error for the operation, as long as nothing is known of it. */
export const unknownOperation = {
  id: 'unknown',
  method: 'unknown',
  path: 'operation',
  idempotent: false,
  // Errors and events read nothing else.
} as Operation
