import { exampleAnswers } from '../../generated/example-answers.js'
import { operations } from '../../generated/operations.js'
import { type Match, operationFinder, typed } from '../document/find-operation.js'
import type { Operation } from '../document/operation.js'
import { createAnswering } from './resources.js'
import { drifted, type Queue, type QueuedAnswer } from './faults.js'

/** A request as it came; the names of its headers are in lower case. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How it is answered, and what goes wrong on the way. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly operation?: Operation
  readonly queued?: QueuedAnswer
}

/** What a service is made of that differs from one to the other. */
export interface Parts {
  readonly base: string
  readonly queue: Queue
  /** The scopes of a token that is valid. */
  readonly scopesOf: (token: string) => MaybePromise<readonly string[] | undefined>
  /** Refuses a request that does not fit the document. */
  readonly check: (
    received: Received,
    match: Match,
    body: unknown,
  ) => MaybePromise<Reply | undefined>
}

type MaybePromise<Value> = Value | Promise<Value>

/**
 * Answers requests as a service does that knows the document and nothing else: method and path, token, scope and body
 * are looked at in this order. It has no error bodies, since none are documented.
 */
export function createService({ base, queue, scopesOf, check }: Parts) {
  const find = operationFinder(operations, base)
  const answer = createAnswering(exampleAnswers)

  return async (received: Received): Promise<Reply> => {
    const { method, url, headers } = received
    const found = find(method, url)
    const others = 'why' in found ? found.methods : []
    if (others.length > 0)
      return refusal(method === 'OPTIONS' ? 204 : 405, { Allow: others.join(', ') })
    const token = /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? ''
    const granted = token === '' ? undefined : await scopesOf(token)
    const challenge = challengeOf(granted, 'why' in found ? [] : found.operation.scopes)
    if (challenge !== undefined)
      return refusal(granted === undefined ? 401 : 403, { 'WWW-Authenticate': challenge })
    // No operation was found, so no scope was checked: such a request goes no further.
    if ('why' in found)
      return { ...refusal(404, { 'Content-Type': 'text/plain' }), text: `${found.why}\n` }
    const { operation } = found
    const body = operation.hasBody ? parse(received.body) : {}
    const isBroken = body === undefined && received.body !== '' && isJson(received)
    const isRefused = isBroken || isDeep(body)
    const refused = isRefused ? refusal(isBroken ? 400 : 422) : await check(received, found, body)
    if (refused !== undefined) return { ...refused, operation }
    const queued = queue.take(operation.id)
    if (queued?.status !== undefined || queued?.fault === 'refused')
      return { ...statusReply(queued), operation, queued }
    const written = found.read(headers)
    const sent = typeof written === 'string' ? body : typed(operation, written, body as object)
    const data = answer(operation, sent as object as Readonly<Record<string, unknown>>)
    const { status = 200 } = exampleAnswers[operation.id] ?? {}
    const given = queued?.fault === 'drift' ? drifted(exampleAnswers[operation.id], data) : data
    const reply =
      given === undefined
        ? { ...refusal(status), operation }
        : { status, headers: ofJson, text: JSON.stringify(given), operation }
    return queued === undefined ? reply : { ...reply, queued }
  }
}

/** Whether JSON is nested deeper than the client would send it, or than it could be copied. */
function isDeep(value: unknown, levels = 100): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeep(inner, levels - 1))
}

export const ofJson = { 'Content-Type': 'application/json' }

export function refusal(status: number, headers: Reply['headers'] = {}): Reply {
  return { status, headers, text: '' }
}

function statusReply({ status = 500, headers = {}, text = '' }: QueuedAnswer): Reply {
  return { status, headers: text === '' ? headers : { ...ofJson, ...headers }, text }
}

/** What a resource server says of a bearer token that will not do (RFC 6750, section 3.1). */
function challengeOf(
  granted: readonly string[] | undefined,
  scopes: readonly string[],
): string | undefined {
  if (granted === undefined) return 'Bearer error="invalid_token"'
  if (scopes.every((scope) => granted.includes(scope))) return undefined
  return `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`
}

/** Whether a request says that its body is JSON. */
export function isJson({ headers }: Received): boolean {
  return /^application\/(json|[\w.-]+\+json)\b/i.test(headers['content-type'] ?? '')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
