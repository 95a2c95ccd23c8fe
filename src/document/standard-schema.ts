import type { Issue } from '../errors.js'
import type { Operation } from '../operation.js'
import { checkInput } from './prepare-input.js'
import { issueAt, maxIssues, type Place, placeIn } from './schema-check.js'

/** The result of a check: the value itself, or every problem of it. */
export type StandardResult<Value> =
  | {
      readonly value: Value
      /** Absent where all is well. */
      readonly issues?: undefined
    }
  | { readonly issues: readonly Issue[] }

/**
 * Checks a value as the client does before it sends, in the form that libraries for forms, settings and routes take.
 * @see https://standardschema.dev version 1
 */
export interface StandardSchema<Value> {
  /** The member that such a library reads. */
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'stablecoin-issuer-api'
    /** Checks a value; it neither changes it nor throws, runs no getter, and is done at once. */
    readonly validate: (value: unknown) => StandardResult<Value>
    /** Only for the compiler: the type of what is checked. */
    readonly types?: { readonly input: Value; readonly output: Value } | undefined
  }
}

/** The check of what an operation takes. A getter would run here, and once more when the value is sent. */
export function toStandardSchema(operation: Operation): StandardSchema<unknown> {
  const validate = (value: unknown): StandardResult<unknown> => {
    try {
      const getters = findGetters(value, undefined, new Set()).slice(0, maxIssues)
      const unread = getters.map((place) =>
        issueAt(place, 'is a getter, which the check does not run'),
      )
      const issues = unread.length > 0 ? unread : checkInput(operation, value).issues
      return issues.length === 0 ? { value } : { issues }
    } catch {
      // Such as a Proxy whose traps throw, or too many levels.
      return { issues: [issueAt(undefined, 'cannot be written as JSON')] }
    }
  }
  return { '~standard': { version: 1, vendor: 'stablecoin-issuer-api', validate } }
}

/** Where the getters of a value are, each member seen once. */
function findGetters(value: unknown, place: Place, seen: Set<unknown>): Place[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  return Object.keys(value).flatMap((key) => {
    const property = Object.getOwnPropertyDescriptor(value, key)
    const at = placeIn(value, place, key)
    return property?.get ? [at] : findGetters(property?.value, at, seen)
  })
}
