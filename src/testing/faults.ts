import { operations } from '../../generated/operations.js'
import type { ExampleAnswer } from './example-answer.js'

/** What can go wrong with one request, instead of its answer. */
export const faults = {
  refused: 'the connection is refused: nothing was sent',
  broken: 'the connection is reset after the request was read',
  cut: 'the connection breaks off after half of the body',
  no_answer: 'no response comes, and the connection stays open',
  slow: 'the response is delayed',
  drift: 'the response lacks a field that the document requires',
} as const

/** What `slow` takes, and how long the port of a mock stays closed after `refused`, where nothing is said. */
export const defaultMilliseconds = { slow: 3_000, refused: 1_000 }

/** Ten minutes: no test waits longer, and what is asked for by mistake comes to an end. */
const mostMilliseconds = 600_000

/** The name of something that can go wrong with a request. */
export type Fault = keyof typeof faults

/**
 * How one request is answered. `refused` and `slow` may say for how long. A status comes instead of the answer and
 * nothing is carried out; after every fault but `refused`, the request was.
 */
export type NextAnswer =
  | Fault
  | {
      /** What goes wrong. */
      readonly fault: 'refused' | 'slow'
      /** For how long: at most ten minutes. */
      readonly milliseconds: number
    }
  | {
      /** From 200 to 599. */
      readonly status: number
      /** Sent with it. */
      readonly headers?: Readonly<Record<string, string>>
      /** Text goes out as it is, anything else as JSON. */
      readonly body?: unknown
    }

/** A `NextAnswer` that was looked through. */
export interface QueuedAnswer {
  readonly fault?: Fault
  readonly milliseconds?: number
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: string
}

/** @throws TypeError where it is no answer, in one sentence that says why */
export function readAnswer(given: unknown): QueuedAnswer {
  if (typeof given === 'string') return named(given)
  const {
    fault,
    milliseconds,
    status,
    headers = {},
    body,
    ...more
  } = (given ?? {}) as {
    readonly [name: string]: unknown
  }
  const [unknown] = Object.keys(more)
  if (typeof given !== 'object' || unknown !== undefined)
    throw new TypeError(`${unknown ?? JSON.stringify(given)} is not part of an answer; ${choice}`)
  if (fault !== undefined) {
    const { fault: known } = named(fault)
    if (status !== undefined || body !== undefined) throw new TypeError(`give a fault or a status`)
    if (milliseconds === undefined) return { fault: known }
    if (known !== 'slow' && known !== 'refused')
      throw new TypeError(`${known} takes no milliseconds`)
    if (
      typeof milliseconds !== 'number' ||
      !(milliseconds >= 0 && milliseconds <= mostMilliseconds)
    )
      throw new TypeError(`milliseconds must be a number from 0 to ${mostMilliseconds}`)
    return { fault: known, milliseconds }
  }
  if (!Number.isInteger(status) || Number(status) < 200 || Number(status) > 599)
    throw new TypeError(`a status must be a number from 200 to 599; ${choice}`)
  return {
    status: Number(status),
    headers: readHeaders(headers),
    ...(body !== undefined && { text: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
}

const choice = `name a fault (${Object.keys(faults).join(', ')}) or a status such as 503`

function named(name: unknown): { readonly fault: Fault } {
  if (typeof name !== 'string' || !Object.hasOwn(faults, name))
    throw new TypeError(`${JSON.stringify(name)} is not a fault; ${choice}`)
  return { fault: name as Fault }
}

function readHeaders(given: unknown): Record<string, string> {
  const pairs = typeof given === 'object' && given !== null ? Object.entries(given) : undefined
  const fits = pairs?.every(
    ([name, value]) =>
      /^[\w!#$%&'*+.^`|~-]+$/.test(name) &&
      /^[\t -~]*$/.test(typeof value === 'string' ? value : '\n'),
  )
  if (pairs === undefined || fits !== true)
    throw new TypeError('headers must be names with values of visible ASCII')
  return Object.fromEntries(pairs)
}

/** An answer without the last member that the document requires of it. */
export function drifted(known: ExampleAnswer | undefined, answer: unknown): unknown {
  if (answer === undefined) return undefined
  const changed = structuredClone(answer) as Record<string, unknown>
  const path = known?.members.findLast(({ required }) => required)?.path ?? [
    Object.keys(changed).at(-1) ?? '',
  ]
  const parent = path
    .slice(0, -1)
    .reduce((at, name) => at[name] as Record<string, unknown>, changed)
  Reflect.deleteProperty(parent, path.at(-1) ?? '')
  return changed
}

/** How the next requests of each operation are answered. */
export interface Queue {
  /**
   * Adds answers to the end of the queue.
   * @throws TypeError in one sentence, if one is not valid
   */
  add(operation: string, answers: readonly unknown[]): void
  /** Takes the next one off. */
  take(operation: string): QueuedAnswer | undefined
  /** Replaces the queued answers. @throws TypeError */
  replace(operation: string, answers: readonly unknown[]): void
}

/** `always`: how an operation is answered when nothing is queued for it. */
export function createQueue(always: Readonly<Record<string, QueuedAnswer>> = {}): Queue {
  const waiting = new Map<string, QueuedAnswer[]>()
  const put = (operation: string, answers: readonly unknown[], before: QueuedAnswer[]): void => {
    assertOperation(operation)
    waiting.set(operation, [...before, ...answers.map(readAnswer)])
  }
  return {
    add: (operation, answers) => put(operation, answers, waiting.get(operation) ?? []),
    replace: (operation, answers) => put(operation, answers, []),
    take: (operation) => waiting.get(operation)?.shift() ?? always[operation],
  }
}

/** @throws TypeError that lists the known operations, if this is none of them */
export function assertOperation(id: unknown): asserts id is string {
  if (typeof id === 'string' && Object.hasOwn(operations, id)) return
  const names = Object.keys(operations).join(', ')
  throw new TypeError(`${JSON.stringify(id)} is not an operation; there are ${names}`)
}
