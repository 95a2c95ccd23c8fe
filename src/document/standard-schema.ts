import type { Issue } from '../errors.js'
import type { Operation } from '../operation.js'
import { checkInput } from './prepare-input.js'

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
    /** Checks a value; it neither changes it nor throws, and is done at once. */
    readonly validate: (value: unknown) => StandardResult<Value>
    /** Only for the compiler: the type of what is checked. */
    readonly types?: { readonly input: Value; readonly output: Value } | undefined
  }
}

/** The check of what an operation takes. */
export function toStandardSchema(operation: Operation): StandardSchema<unknown> {
  const validate = (value: unknown): StandardResult<unknown> => {
    const { issues } = checkInput(operation, value)
    return issues.length === 0 ? { value } : { issues }
  }
  return { '~standard': { version: 1, vendor: 'stablecoin-issuer-api', validate } }
}
