import type { CallContext } from '../call-context.js'
import { prepareInput } from '../document/prepare-input.js'
import { findIssues, issueAt } from '../document/schema-check.js'
import type { Issue } from '../failure.js'
import type { IdempotencyKey, Operation, Values } from '../operation.js'
import { type CallJournal, readCallOptions, type Setup } from '../options.js'
import { type HeaderFields, secretsIn } from '../shared/headers.js'
import { isObject, memberOf } from '../shared/json.js'

/** The arguments of a call. `headers` are those of a request that another client made. */
export interface Arguments {
  readonly input: unknown
  readonly options?: unknown
  readonly headers?: HeaderFields | undefined
}

/** A call whose arguments are not read yet. */
export function newCall(
  { options, exampleAnswers, secrets }: Setup,
  operation: Operation,
  lookedUp?: string,
): CallContext {
  return {
    operation,
    call: crypto.randomUUID(),
    for: lookedUp,
    startedAt: performance.now(),
    systemStart: Date.now(),
    limits: options,
    signal: undefined,
    refId: undefined,
    fields: {},
    body: undefined,
    headers: undefined,
    forLookUp: undefined,
    key: undefined,
    hasOwnKey: false,
    exampleAnswers,
    requestIdHeader: options.requestIdHeader,
    secrets,
    attempts: 0,
    mayHaveHappened: false,
    answer: undefined,
  }
}

/** Checks the arguments of a call against the document and the journal. It gives the reasons not to send it too. */
export function prepareCall(
  call: CallContext,
  { input, options: given, headers: ofRequest }: Arguments,
  journal: CallJournal | undefined,
): { readonly call: CallContext; readonly issues: readonly Issue[] } {
  const { operation } = call
  const options = given === undefined ? undefined : readCallOptions(call.limits, given, journal)
  if (typeof options === 'string') return { call, issues: [{ path: [], message: options }] }
  const ofCall = options?.headers
  const headers = ofCall ? { ...ofRequest, ...ofCall } : ofRequest
  const read = headers ? withHeaders(operation, input, headers) : input
  const { isGiven, issues: ofInput, ...values } = prepareInput(operation, read)
  const { key: rule, referenceField } = operation
  const own = rule ? keyOf(rule, values, headers) : { key: undefined, hasOwnKey: false }
  const sent = rule?.in === 'header' ? { ...headers, [rule.name]: own.key as string } : headers
  let issues: readonly Issue[] = ofInput
  // A reference that is the key may have been made for this call alone.
  const problem = issues[0] ? undefined : journal?.problemOf(isGiven ? values.refId : undefined)
  if (problem) issues = [issueAt([undefined, referenceField as string], problem)]
  // A service that does not accept the key carries out each request anew.
  if (rule && !issues[0])
    issues = findIssues(rule.rules, rule.in === 'header' ? sent : values.fields)
  const prepared = {
    ...call,
    limits: options ?? call.limits,
    signal: options?.signal ?? undefined,
    refId: values.refId,
    fields: values.fields,
    body: values.body,
    headers: sent,
    forLookUp: headers && headersForLookUp(operation, values.fields, headers),
    ...own,
    secrets: headers ? [...call.secrets, ...secretsIn(headers)] : call.secrets,
  }
  return { call: prepared, issues }
}

/** The input with the parameters that were given as headers of the call: the key alone may stay there. */
function withHeaders(
  { parameters = [], key }: Operation,
  input: unknown,
  headers: HeaderFields,
): unknown {
  const named = parameters.filter(
    ({ in: place, name }) =>
      place === 'header' && name !== key?.argument && memberOf(input, name) === undefined,
  )
  const values = named.map(({ name }) => [name, memberOf(headers, name.toLowerCase())] as const)
  const there = values.filter(([, value]) => value !== undefined)
  return there.length > 0 && (input === undefined || isObject(input))
    ? { ...input, ...Object.fromEntries(there) }
    : input
}

/** The key of a call. The caller's own wins, since it names the intended action: an argument, else a header. */
function keyOf(
  rule: IdempotencyKey,
  { key, hasOwnKey }: Pick<ReturnType<typeof prepareInput>, 'key' | 'hasOwnKey'>,
  headers: HeaderFields | undefined,
) {
  const inHeader = hasOwnKey || rule.in === 'input' ? undefined : headers?.[rule.name]
  return { key: inHeader ?? key, hasOwnKey: hasOwnKey || inHeader !== undefined }
}

/** The headers that a look-up takes over: not the key, which belongs to the request alone, and no parameter, which is in the input. */
function headersForLookUp(
  { key, parameters = [] }: Operation,
  fields: Values,
  headers: HeaderFields,
): HeaderFields {
  const inInput = parameters.filter(
    (one) => one.in === 'header' && memberOf(fields, one.name) !== undefined,
  )
  const left = [key?.name, ...inInput.map(({ name }) => name.toLowerCase())]
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.includes(name)))
}
