import type { Loop } from './loop.js'
import type { Random } from './random.js'

const turnOfThisProcess = globalThis.setImmediate

/** Lets the process do what it has to: collect rubbish, report rejections that nobody handled. */
export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    turnOfThisProcess(resolve)
  })

const RealDate = globalThis.Date

/** Replaces every global that the client takes time or randomness from. @returns what restores them */
export function ownGlobals(loop: Loop, random: Random): () => void {
  class SimulatedDate extends RealDate {
    constructor(...given: readonly [] | readonly [number | string]) {
      super(given[0] ?? loop.date)
    }
    static override now(): number {
      return loop.date
    }
  }
  let ids = 0
  const restored = [
    replace(globalThis, 'Date', SimulatedDate),
    replace(performance, 'now', () => loop.now),
    replace(globalThis, 'setTimeout', (callback: () => void, delay = 0) =>
      loop.setTimeout(callback, delay),
    ),
    replace(globalThis, 'clearTimeout', (timer: unknown) => {
      loop.clearTimeout(timer)
    }),
    replace(globalThis, 'setImmediate', (callback: () => void) => loop.setImmediate(callback)),
    replace(globalThis, 'clearImmediate', (task: unknown) => {
      loop.clearImmediate(task)
    }),
    replace(Math, 'random', () => random.next()),
    replace(
      crypto,
      'randomUUID',
      () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    ),
  ]
  return () => {
    for (const restore of restored) restore()
  }
}

function replace(owner: object, name: string, value: unknown): () => void {
  const original = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { value, configurable: true, writable: true })
  return () => {
    if (original === undefined) Reflect.deleteProperty(owner, name)
    else Object.defineProperty(owner, name, original)
  }
}
