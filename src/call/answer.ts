import { type CallContext, secretsOf } from '../call-context.js'
import { findIssues, fits } from '../document/schema-check.js'
import {
  ApiError,
  AuthenticationError,
  type ClientError,
  ConnectionError,
  InvalidResponseError,
  type Issue,
  type Outcome,
} from '../errors.js'
import {
  forStatus,
  type IdempotencyKey,
  type Operation,
  type ReadsBy,
  type Rules,
  type Values,
} from '../operation.js'
import { retryAfter } from '../shared/headers.js'
import { differences, errorIn, isObject, isText, memberOf, parseJson } from '../shared/json.js'
import { redact, redactJson } from '../shared/redact.js'
import type { TransportBody, TransportResponse } from '../transport/transport.js'

/** The characters of a body that an error keeps. */
const excerptLength = 8_000

/**
 * Statuses that prove that the service did nothing with a request. No other status does: gateways write
 * 405 and 499 over requests that were carried out, 424 is about another request, and a 409 may be about
 * the first copy of the same request.
 */
const refusingStatuses = [
  ...[400, 401, 402, 403, 404, 406, 410, 411, 413, 414, 415, 417, 421, 422, 426, 428, 429, 431],
  451,
]

/** Statuses by which a server asks for the same request again: they refuse nothing. */
export const retryableStatuses = [408, 425]

/**
 * The outcome of a request whose answer has a status that is no success. An idempotent request can
 * always be sent again, so any other 4xx counts as a refusal: nothing is lost if its first copy was
 * carried out, and the caller reads why the second copy was not. A request with a reference is made once,
 * so that a journal has to know of the first copy.
 */
function outcomeOf(status: number, { idempotent, referenceField }: Operation): Outcome {
  const refused =
    idempotent && referenceField === undefined
      ? status >= 400 && status < 500 && !retryableStatuses.includes(status)
      : refusingStatuses.includes(status)
  return refused ? 'rejected' : 'unknown'
}

/**
 * The data of a success; undefined for an operation without data, where only the status decides. For any other, the
 * status and the body decide whether the answer is a success, not the declared type.
 */
export function readAnswer(
  status: number,
  response: TransportResponse,
  { bytes, cut }: TransportBody,
  call: CallContext,
): { readonly data?: unknown; readonly failure?: ClientError } {
  const { response: expected, referenceField, idempotent, key, readsBy } = call.operation
  const { referenceMember = referenceField } = call.operation
  const { refId } = call
  if (status === 404 && isDeletedBefore(bytes, call)) return {}
  // The condition is negated so that NaN, from a transport of the caller, is no success.
  if (!(status >= 200 && status <= 299))
    return { failure: toError(status, response.headers, bytes, call) }
  if (cut === 'broken')
    return { failure: new ConnectionError(`${status} with an incomplete body`, call, 'unknown') }
  const data = cut ? undefined : parseJson(bytes)
  const unreadable = (what: string) => ({
    failure: new InvalidResponseError(
      what,
      call,
      status,
      excerpt(new TextDecoder().decode(bytes), call),
    ),
  })
  // A body that the document does not have may be an error.
  if (expected === undefined)
    return bytes.length === 0 ? { data } : unreadable('a body, where the document has none,')
  // The schema `true` has no type.
  const kind = (expected as Rules).type === 'array' ? 'array' : 'object'
  if (!(kind === 'array' ? Array.isArray(data) : isObject(data)))
    return unreadable(cut ? 'a body of more than 1 MiB' : `a body that is not a JSON ${kind}`)
  // An answer that names another reference is about another call, and proves nothing of this call.
  const named = memberOf(data, referenceMember)
  if (refId !== undefined && named !== undefined && named !== refId)
    return unreadable(`another ${referenceMember}: the response belongs to another request,`)
  const other = readsBy && otherThan(readsBy, call.fields, data)
  if (other !== undefined)
    return unreadable(`another ${other}: the response belongs to another request,`)
  const missing = missingProof(call.operation, data)
  if (missing !== undefined)
    return unreadable(`a body that lacks a valid ${missing}, which every success has,`)
  const error = idempotent ? undefined : errorIn(data as object, call.fields, referenceMember)
  // A documented error member is part of a success: it reports the state of the resource.
  if (error && !memberOf((expected as Rules).properties, error))
    return unreadable(`${error}, and none of the values that were sent,`)
  // The first answer under a key may belong to another body.
  const [field] = key ? differing(key, call.fields, data) : []
  return field === undefined
    ? { data }
    : unreadable(`another ${field}: the response belongs to another request,`)
}

/** Whether the documented 404 of a repeated DELETE shows that an earlier attempt, whose answer was lost, was carried out. */
function isDeletedBefore(bytes: Uint8Array, call: CallContext): boolean {
  const { method, response, errors = {} } = call.operation
  if (method !== 'DELETE' || !call.mayHaveHappened || response) return false
  const documented = forStatus(errors, 404)
  return documented !== undefined && fits(documented, parseJson(bytes), true)
}

/** The name by which an answer is of another thing than the one that a read asked for. */
function otherThan({ parameter, member }: ReadsBy, fields: Values, data: unknown) {
  const named = member.reduce<unknown>(memberOf, data)
  // A UUID may be written in either case (RFC 9562, section 4).
  const isOther = String(named).toLowerCase() !== String(fields[parameter]).toLowerCase()
  return named !== undefined && isOther ? member.join('.') : undefined
}

/**
 * The fields that differ in the answer to another request under the same key. A list, or an object under the name of a
 * text that was sent, is another thing, and not another value. A repeat that gets 409 has no such answer.
 */
export function differing({ repeated }: IdempotencyKey, sent: Values, answer: unknown): string[] {
  if (repeated === '409') return []
  return differences(sent, answer, true).filter((path) => path && !isObject(memberOf(answer, path)))
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

export function findDrift(data: unknown, call: CallContext): Issue[] {
  const { response: expected = true } = call.operation
  return fits(expected, data, true)
    ? []
    : findIssues(expected, redactJson(data, secretsOf(call)), false)
}

function toError(status: number, headers: Headers, bytes: Uint8Array, call: CallContext) {
  const challenge = redact(headers.get('WWW-Authenticate') ?? '', secretsOf(call))
  const error = /\berror="([\w.-]{1,64})"/.exec(challenge)?.[1]
  if (status === 401 || (status === 403 && error === 'insufficient_scope')) {
    const what = `${status}${error === undefined ? '' : ` (${error})`}: the service refused the token`
    return new AuthenticationError(what, call, 'rejected', { status, error })
  }
  const text = new TextDecoder().decode(bytes)
  const json = text.length > excerptLength ? undefined : parseJson(text)
  const body = json === undefined ? excerpt(text, call) : redactJson(json, secretsOf(call))
  const outcome = outcomeOf(status, call.operation)
  const expected = forStatus(call.operation.errors ?? {}, status)
  const isDocumented = json !== undefined && expected !== undefined && fits(expected, json, true)
  return new ApiError(call, outcome, status, body, retryAfter(headers), isDocumented)
}

/** The whole text of a refusal. */
export function refusedText(bytes: Uint8Array, secrets: readonly string[]): string {
  return redact(new TextDecoder().decode(bytes), secrets)
}

function excerpt(text: string, call: CallContext): string {
  return redact(text, secretsOf(call), excerptLength)
}
