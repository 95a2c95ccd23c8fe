import type { Operation, Values } from '../operation.js'
import { fieldName } from '../shared/headers.js'
import { isObject } from '../shared/json.js'
import { type ExampleAnswer, type Member, put } from './example-answer.js'
import type { TypedProvider } from './provider.js'

/** The failures that can be queued for a request, each with a sentence on what the service does. */
export const faults = {
  refused: 'the connection is refused: nothing was sent',
  broken: 'the request is carried out, and the connection reset',
  cut: 'the connection breaks off after half of the body',
  no_answer: 'no response comes, and the connection stays open',
  slow: 'the response is delayed',
  drift: 'the response lacks a field that the document requires',
  false_success: 'a 200 comes whose body is an error, and nothing was carried out',
} as const

/** The default delay of `slow`, and the default time for which a mock's port stays closed after `refused`. */
export const defaultMilliseconds = { slow: 3_000, refused: 1_000 }

/** Ten minutes, so that a mistake ends: no test waits longer. */
const mostMilliseconds = 600_000

/** The name of a failure. */
export type Fault = keyof typeof faults

/**
 * The answer to one request. With a status, and after the faults `refused` and `false_success`, the request is not
 * carried out; after any other fault it is.
 */
export type NextAnswer =
  | Fault
  /** A status from 200 to 599, alone. */
  | number
  | {
      /** A fault that lasts. */
      readonly fault: 'refused' | 'slow'
      /** Its length: at most ten minutes. */
      readonly milliseconds: number
    }
  | {
      /** A status from 200 to 599. */
      readonly status: number
      /** Headers of the answer, beside those that the fake writes. */
      readonly headers?: Readonly<Record<string, string>>
      /** A text is sent as it is, any other value as JSON. */
      readonly body?: unknown
    }

/** A `NextAnswer` that was checked. */
export interface QueuedAnswer {
  readonly fault?: Fault
  readonly milliseconds?: number
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: string
}

/** @throws TypeError in one sentence that says why, for a value that is no answer to the operation */
export function readAnswer(value: unknown, operation: string): QueuedAnswer {
  let answer = value
  if (typeof value === 'string') answer = { fault: value }
  if (typeof value === 'number') answer = { status: value }
  const { fault, milliseconds, status, headers = {}, body, ...more } = Object(answer) as Values
  const [unknown] = Object.keys(more)
  if (typeof answer !== 'object' || unknown !== undefined)
    throw new TypeError(`${unknown ?? `a ${typeof answer}`} is not part of an answer; ${choice}`)
  if (fault !== undefined) {
    if (!isFault(fault)) throw new TypeError(`${JSON.stringify(fault)} is not a fault; ${choice}`)
    if (fault === 'drift' && operation === tokenRequests)
      throw new TypeError('drift is no fault of a token request, which the document does not have')
    if (status !== undefined || body !== undefined) throw new TypeError(`give a fault or a status`)
    if (fault !== 'slow' && fault !== 'refused') {
      if (milliseconds !== undefined) throw new TypeError(`${fault} takes no milliseconds`)
      return fault === 'false_success' ? falseSuccess : { fault }
    }
    const time = milliseconds ?? defaultMilliseconds[fault]
    if (typeof time !== 'number' || !(time >= 0 && time <= mostMilliseconds))
      throw new TypeError(`milliseconds must be a number from 0 to ${mostMilliseconds}`)
    return { fault, milliseconds: time }
  }
  if (!Number.isInteger(status) || Number(status) < 200 || Number(status) > 599)
    throw new TypeError(`a status must be a number from 200 to 599; ${choice}`)
  return {
    status: Number(status),
    headers: readHeaders(headers),
    ...(body !== undefined && { text: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
}

/** An error that names its origin, since the service's documentation shows none. */
const falseSuccess = {
  fault: 'false_success',
  status: 200,
  text: JSON.stringify({ error: 'a fault that was queued; nothing was carried out' }),
} as const

const choice = `name a fault (${Object.keys(faults).join(', ')}) or a status such as 503`

function isFault(name: unknown): name is Fault {
  return typeof name === 'string' && Object.hasOwn(faults, name)
}

function readHeaders(value: unknown): Record<string, string> {
  const fits = ([name, text]: [string, unknown]): boolean =>
    fieldName.test(name) && typeof text === 'string' && /^[\t -~]*$/.test(text)
  if (!isObject(value) || !Object.entries(value).every(fits))
    throw new TypeError('headers must be names with values of visible ASCII')
  const fields = Object.entries(value as Record<string, string>)
  return Object.fromEntries(fields.map(([name, text]) => [name.toLowerCase(), text]))
}

/** An answer without the last member that the document requires of it, other than the identifier that proves it. */
export function drifted(
  row: ExampleAnswer | undefined,
  answer: unknown,
  { identifier }: Pick<Operation, 'identifier'>,
): unknown {
  if (!isObject(answer)) return answer
  const isLeftOut = ({ path, required }: Member): boolean =>
    required && String(path) !== String(identifier)
  const path = row?.members.findLast(isLeftOut)?.path ?? [Object.keys(answer).at(-1) ?? '']
  return put(answer, path, undefined)
}

/** The name of token requests in a queue. */
export const tokenRequests = 'token'

/** The answers that wait for the next requests of each operation, and for tokens. */
export class Queue {
  readonly #waiting = new Map<string, QueuedAnswer[]>()

  /** `always` has the answer of an operation for which nothing is queued. */
  constructor(
    readonly provider: TypedProvider,
    readonly always: Readonly<Record<string, QueuedAnswer>> = {},
  ) {}

  /** Adds answers to the queue, or replaces it. @throws TypeError in one sentence, for an answer that is not valid */
  add(operation: string, answers: readonly unknown[], isNew = false): void {
    assertOperation(this.provider, operation)
    const before = isNew ? undefined : this.#waiting.get(operation)
    const queued = answers.map((one) => readAnswer(one, operation))
    this.#waiting.set(operation, [...(before ?? []), ...queued])
  }

  take(operation: string): QueuedAnswer | undefined {
    return this.#waiting.get(operation)?.shift() ?? this.always[operation]
  }
}

/** @throws TypeError that lists the operations and `token`, for any other name */
export function assertOperation({ operations }: TypedProvider, id: unknown): asserts id is string {
  const names = [...Object.keys(operations), tokenRequests]
  if (typeof id === 'string' && names.includes(id)) return
  throw new TypeError(`${JSON.stringify(id)} is not an operation; there are ${names.join(', ')}`)
}
