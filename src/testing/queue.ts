import { operations } from '../../generated/operations.js'
import { type Planned, readAnswer } from './faults.js'

/** How the next requests of each operation are answered. */
export interface Queue {
  /**
   * Adds answers to the end of the queue.
   * @throws TypeError in one sentence, if one is not valid
   */
  add(operation: string, answers: readonly unknown[]): void
  /** Takes the next one off. */
  take(operation: string): Planned | undefined
  /** Replaces the queued answers. @throws TypeError */
  replace(operation: string, answers: readonly unknown[]): void
}

/** `always`: how an operation is answered when nothing is queued for it. */
export function createQueue(always: Readonly<Record<string, Planned>> = {}): Queue {
  const waiting = new Map<string, Planned[]>()
  const plan = (operation: string, answers: readonly unknown[], before: Planned[]): void => {
    assertOperation(operation)
    waiting.set(operation, [...before, ...answers.map(readAnswer)])
  }
  return {
    add: (operation, answers) => {
      plan(operation, answers, waiting.get(operation) ?? [])
    },
    replace: (operation, answers) => {
      plan(operation, answers, [])
    },
    take: (operation) => waiting.get(operation)?.shift() ?? always[operation],
  }
}

/** @throws TypeError that lists the known operations, if this is none of them */
export function assertOperation(id: unknown): asserts id is string {
  if (typeof id === 'string' && Object.hasOwn(operations, id)) return
  const names = Object.keys(operations).join(', ')
  throw new TypeError(`${JSON.stringify(id)} is not an operation; there are ${names}`)
}
