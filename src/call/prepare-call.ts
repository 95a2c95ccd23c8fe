import { prepareInput } from '../document/prepare-input.js'
import { findIssues, issueAt } from '../document/schema-check.js'
import type { Issue } from '../errors.js'
import type { Operation, Values } from '../operation.js'
import type { CallJournal } from '../options.js'
import type { HeaderFields } from '../shared/headers.js'
import { headersForLookUp, keyOf, withHeaders } from './own-headers.js'

/** What every attempt of a call sends. */
export interface PreparedCall {
  readonly refId?: string | undefined
  /** The input: parameters and the fields of the body. */
  readonly fields: Values
  /** The body as text, written once, so that a later change of the caller's object changes nothing. */
  readonly body?: string | undefined
  /** The headers of the call, with its key. */
  readonly headers?: HeaderFields | undefined
  /** The headers that go with its look-ups. */
  readonly forLookUp?: HeaderFields | undefined
  readonly key?: string | undefined
  readonly hasOwnKey: boolean
  /** The reasons not to send it. */
  readonly issues: readonly Issue[]
}

/** A call whose arguments cannot be read. */
export const unprepared: PreparedCall = { fields: {}, hasOwnKey: false, issues: [] }

/** Checks the input of a call against the document and the journal, with the headers that were given for the call. */
export function prepareCall(
  operation: Operation,
  input: unknown,
  given: HeaderFields | undefined,
  journal: CallJournal | undefined,
): PreparedCall {
  const { key: rule, referenceField } = operation
  const prepared = prepareInput(operation, given ? withHeaders(operation, input, given) : input)
  const { refId, fields, body, isGiven } = prepared
  const own = rule ? keyOf(rule, prepared, given) : { key: undefined, hasOwnKey: false }
  const isInHeader = rule?.in === 'header'
  const headers = isInHeader ? { ...given, [rule.name]: own.key as string } : given
  let { issues } = prepared
  // A reference that is the key may have been made for this call alone.
  const problem = issues[0] ? undefined : journal?.problemOf(isGiven ? refId : undefined)
  if (problem) issues = [issueAt([undefined, referenceField as string], problem)]
  // A service that does not accept the key carries out each request anew.
  if (rule && !issues[0]) issues = findIssues(rule.rules, isInHeader ? headers : fields)
  const forLookUp = given && headersForLookUp(operation, fields, given)
  return { refId, fields, body, headers, forLookUp, ...own, issues }
}
