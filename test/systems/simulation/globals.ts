import { turns } from '../../../src/shared/deadline.js'
import type { World } from './world.js'

const turnOfThisProcess = globalThis.setImmediate

/** Gives the process a turn, for garbage collection and for reporting unhandled rejections. */
export const breathe = () => new Promise<void>((resolve) => void turnOfThisProcess(resolve))

/**
 * Replaces every global that the client takes time or randomness from, once for many worlds: engines
 * compile again what reads a global that changes.
 */
export function replaceGlobals() {
  const originals: (() => void)[] = []
  let world: World
  let ids = 0
  const replace = (owner: object, name: string, value: unknown): void => {
    const original = Object.getOwnPropertyDescriptor(owner, name)
    Object.defineProperty(owner, name, { value, configurable: true, writable: true })
    originals.push(() => {
      if (original === undefined) Reflect.deleteProperty(owner, name)
      else Object.defineProperty(owner, name, original)
    })
  }
  const setTimeout = (callback: () => void, delay = 0) => world.loop.setTimeout(callback, delay)
  const setImmediate = (callback: () => void) => world.loop.setImmediate(callback)
  replace(Date, 'now', () => world.loop.date)
  replace(performance, 'now', () => world.loop.now)
  replace(globalThis, 'setTimeout', setTimeout)
  replace(globalThis, 'clearTimeout', (timer: unknown) => world.loop.clearTimeout(timer))
  replace(globalThis, 'setImmediate', setImmediate)
  replace(turns, 'next', setImmediate)
  replace(Math, 'random', () => world.clientRandom.next())
  replace(crypto, 'randomUUID', () => {
    return `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`
  })
  /** They belong to another world from here on. */
  const belongTo = (next: World): void => {
    world = next
    ids = 0
  }
  return { belongTo, restore: () => originals.forEach((restore) => restore()) }
}
