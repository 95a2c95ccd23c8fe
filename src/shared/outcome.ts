import type { OperationId } from '../../generated/schemas.js'
import { type Head, setCookie } from './headers.js'
import { redact } from './redact.js'

/**
 * What a caller that moves money needs to know first. `not_sent`: it cannot have happened.
 * `rejected`: the service refused it. `unknown`: it may have happened; look it up before a repeat.
 */
export type Outcome = 'not_sent' | 'rejected' | 'unknown'

/** An operationId of the document, or a method and a path that it lacks. */
export type OperationName = OperationId | 'unknown' | `${string} ${string}`

/** One problem of a body. */
export interface Issue {
  /** Where it is: a JSONPath (RFC 9535) such as `$.travelrule_metadata.vasp.id`, `$` for the whole. */
  readonly path: string
  /** A sentence that says what is expected and what was found. */
  readonly message: string
}

/** What an error needs to know of its call. */
export interface Origin {
  /** What the document says of the operation. */
  readonly operation: {
    /** The operationId. */
    readonly id: string
    /** Its HTTP method. */
    readonly method: string
    /** Its path, with the parameters' names. */
    readonly path: string
    /** Whether it may be sent again at any time. */
    readonly idempotent: boolean
    /** The request field that is the caller's own reference. */
    readonly referenceField?: string | undefined
  }
  /** The call's id. */
  readonly call: string
  /** The caller's own reference, or the generated one. */
  readonly refId: string | undefined
  /** How many attempts were made to send the request. */
  readonly attempts: number
  /** Whether an attempt may have taken effect. */
  readonly unknown: boolean
  /** The last attempt's answer, where there was one. */
  readonly response?: Head | undefined
  /** Which header of the answer names the request. */
  readonly requestIdHeader?: string
  /** What no error may show. */
  readonly secrets?: readonly string[]
}

/** A request id is cut to this many characters. */
const maxId = 200

/** The id that the service gave the request, from the last attempt's answer: its support asks for it. */
export function requestIdOf({
  response,
  requestIdHeader = '',
  secrets = [],
}: Origin): string | undefined {
  const name = requestIdHeader.toLowerCase()
  if (!response || name === '' || name === setCookie) return undefined
  try {
    const id = response.header ? response.header(name) : response.headers.get(name)
    return id ? redact(id, secrets).slice(0, maxId) : undefined
  } catch {
    return undefined
  }
}

/** What happened, to which operation, whether it may have taken effect, and what to do. */
export function messageOf(what: string, origin: Origin, outcome: Outcome): string {
  const { operation, attempts, refId } = origin
  const tries = attempts === 0 ? '' : ` after ${attempts} attempt${attempts > 1 ? 's' : ''}`
  const { idempotent, referenceField } = operation
  const repeat = idempotent
    ? '; the operation is idempotent, so it may be sent again.'
    : refId === undefined
      ? '; if you send it again, it may take effect twice.'
      : `: look it up by ${referenceField} ${JSON.stringify(refId.slice(0, 100))} before you send it again.`
  const advice = {
    not_sent: 'It cannot have taken effect.',
    rejected: 'The service refused it.',
    unknown: `It may have taken effect${repeat}`,
  }
  return `${operation.method} ${operation.path}: ${printable(what)}${tries}; outcome ${outcome}. ${advice[outcome]}`
}

/** A status that is no success, what it asks for, and why it is no refusal where a reader may take it for one. */
export function statusWords(
  status: number,
  retryAfter: number | undefined,
  { operation }: Origin,
  outcome: Outcome,
  body: unknown,
): string {
  const clauses: string[] = []
  if (status < 400) clauses.push('a redirect, which is never followed')
  else if (outcome === 'unknown' && status < 500 && !operation.idempotent)
    clauses.push(
      status === 409 && operation.referenceField !== undefined
        ? `which may refer to an earlier copy with this ${operation.referenceField}`
        : 'which gateways also send for a request that was carried out',
    )
  if (retryAfter !== undefined) clauses.push(`which asks to wait ${retryAfter} s`)
  // Of a refusal the first words of the answer, so that one is told from another.
  const said = typeof body === 'string' ? body.trim() : JSON.stringify(body ?? {})
  if (outcome === 'rejected' && !/^(\{\})?$/.test(said))
    clauses.push(`which says ${said.slice(0, 200)}`)
  return clauses.length === 0 ? `${status}` : `${status}, ${clauses.join(', ')},`
}

/** A message says no more than this of what others wrote. */
const maxMessage = 2_000

/** A text for one line of a log: what would move the cursor, turn the direction or begin a line is escaped. */
export function printable(text: string, maxLength = maxMessage): string {
  const kept = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
  return kept.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (one) => '\\u' + (one.codePointAt(0) ?? 0).toString(16).padStart(4, '0'),
  )
}

/** The kind of what was thrown, where its words may hold a secret. */
export function kindOf(thrown: unknown): string {
  const name = thrown instanceof Error ? thrown.name : undefined
  return typeof name === 'string' && /^\w{1,64}$/.test(name) ? name : typeof thrown
}
