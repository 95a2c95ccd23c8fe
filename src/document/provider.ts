import type { IdempotencyKey, LinkRule, Operation, Values } from '../operation.js'
import { differences, isObject, memberOf } from '../shared/json.js'
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
 * Makes operations of plain data, with the code that only some documents need: an app whose document has no
 * link and no key goes without it. For the folders that `stablecoin-issuer-overlay` writes, and not for others.
 */
export function createOperations<Made extends object = object>(
  all: Readonly<Record<string, object>>,
): Readonly<Record<string, Made>> {
  const rows = Object.entries(all).map(([id, data]) => {
    // It was written by the same version.
    const operation = data as OperationData
    const { lookUp, key } = operation
    const code = { lookUp: lookUp && createLink(lookUp), key: key && createKey(key) }
    return [id, { ...operation, ...code }]
  })
  return Object.fromEntries(rows) as Readonly<Record<string, Made>>
}

/** A key that tells a first answer of another request. No success is one where a repeat gets 409. */
const createKey = (rule: IdempotencyKey): IdempotencyKey =>
  rule.repeated === '409' ? rule : { ...rule, differences: differing }

/** A list, or an object under the name of a text that was sent, is another thing, and not another value. */
const differing = (sent: Values, answer: unknown): string[] =>
  differences(sent, answer, true).filter((path) => path && !isObject(memberOf(answer, path)))
