import { inputOf, type Match, type NoMatch, operationFinder } from '../document/find-operation.js'
import { forStatus, type Operation, type Values } from '../operation.js'
import { parseJson } from '../shared/json.js'
import type { TransportRequest } from '../transport/transport.js'
import { type ExampleAnswer, factorsOf, isDecimal, put, type Refusal } from './example-answer.js'
import { drifted, type QueuedAnswer } from './faults.js'
import { createAnswered, createCallRecord, keyedOf, type MadeCall, type Repeat } from './memory.js'
import { refuse, refuseUnfit } from './problem.js'
import type { TypedProvider } from './provider.js'
import { createResources } from './resources.js'

/** A request. The names of its headers are in lower case. */
export type Received = Pick<TransportRequest, 'method' | 'url' | 'headers'> & {
  readonly body: string
}

/** The answer to a request, and the failure that was queued for it. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Why the request is refused, in words; undefined for an answer that was queued. */
  readonly reason?: string | undefined
  readonly operation?: Operation | undefined
  readonly queued?: QueuedAnswer | undefined
}

/** The parts in which the fake and the mock differ. */
export interface ServiceParts {
  readonly base: string
  readonly provider: TypedProvider
  /** The queued answer to the next request of an operation that fits the document. */
  readonly take: (operation: string, received: Received) => MaybePromise<QueuedAnswer | undefined>
  /** The scopes of a token that is valid. */
  readonly scopesOf: (token: string) => MaybePromise<readonly string[] | undefined>
  /** Refuses a request that does not fit the document. */
  readonly check: (
    received: Received,
    match: Match,
    body: unknown,
  ) => MaybePromise<Reply | undefined>
  /** Answers a GET or HEAD that the document lacks from the calls that were carried out; undefined for none. */
  readonly read?: ((received: Received, made: readonly MadeCall[]) => unknown) | undefined
  /** Is told of each further call that is carried out with a reference. */
  readonly onRepeat?: ((repeat: Repeat) => void) | undefined
}

export type MaybePromise<Value> = Value | Promise<Value>

/**
 * A service made from a document: it checks path and method, then the token, its scope, and the body. A refusal has the
 * documented body, if there is one, else a body that says why.
 */
export function createService(parts: ServiceParts) {
  const { base, provider, take, scopesOf, check, read, onRepeat } = parts
  const { operations, exampleAnswers } = provider
  const find = operationFinder(operations, base)
  const { answer, update } = createResources(operations, exampleAnswers)
  const made = createCallRecord(onRepeat)
  const answered = createAnswered<Reply>()

  /** Refuses a token that is invalid or lacks a scope (RFC 6750, section 3.1). */
  const refuseToken = async (received: Received, scopes: readonly string[]) => {
    const token = bearerIn(received)
    const granted = token === '' ? undefined : await scopesOf(token)
    const saying = (error: string) => ({ 'WWW-Authenticate': `Bearer error=${error}` })
    if (granted === undefined) {
      const why =
        token === ''
          ? 'the request has no bearer token'
          : 'the token was not issued here, or it has ended'
      return refuse(401, why, saying('"invalid_token"'))
    }
    if (scopes.every((scope) => granted.includes(scope))) return undefined
    const needed = scopes.join(' ')
    const error = `"insufficient_scope", scope="${needed}"`
    return refuse(403, `the token lacks the scope ${needed}`, saying(error))
  }

  /** Answers a request that is no operation of the document. */
  const answerOther = async (received: Received, { why, methods }: NoMatch): Promise<Reply> => {
    const { method } = received
    const isAnswered = read !== undefined && isRead(method)
    if (methods.length > 0 && !isAnswered) {
      const allow = { Allow: methods.join(', ') }
      return method === 'OPTIONS' ? createReply(204, allow) : refuse(405, why, allow)
    }
    const refused = await refuseToken(received, [])
    if (refused !== undefined) return refused
    if (!isAnswered) return refuse('noPath', why)
    const data = await read(received, made.calls())
    return ofData(data === undefined ? 404 : 200, data)
  }

  const answerCall = async (received: Received, match: Match): Promise<Reply> => {
    const { method, headers } = received
    const { operation } = match
    const refused = await refuseToken(received, operation.scopes)
    if (refused !== undefined) return refused
    const row = exampleAnswers[operation.id]
    const body = hasBody(operation, received) ? parseJson(received.body) : {}
    if (body === undefined && received.body !== '' && isJson(received))
      return refuse(400, 'the body is not JSON')
    const misfit = await check(received, match, body)
    if (misfit !== undefined) return { ...misfit, status: statusOf(misfit, row) }
    const written = match.readParameters(headers)
    const sent = typeof written === 'string' ? body : inputOf(operation, written, body as object)
    const input = sent as object as Values
    const noDecimal = row && refuseNoDecimal(row, input)
    if (noDecimal !== undefined) return { ...noDecimal, status: statusOf(noDecimal, row) }
    const queued = await take(operation.id, received)
    const instead = replyInstead(queued)
    if (instead !== undefined) return instead
    const keyed = keyedOf(operation, headers, input)
    const first = keyed && answered.find(keyed)
    if (first !== undefined)
      return { ...(typeof first === 'number' ? refuse(first, reasons[first]) : first), queued }
    const result = answer(operation, input)
    if ('status' in result) return { ...refuse(result.status, reasons[result.status]), queued }
    const { data, updated = () => data } = result
    const { status = 200, type } = row ?? {}
    const sentData = queued?.fault === 'drift' ? drifted(row, data, operation) : data
    const reply = ofData(status, sentData, type)
    // A repeat gets this answer also where a fault loses it.
    if (keyed) answered.add(keyed, ofData(status, data, type))
    if (!isRead(method)) made.add(operation, input, updated)
    return { ...reply, queued }
  }

  const reply = async (received: Received): Promise<Reply> => {
    const match = find(received.method, received.url)
    if ('why' in match) return answerOther(received, match)
    const { operation } = match
    const own = { ...(await answerCall(received, match)), operation }
    const { status, headers, text, reason, queued } = own
    const isOpen = status >= 400 && text === '' && queued?.text === undefined
    const { refusals = {} } = exampleAnswers[operation.id] ?? {}
    const refusal = isOpen || reason !== undefined ? forStatus(refusals, status) : undefined
    if (refusal === undefined) return own
    const fields = { ...headers, 'content-type': refusal.type }
    return { ...own, headers: fields, text: JSON.stringify(refusalBody(refusal, status)) }
  }
  return { reply, update }
}

/** Why a request that fits the document is refused, by the status. */
const reasons = {
  400: 'the cursor is of no page',
  404: 'what the request names was never made, or is gone',
  409: 'a request with this key was answered before',
  422: 'a request with this key came before, with other content',
} as const

/** The status for a body that does not fit is 422, unless the document has 400 instead. */
function statusOf({ status }: Reply, row: ExampleAnswer | undefined): number {
  const { 422: unfit, 400: bad } = row?.refusals ?? {}
  return status === 422 && !unfit && bad ? 400 : status
}

/** Refuses a field that is no decimal, though an amount of the answer is its product. The document has no pattern for it. */
function refuseNoDecimal(row: ExampleAnswer, input: Values): Reply | undefined {
  const violations = factorsOf(row)
    .filter(({ field }) => typeof input[field] === 'string' && !isDecimal(input[field]))
    .map(({ field, product }) => {
      const message = `${field} must be a decimal string such as 2.5, of at most 1,000 characters: ${product} is computed from it`
      return { location: ['body', field], severity: 'Error', message }
    })
  return violations.length > 0 ? refuseUnfit(violations) : undefined
}

/** The documented body, with the status of its answer. */
function refusalBody({ body }: Refusal, status: number): unknown {
  const own = (body as Values | null)?.['status']
  return typeof own === 'number' ? put(body, ['status'], status) : body
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

export function ofData(status: number, data: unknown, type = 'application/json'): Reply {
  return data === undefined
    ? createReply(status)
    : createReply(status, { 'content-type': type }, JSON.stringify(data))
}

export const ofJson = { 'content-type': 'application/json' }

export function createReply(status: number, headers: Reply['headers'] = {}, text = ''): Reply {
  return { status, headers, text }
}

export function textReply(status: number, reason: string): Reply {
  return createReply(status, { 'Content-Type': 'text/plain' }, `${reason}\n`)
}

/** The reply to a request that the queued answer keeps from being carried out. */
export function replyInstead(queued: QueuedAnswer | undefined): Reply | undefined {
  if (queued?.status === undefined && queued?.fault !== 'refused') return undefined
  const { status = 500, headers = {}, text = '' } = queued
  return { status, headers: text === '' ? headers : { ...ofJson, ...headers }, text, queued }
}

/** The token of a request; empty without one. */
export function bearerIn({ headers }: Received): string {
  return /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? ''
}

/** Whether a request has to have a body, or has one. */
export const hasBody = (operation: Operation, { body }: Received): boolean =>
  operation.hasBody && !(operation.isBodyOptional === true && body === '')

export function isJson({ headers }: Pick<Received, 'headers'>): boolean {
  return /^(?:application\/json|[^/;]+\/[^;]+\+json)\b/i.test(headers['content-type'] ?? '')
}
