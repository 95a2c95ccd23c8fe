import { turns } from '../../../src/shared/deadline.js'
import type { World } from './world.js'

const turnOfThisProcess = globalThis.setImmediate

/** Gives the process a turn, for garbage collection and for reporting unhandled rejections. */
export const breathe = () => new Promise<void>((resolve) => void turnOfThisProcess(resolve))

/**
 * Replaces every global that the client takes time or randomness from, once for many worlds: engines
 * compile again what reads a global that changes.
 */
export class Globals {
  readonly #originals: (() => void)[] = []
  #world: World | undefined
  #ids = 0

  constructor() {
    const setTimeout = (callback: () => void, delay = 0) => this.#loop.setTimeout(callback, delay)
    const setImmediate = (callback: () => void) => this.#loop.setImmediate(callback)
    this.#replace(Date, 'now', () => this.#loop.date)
    this.#replace(performance, 'now', () => this.#loop.now)
    this.#replace(globalThis, 'setTimeout', setTimeout)
    this.#replace(globalThis, 'clearTimeout', (timer: unknown) => this.#loop.clearTimeout(timer))
    this.#replace(globalThis, 'setImmediate', setImmediate)
    this.#replace(turns, 'next', setImmediate)
    this.#replace(Math, 'random', () => this.#current.clientRandom.next())
    this.#replace(crypto, 'randomUUID', () => {
      return `00000000-0000-4000-8000-${String(++this.#ids).padStart(12, '0')}`
    })
  }

  /** Belongs to another world from here on. */
  belongTo(world: World): void {
    this.#world = world
    this.#ids = 0
  }

  restore(): void {
    for (const restore of this.#originals) restore()
  }

  get #current(): World {
    if (this.#world === undefined) throw new Error('time is asked for outside of every world')
    return this.#world
  }

  get #loop(): World['loop'] {
    return this.#current.loop
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
