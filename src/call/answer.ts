import { createCheck } from '../document/create-check.js'
import { findIssues } from '../document/find-issues.js'
import type { Operation, Rules, Schema } from '../document/operation.js'
import { ApiError, AuthenticationError, ConnectionError, InvalidResponseError } from '../errors.js'
import { subjectOf } from '../events.js'
import { retryAfter } from '../shared/headers.js'
import { parseJson } from '../shared/json.js'
import type { Outcome } from '../shared/outcome.js'
import { redact, redactJson } from '../shared/redact.js'
import type { TransportBody, TransportResponse } from '../transport/transport.js'
import type { Answer, CallState } from './call.js'

/** An error keeps so many characters of a body. */
const excerptLength = 8_000

/** JSON of a refusal that is nested more deeply is kept as its text. */
const maxLevels = 100

/**
 * Statuses that a service gives to a request with which it did nothing. Any other does not prove that:
 * gateways write 405 and 499 over requests that were carried out, 424 tells of another request, and a
 * 409 may tell of the first copy of the same one.
 */
const refusingStatuses = [
  ...[400, 401, 402, 403, 404, 406, 410, 411, 413, 414, 415, 417, 421, 422, 426, 428, 429, 431],
  451,
]

/** Statuses by which a server asks for the same request again: it was not refused. */
export const passingStatuses = [408, 425]

/**
 * What a status that is not a success says of the request that it answers. An idempotent request can be
 * sent again whatever became of it, so there any other 4xx counts as a refusal: nothing is lost if the
 * first copy of it was carried out, and the caller reads why the second was not.
 */
export function outcomeOf(status: number, { idempotent }: Pick<Operation, 'idempotent'>): Outcome {
  const refused = idempotent
    ? status >= 400 && status < 500 && !passingStatuses.includes(status)
    : refusingStatuses.includes(status)
  return refused ? 'rejected' : 'unknown'
}

/**
 * The data of a success; undefined where the operation has none, so that only the status decides. Otherwise the status
 * and the body decide whether it is a success, not the declared type.
 * @throws ClientError for anything else
 */
export function readAnswer(
  response: TransportResponse,
  { bytes, cut }: TransportBody,
  state: CallState,
): object | undefined {
  const { status } = response
  const expected = state.operation.response
  state.answer = { response, bytes }
  // Written this way round so that NaN, from a transport of the caller's, is no success.
  if (!(status >= 200 && status <= 299)) throw refusal(response, bytes, state)
  if (expected === undefined) return undefined
  if (cut === 'broken')
    throw new ConnectionError(`${status} with an incomplete body`, state, 'unknown')
  if (state.operation.undocumented !== undefined && !cut) return {}
  const data = cut ? undefined : parseJson(() => strict.decode(bytes))
  const unreadable = (what: string): Error =>
    new InvalidResponseError(what, state, status, excerpt(lenient.decode(bytes), state))
  // A schema that is `true` has no type.
  const kind = (expected as Rules).type === 'array' ? 'array' : 'object'
  if (typeof data !== 'object' || data === null || Array.isArray(data) !== (kind === 'array'))
    throw unreadable(cut ? 'a body of more than 1 MiB' : `a body that is not a JSON ${kind}`)
  const { referenceField } = state.operation
  if (isCrossed(data, state))
    throw unreadable(`another ${referenceField}: the response belongs to another request,`)
  reportDrift(expected, data, status, state)
  return data
}

function refusal(
  { status, headers }: TransportResponse,
  bytes: Uint8Array,
  state: CallState,
): Error {
  const challenge = redact(headers.get('WWW-Authenticate') ?? '', state.secrets)
  const error = /\berror="([\w.-]{1,64})"/.exec(challenge)?.[1]
  if (status === 401 || (status === 403 && error === 'insufficient_scope')) {
    const what = `${status}${error === undefined ? '' : ` (${error})`}: the service refused the token`
    return new AuthenticationError(what, state, 'rejected', status, error)
  }
  const text = lenient.decode(bytes)
  const json = text.length > excerptLength ? undefined : parseRefusal(text)
  const body = json === undefined ? excerpt(text, state) : redactJson(json, state.secrets)
  const outcome = outcomeOf(status, state.operation)
  return new ApiError(state, outcome, status, body, retryAfter(headers))
}

/** The whole text of a refusal. It is unchanged if it holds no secret. */
export function refusedText({ bytes }: Answer, secrets: readonly string[]): string {
  const text = lenient.decode(bytes)
  const json = parseRefusal(text)
  if (json === undefined) return redact(text, secrets)
  const clean = JSON.stringify(redactJson(json, secrets))
  return clean === JSON.stringify(json) ? text : clean
}

/** A success stays a success: what departs from the document is only reported. */
function reportDrift(expected: Schema, data: object, status: number, state: CallState): void {
  const { secrets, emit } = state
  if (emit === undefined) return
  const found = findIssues(createCheck(expected), data, false)
  if (found.length === 0) return
  const issues = redactJson(found, secrets)
  emit({ type: 'drift', ...subjectOf(state), status, issues })
}

/**
 * Whether an answer names another reference than the one that was sent: it is about another call, and
 * says nothing of this one. One that names none is no success of another.
 */
function isCrossed(data: object, { operation: { referenceField }, refId }: CallState): boolean {
  if (referenceField === undefined || refId === undefined) return false
  if (!Object.hasOwn(data, referenceField)) return false
  return (data as Readonly<Record<string, unknown>>)[referenceField] !== refId
}

const strict = new TextDecoder('utf-8', { fatal: true })
const lenient = new TextDecoder()

function excerpt(text: string, { secrets }: CallState): string {
  // A replaced secret makes the text shorter.
  return redact(text, secrets, 2 * excerptLength).slice(0, excerptLength)
}

/** JSON that can be walked through and written again; deeper JSON, which would overflow the stack, is a text. */
function parseRefusal(text: string): unknown {
  const json = parseJson(text)
  return isWithin(maxLevels, json) ? json : undefined
}

function isWithin(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((member) => isWithin(levels - 1, member))
}
