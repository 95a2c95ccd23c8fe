import type { CallContext } from '../call-context.js'
import { prepareInput } from '../document/prepare-input.js'
import { findIssues, issueAt } from '../document/schema-check.js'
import type { Issue } from '../failure.js'
import type { Operation } from '../operation.js'
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
  forCall?: string,
): CallContext {
  return {
    operation,
    call: crypto.randomUUID(),
    for: forCall,
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
  { input, options: ofCall, headers: ofRequest }: Arguments,
  journal: CallJournal | undefined,
): { readonly call: CallContext; readonly issues: readonly Issue[] } {
  const { operation } = call
  const options = ofCall === undefined ? undefined : readCallOptions(call.limits, ofCall, journal)
  if (typeof options === 'string') return { call, issues: [{ path: [], message: options }] }
  const given = options?.headers ? { ...ofRequest, ...options.headers } : ofRequest
  const whole = given ? inputWithHeaders(operation, input, given) : input
  const { isReferenceGiven, hasKey, ...values } = prepareInput(operation, whole)
  const { key: rule, referenceField } = operation
  // The caller's own key wins, since it names the intended action: a member of the input, else a header.
  const inHeader = hasKey || rule?.in !== 'header' ? undefined : given?.[rule.name]
  const key = inHeader ?? values.key
  const headers = rule?.in === 'header' ? { ...given, [rule.name]: key as string } : given
  let { issues } = values
  // Under a reference that `prepareInput` made as a key, no later call would find the row.
  const reference = isReferenceGiven ? values.refId : undefined
  const problem = issues[0] ? undefined : journal?.problemOf(reference)
  if (problem) issues = [issueAt([undefined, referenceField as string], problem)]
  // A service that does not accept the key carries out each request anew.
  if (rule && !issues[0])
    issues = findIssues(rule.rules, rule.in === 'header' ? headers : values.fields)
  const prepared = {
    ...call,
    limits: options ?? call.limits,
    signal: options?.signal ?? undefined,
    refId: values.refId,
    fields: values.fields,
    body: values.body,
    headers,
    forLookUp: given && headersForLookUp(operation, given),
    key,
    hasOwnKey: hasKey || inHeader !== undefined,
    secrets: given ? [...call.secrets, ...secretsIn(given)] : call.secrets,
  }
  return { call: prepared, issues }
}

/** The input, with the parameters that the caller gave as headers. The key may stay a header. */
function inputWithHeaders(
  { parameters = [], key }: Operation,
  input: unknown,
  headers: HeaderFields,
): unknown {
  const lacking = parameters.filter(
    ({ in: place, name }) =>
      place === 'header' && name !== key?.argument && memberOf(input, name) === undefined,
  )
  const values = lacking.map(({ name }) => [name, memberOf(headers, name.toLowerCase())] as const)
  const given = values.filter(([, value]) => value !== undefined)
  return given.length > 0 && (input === undefined || isObject(input))
    ? { ...input, ...Object.fromEntries(given) }
    : input
}

/** The headers that a look-up takes over: not the key, which belongs to the request alone, and no parameter, which is in the input. */
function headersForLookUp(
  { key, parameters = [] }: Operation,
  headers: HeaderFields,
): HeaderFields {
  const inInput = parameters.filter(({ in: place }) => place === 'header')
  const left = [key?.name, ...inInput.map(({ name }) => name.toLowerCase())]
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.includes(name)))
}
