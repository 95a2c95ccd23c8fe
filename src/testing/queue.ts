import { operations } from '../../generated/operations.js'
import { type Planned, readAnswer } from './faults.js'

/** How the next requests of each operation are answered. */
export interface Queue {
  /** Puts answers behind those that wait. @throws TypeError in one sentence, for what is none */
  add(operation: string, answers: readonly unknown[]): void
  /** Takes the next one off. */
  take(operation: string): Planned | undefined
  /** Puts answers in the place of those that wait. @throws TypeError */
  replace(operation: string, answers: readonly unknown[]): void
}

/** `always` answers what nothing else is planned for. */
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

/** @throws TypeError that names those that there are */
export function assertOperation(id: unknown): asserts id is string {
  if (typeof id === 'string' && Object.hasOwn(operations, id)) return
  const names = Object.keys(operations).join(', ')
  throw new TypeError(`${JSON.stringify(id)} is not an operation; there are ${names}`)
}
