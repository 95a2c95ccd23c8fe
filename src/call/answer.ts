import { type CallContext, type Received, secretsOf } from '../call-context.js'
import { contradictionIn, type Doubt, proofOf, wordsOf } from '../document/proof.js'
import { findIssues, fits } from '../document/schema-check.js'
import type { Failure, Issue } from '../failure.js'
import { forStatus, type Operation, type ReadsBy, type Rules, type Values } from '../operation.js'
import { retryAfter } from '../shared/headers.js'
import { isObject, isObjectOrList, isText, memberOf, parseJson, wordsIn } from '../shared/json.js'
import { redact, redactJson } from '../shared/redact.js'
import { outcomeOfStatus } from './statuses.js'

/** The characters of a body that an error keeps. */
const excerptLength = 8_000

/**
 * The data of a success; undefined for an operation without data, where only the status decides. For any other, the
 * status and the body decide whether the answer is a success, not the declared type.
 */
export function readAnswer(
  { status, response, body: { bytes, cut } }: Required<Received>,
  call: CallContext,
): { readonly data?: unknown; readonly failure?: Failure } {
  const { response: expected } = call.operation
  if (status === 404 && isDeletedBefore(bytes, call)) return {}
  // The condition is negated so that NaN, from a transport of the caller, is no success.
  if (!(status >= 200 && status <= 299))
    return { failure: failureOfStatus(status, response.headers, bytes, call) }
  if (cut === 'broken')
    return {
      failure: {
        code: 'ERR_CONNECTION',
        outcome: 'unknown',
        what: `${status} with an incomplete body`,
      },
    }
  const data = cut ? undefined : parseJson(bytes)
  const unreadable = (what: string) => ({
    failure: {
      code: 'ERR_INVALID_RESPONSE' as const,
      outcome: 'unknown' as const,
      what,
      status,
      body: excerpt(new TextDecoder().decode(bytes), call),
    },
  })
  // A body that the document does not have may be an error.
  if (expected === undefined)
    return bytes.length === 0 ? { data } : unreadable('a body, where the document has none,')
  // The schema `true` has no type.
  const kind = (expected as Rules).type === 'array' ? 'array' : 'object'
  const isOfKind = kind === 'array' ? Array.isArray(data) : isObject(data)
  if (!isOfKind)
    return unreadable(
      cut
        ? 'a body of more than 1 MiB'
        : bytes.length === 0
          ? `no body, where the document has a JSON ${kind},`
          : `a body that is not a JSON ${kind}`,
    )
  const missing = missingProof(call.operation, data)
  if (missing !== undefined)
    return unreadable(`a body that lacks a valid ${missing}, which every success has,`)
  const doubt = doubtOf(call, data)
  const isTaken = !doubt || ('other' in doubt && call.exampleAnswers === true)
  return isTaken ? { data } : unreadable(sentenceOf(doubt, call, data))
}

/** Whether the documented 404 of a repeated DELETE shows that an earlier attempt, whose answer was lost, was carried out. */
function isDeletedBefore(bytes: Uint8Array, call: CallContext): boolean {
  const { method, response, errors = {} } = call.operation
  if (method !== 'DELETE' || !call.mayHaveHappened || response) return false
  const documented = forStatus(errors, 404)
  return documented !== undefined && fits(documented, parseJson(bytes), true)
}

/** The failure of an answer that is no success. */
function failureOfStatus(
  status: number,
  headers: Headers,
  bytes: Uint8Array,
  call: CallContext,
): Failure {
  const text = new TextDecoder().decode(bytes)
  const json = text.length > excerptLength ? undefined : parseJson(text)
  const body = json === undefined ? excerpt(text, call) : redactJson(json, secretsOf(call))
  const challenge = redact(headers.get('WWW-Authenticate') ?? '', secretsOf(call))
  const error = /\berror="([\w.-]{1,64})"/.exec(challenge)?.[1]
  if (status === 401 || (status === 403 && error === 'insufficient_scope')) {
    const words = wordsIn(body)
    const says = words === '' ? '' : `, which says ${words},`
    const what = `${status}${error === undefined ? '' : ` (${error})`}: the service refused the token${says}`
    return { code: 'ERR_AUTHENTICATION', outcome: 'rejected', what, status, error, body }
  }
  const outcome = outcomeOfStatus(status, call.operation)
  const expected = forStatus(call.operation.errors ?? {}, status)
  const isDocumented = json !== undefined && expected !== undefined && fits(expected, json, true)
  return { code: 'ERR_API', outcome, status, body, retryAfter: retryAfter(headers), isDocumented }
}

function excerpt(text: string, call: CallContext, length = excerptLength): string {
  return redact(text, secretsOf(call), length)
}

/**
 * The name of the member that an answer, or an item of a list, lacks to be a success: the identifier that the service gives
 * or, where the document has none, a required field. An error has neither, and an echo of the request has no identifier.
 */
function missingProof({ identifier, response = true }: Operation, data: unknown) {
  const { items = response } = response as Rules
  const { required = [] } = identifier ? {} : (items as Rules)
  for (const one of Array.isArray(data) ? (data as unknown[]) : [data]) {
    if (identifier && !isText(identifier.reduce<unknown>(memberOf, one)))
      return identifier.join('.')
    const missing = required.find((name) => memberOf(one, name) === undefined)
    if (missing !== undefined) return missing
  }
  return undefined
}

/** Why an answer does not prove the call, though it has the identifier. */
function doubtOf({ operation, fields }: CallContext, data: unknown): Doubt | undefined {
  const { readsBy } = operation
  const other = readsBy && otherThan(readsBy, fields, data)
  if (other !== undefined) return { other }
  return Array.isArray(data) ? undefined : contradictionIn(proofOf(operation, fields), fields, data)
}

/** The name by which an answer is of another thing than the one that a read asked for. */
function otherThan({ parameter, member }: ReadsBy, fields: Values, data: unknown) {
  const named = member.reduce<unknown>(memberOf, data)
  // A UUID may be written in either case (RFC 9562, section 4).
  const isOther = String(named).toLowerCase() !== String(fields[parameter]).toLowerCase()
  const isThere = named !== undefined && named !== null && !isObjectOrList(named)
  return isThere && isOther ? member.join('.') : undefined
}

/** A doubt as the end of a message, with the identifier of the answer, which a person can look up. */
function sentenceOf(doubt: Doubt, call: CallContext, data: unknown): string {
  const { identifier = [] } = call.operation
  const id = identifier.reduce<unknown>(memberOf, data)
  const whose = isText(id) ? ` of the ${identifier.join('.')} ${excerpt(id, call, 100)}` : ''
  if (!('other' in doubt)) return `${wordsOf(doubt)}, in an answer${whose},`
  const hint =
    call.exampleAnswers === false
      ? '; a mock that answers by examples needs exampleAnswers: true'
      : ''
  return `${wordsOf(doubt)}: the response${whose} belongs to another request${hint},`
}

export function findDrift(data: unknown, call: CallContext): Issue[] {
  const { response: expected = true } = call.operation
  // The option `exampleAnswers` takes another value.
  const doubt = call.exampleAnswers === true ? doubtOf(call, data) : undefined
  const others =
    doubt && 'other' in doubt
      ? [{ path: doubt.other.split('.'), message: `${doubt.other} is another than was sent` }]
      : []
  if (fits(expected, data, true)) return others
  return [...findIssues(expected, redactJson(data, secretsOf(call)), false), ...others]
}
