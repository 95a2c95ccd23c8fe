import { turns } from '../../../src/shared/deadline.js'
import type { Loop } from './loop.js'
import type { Random } from './random.js'

/** Where the client takes its time and its randomness from. */
export interface Nature {
  readonly loop: Loop
  readonly clientRandom: Random
}

const turnOfThisProcess = globalThis.setImmediate

/** Gives the process a turn, for garbage collection and for reporting unhandled rejections. */
export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    turnOfThisProcess(resolve)
  })

/**
 * Replaces every global that the client takes time or randomness from, once for many worlds: engines
 * compile again what reads a global that changes.
 */
export class Globals {
  readonly #originals: (() => void)[] = []
  #nature: Nature | undefined
  #ids = 0

  constructor() {
    const now = (): number => this.#loop.date
    const RealDate = globalThis.Date
    class SimulatedDate extends RealDate {
      constructor(given?: number | string) {
        super(given ?? now())
      }
      static override readonly now = now
    }
    this.#replace(globalThis, 'Date', SimulatedDate)
    this.#replace(performance, 'now', () => this.#loop.now)
    this.#replace(globalThis, 'setTimeout', (callback: () => void, delay = 0) =>
      this.#loop.setTimeout(callback, delay),
    )
    this.#replace(globalThis, 'clearTimeout', (timer: unknown) => this.#loop.clearTimeout(timer))
    this.#replace(globalThis, 'setImmediate', (callback: () => void) =>
      this.#loop.setImmediate(callback),
    )
    this.#replace(turns, 'next', (callback: () => void) => this.#loop.setImmediate(callback))
    this.#replace(globalThis, 'clearImmediate', (task: unknown) => this.#loop.clearImmediate(task))
    this.#replace(Math, 'random', () => this.#now.clientRandom.next())
    this.#replace(crypto, 'randomUUID', () => {
      return `00000000-0000-4000-8000-${String(++this.#ids).padStart(12, '0')}`
    })
  }

  /** Belongs to another world from here on. */
  belongTo(nature: Nature): void {
    this.#nature = nature
    this.#ids = 0
  }

  restore(): void {
    for (const restore of this.#originals) restore()
  }

  get #now(): Nature {
    if (this.#nature === undefined) throw new Error('time is asked for outside of every world')
    return this.#nature
  }

  get #loop(): Loop {
    return this.#now.loop
  }

  #replace(owner: object, name: string, value: unknown): void {
    const original = Object.getOwnPropertyDescriptor(owner, name)
    Object.defineProperty(owner, name, { value, configurable: true, writable: true })
    this.#originals.push(() => {
      if (original === undefined) Reflect.deleteProperty(owner, name)
      else Object.defineProperty(owner, name, original)
    })
  }
}
