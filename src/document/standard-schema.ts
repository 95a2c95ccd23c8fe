import type { Operation } from './operation.js'
import { checkInput } from './prepare-input.js'
import { maxIssues, memberPath, tell } from './schema-check.js'

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
    /** Checks a value; it neither changes it nor throws, runs no getter, and is done at once. */
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

/** The check of what an operation takes. A getter would run here, and once more when the value is sent. */
export function toStandardSchema(operation: Operation): StandardSchema<unknown> {
  const validate = (value: unknown): StandardResult<unknown> => {
    try {
      const getters = findGetters(value, '$', new Set()).slice(0, maxIssues)
      const unread = getters.map((path) => tell(path, 'is a getter, which the check does not run'))
      const issues = unread.length > 0 ? unread : checkInput(operation, value).issues
      if (issues.length === 0) return { value }
      return { issues: issues.map(({ message, path }) => ({ message, path: keysOf(path, value) })) }
    } catch {
      // Such as a Proxy whose traps throw, or too many levels.
      return { issues: [{ message: 'the body cannot be written as JSON', path: [] }] }
    }
  }
  return { '~standard': { version: 1, vendor: 'stablecoin-issuer-api', validate } }
}

/** Where the getters of a value are, each member seen once. */
function findGetters(value: unknown, path: string, seen: Set<unknown>): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  return Object.keys(value).flatMap((key) => {
    const property = Object.getOwnPropertyDescriptor(value, key)
    const at = memberPath(path, key)
    return property?.get ? [at] : findGetters(property?.value, at, seen)
  })
}

const member = /\.(\w+)|\[("(?:[^"\\]|\\.)*")\]/g

/** The keys that a JSONPath of ours goes by. */
function keysOf(path: string, value: unknown): PropertyKey[] {
  let at = value
  return [...path.matchAll(member)].map(([, name, quoted = '""']) => {
    const key = name ?? (JSON.parse(quoted) as string)
    const isIndex = Array.isArray(at)
    at = Object.getOwnPropertyDescriptor(Object(at), key)?.value
    return isIndex ? Number(key) : key
  })
}
