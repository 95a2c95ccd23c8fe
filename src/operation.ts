import type { HeaderFields } from './shared/headers.js'
import { memberOf } from './shared/json.js'

/**
 * The rules of a JSON Schema (2020-12) that the client checks. `generated/` holds them as data, with each reference replaced by
 * its schema.
 */
export interface Rules extends Readonly<Partial<Record<Limit, number>>> {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly format?: string
  /** A regular expression that a string matches somewhere. One of more than 1,000 characters of an answer is not matched. */
  readonly pattern?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  /** The schema of the members that are not listed: with `false`, there are none. */
  readonly additionalProperties?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  /** The member whose `enum` tells the alternatives of `oneOf` apart. */
  readonly tells?: string
  /** The end of the sentence "must be …", where it is not that of the other rules. */
  readonly expected?: string
}

/** The test of one rule. A value of another type than the rule is about passes it. */
export type Test = (value: unknown, isAnswer?: boolean) => boolean

/** A limit of an amount, of the characters of a text, or of the number of items or members. */
export type Limit =
  | `${'min' | 'max'}${'Length' | 'imum' | 'Items' | 'Properties'}`
  | `exclusive${'Minimum' | 'Maximum'}`
  | 'multipleOf'

/** `false` allows no value, `true` every value. */
export type Schema = Rules | boolean

/** How a parameter is written. */
export interface Parameter {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  /** The separator of a list that is written once. Without it, each item is written with the name. */
  readonly separator?: string
}

export type Values = Readonly<Record<string, unknown>>

/** The key by which a service knows a request that is sent again, as the extension `x-idempotency` says it. */
export interface IdempotencyKey {
  /** A header, or a member of the input: a field of the body, or a parameter. */
  readonly in: 'header' | 'input'
  /** The name of the header, in lower case, or of the member. */
  readonly name: string
  /** Of a header that the document declares as a parameter: its name there, under which the input may have the key. */
  readonly argument?: string
  /** The beginning of a key that is made of a reference, since another operation may have the same reference. */
  readonly prefix: string
  /** The schema of an object that has the key as a member. */
  readonly rules: Schema
  /** What a repeat gets: the answer of the first request, or a 409. */
  readonly repeated: 'first-answer' | '409'
  /** Milliseconds for which the service knows it, from the first request on. */
  readonly lifetime: number
}

/** How a list goes on, as the extension `x-pagination` says it. */
export interface Pagination {
  /** Where an answer has the items. */
  readonly items: readonly string[]
  /** Where it has the cursor of the next page; the last page has none, null or a blank one. */
  readonly next: readonly string[]
  /** The parameter of the query that takes the cursor. */
  readonly parameter: string
  /** The parameter with the number of items of a full page, and its default. */
  readonly limit?: { readonly parameter: string; readonly byDefault?: number }
}

/** A link to the read that finds what a call made (OpenAPI 3.1, "Link Object"). */
export interface Link {
  /** The operationId of the read. */
  readonly operation: string
  /** Where the input of the call has the value of each parameter: the names that lead to it. */
  readonly parameters: Readonly<Record<string, readonly string[]>>
  /** Those of them that are lists. */
  readonly lists?: readonly string[]
  /** The values of other parameters. */
  readonly constants?: Values
  /** The parameters of the call that the read does not get, so that it may read another account. */
  readonly lacks?: readonly string[]
  /** Where its answer has the object, or the list of objects. */
  readonly path: readonly string[]
  /** The documented body of a 404 of the read. */
  readonly notFound?: Schema
}

/** Of a read of one thing: the path parameter that names it, and where the answer has the same name. */
export interface ReadsBy {
  readonly parameter: string
  readonly member: readonly string[]
}

/** Reads by an operation. It rejects with a `ClientError`. */
export type Read = (
  operation: string,
  input: Values,
) => Promise<{ readonly data: unknown; readonly status: number; readonly headers: Headers }>

/** The result of a look-up: what the service has, the fact that nothing came, or nothing while neither is certain. */
export type LookedUp =
  | {
      /** What the call would have given; a list, or an object with one list, that has it, or that is empty. */
      readonly data: object
    }
  | 'never_came'
  | undefined

/** A client, or one call of it, as it looks up requests. */
export interface Reader {
  readonly operations: Readonly<Record<string, Operation>>
  /** The headers of its look-ups that may name an account, in lower case: of the client, and given for the call. */
  readonly headers: HeaderFields
  readonly ownHeaders: HeaderFields
  /** Looks up the request of an operation; undefined where nothing says how. */
  readonly follow: (operation: string, input: Values, since?: Date) => Promise<LookedUp> | undefined
}

/** The members of an answer that prove it. */
export interface Answer {
  /** Of each alternative of the request, the fields whose values an answer repeats, where it has them. */
  readonly repeats?: readonly (readonly string[])[]
  /** The members that the document requires of what was made, and all that it names there. */
  readonly needs?: readonly string[]
  readonly names?: readonly string[]
  /** The members that have one value alone. */
  readonly fixed?: Values
}

/** The facts by which an answer proves that it is about one call. */
export interface Proof
  extends
    Pick<Operation, 'referenceField' | 'referenceMember' | 'identifier'>,
    Omit<Answer, 'repeats'> {
  /** The fields whose values the answer repeats; all where nothing is said. */
  readonly repeats?: readonly string[]
}

/** One operation of the document. */
export interface Operation<Id extends string = string> {
  readonly id: Id
  /** The HTTP method, in capitals. */
  readonly method: string
  /** The path below the base URL, with `{name}` where a path parameter stands. */
  readonly path: string
  /** The OAuth 2.0 scopes that its token needs. */
  readonly scopes: readonly string[]
  /** By its HTTP method (RFC 9110, section 9.2.2), unless the document says that it must not be repeated. */
  readonly idempotent: boolean
  /** The member of the input that is the caller's own reference: a field of the body, or a parameter. */
  readonly referenceField?: string | undefined
  /** The member of an answer that repeats it, where that has another name. */
  readonly referenceMember?: string | undefined
  /** Where the input names the account of the call: the names that lead to each part. */
  readonly account?: readonly (readonly string[])[] | undefined
  /** The names that lead to the identifier which the service gives, in a success or in each item of its list. */
  readonly identifier?: readonly string[] | undefined
  readonly readsBy?: ReadsBy | undefined
  readonly answer?: Answer | undefined
  /** Whether its requests have a JSON body. */
  readonly hasBody: boolean
  /** Whether the body may be left out: it is, where the input has no field of it. */
  readonly isBodyOptional?: boolean | undefined
  /** The media type of its body, and those of its successes, where they are not `application/json`. */
  readonly contentType?: string | undefined
  readonly accept?: string | undefined
  readonly parameters?: readonly Parameter[] | undefined
  /** The parameters that may differ from attempt to attempt of one call, such as a signature or the id of a request. */
  readonly varying?: readonly string[] | undefined
  /** The input: parameters and the fields of the body side by side. */
  readonly request?: Schema | undefined
  /** The body of a success: an object or a list. Without it a success has none. */
  readonly response?: Schema | undefined
  /** The documented bodies of refusals: by their status, `4XX`, `5XX` or `default`. */
  readonly errors?: Readonly<Record<string, Schema>> | undefined
  /** The key by which the service knows a request that is sent again. */
  readonly key?: IdempotencyKey | undefined
  /** How its list goes on from page to page. */
  readonly pagination?: Pagination | undefined
  /** How an answer that was lost is found. */
  readonly lookUp?: Link | undefined
}

/** Stands in an error for the operation, as long as nothing is known of it. */
export const unknownOperation = {
  id: 'unknown',
  method: 'unknown',
  path: 'operation',
  idempotent: false,
  // Errors and events read nothing else.
} as Operation

/** What a document says of a status: of itself, of its range, or of any. */
export function forStatus<Value>(all: Readonly<Record<string, Value>>, status: number) {
  const names = [String(status), `${Math.floor(status / 100)}XX`, 'default']
  return names.map((name) => memberOf(all, name)).find((value) => value !== undefined)
}

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
type ToNumber<Text> = Text extends `${infer Value extends number}` ? Value : never
/** The statuses of a key: a range has those that the document does not list by themselves (OpenAPI 3.1, "Responses Object"). */
export type StatusOf<Key, Listed> = Key extends number
  ? Key
  : Key extends `${infer Hundred}XX`
    ? Exclude<ToNumber<`${Hundred}${Digit}${Digit}`>, Listed>
    : Exclude<ToNumber<`${4 | 5}${Digit}${Digit}`>, Listed>
