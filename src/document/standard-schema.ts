import type { Operation } from './operation.js'
import { checkInput } from './prepare-input.js'

/** One problem, where a form can show it. */
export interface StandardIssue {
  /** A sentence that says what is expected and what was found. */
  readonly message: string
  /** The field: names, and numbers in a list. Empty for the whole. */
  readonly path: readonly PropertyKey[]
}

/** The result of a check: the value itself, or every problem of it. */
export type StandardResult<Value> =
  | {
      /** The value, unchanged. */
      readonly value: Value
      /** Absent where all is well. */
      readonly issues?: undefined
    }
  | {
      /** Every problem. */
      readonly issues: readonly StandardIssue[]
    }

/**
 * Checks a value as the client does before it sends, in the form that libraries for forms, settings and routes take.
 * @see https://standardschema.dev version 1
 */
export interface StandardSchema<Value> {
  /** The member that such a library reads. */
  readonly '~standard': {
    /** The version of the standard. */
    readonly version: 1
    /** Whose schema it is. */
    readonly vendor: 'stablecoin-issuer-api'
    /** Checks a value; it neither changes it nor throws, and is done at once. */
    readonly validate: (value: unknown) => StandardResult<Value>
    /** Only for the compiler: the type of what is checked. */
    readonly types?:
      | {
          /** The type of the input. */
          readonly input: Value
          /** The type of the output. */
          readonly output: Value
        }
      | undefined
  }
}

/** The check of what an operation takes. */
export function toStandardSchema(operation: Operation): StandardSchema<unknown> {
  const validate = (value: unknown): StandardResult<unknown> => {
    const { issues } = checkInput(operation, value)
    if (issues.length === 0) return { value }
    return { issues: issues.map(({ message, path }) => ({ message, path: keysOf(path, value) })) }
  }
  return { '~standard': { version: 1, vendor: 'stablecoin-issuer-api', validate } }
}

const member = /\.(\w+)|\[("(?:[^"\\]|\\.)*")\]/g

/** The keys that a JSONPath of ours goes by. */
function keysOf(path: string, value: unknown): PropertyKey[] {
  let at = value
  return [...path.matchAll(member)].map(([, name, quoted = '""']) => {
    const key = name ?? (JSON.parse(quoted) as string)
    const isIndex = Array.isArray(at)
    at = (at as Readonly<Record<string, unknown>> | undefined)?.[key]
    return isIndex ? Number(key) : key
  })
}
