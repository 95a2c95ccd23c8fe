import type { LinkRule, Operation } from '../operation.js'
import { createLink } from './link.js'

/** A document that `stablecoin-issuer-overlay` made of ours and of what your provider says. */
export interface Provider<Types = unknown> {
  /** Each operation, by its operationId. */
  readonly operations: Readonly<Record<string, object>>
  /** Every scope that it names, for `clientCredentials`. */
  readonly scopes: readonly string[]
  /** How a fake issuer answers each operation. */
  readonly exampleAnswers: Readonly<Record<string, object>>
  /** Only for the compiler: its `methods`, `paths`, `errors` and `schemas`. */
  readonly '~types'?: Types | undefined
}

/** Some types of a provider; those of another where nothing is known of it, as in `ReturnType<typeof createClient>`. */
export type TypesOf<Given extends Provider, Name extends string, Otherwise> =
  NonNullable<Given['~types']> extends Readonly<Record<Name, infer Types>> ? Types : Otherwise

/** An operation as a folder has it: without the code. */
export type OperationData = Omit<Operation, 'lookUp'> & { readonly lookUp?: LinkRule }

/**
 * Makes operations of plain data, with the code that follows links: an app whose document has none goes without
 * it. For the folders that `stablecoin-issuer-overlay` writes, and not for others.
 */
export function createOperations<Made extends object = object>(
  all: Readonly<Record<string, object>>,
): Readonly<Record<string, Made>> {
  const rows = Object.entries(all).map(([id, data]) => {
    // It was written by the same version.
    const operation = data as OperationData
    const { lookUp } = operation
    return [id, { ...operation, lookUp: lookUp && createLink(lookUp) }]
  })
  return Object.fromEntries(rows) as Readonly<Record<string, Made>>
}
