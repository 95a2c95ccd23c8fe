import type * as Undici from '../../../../src/undici.js'
import type { Contestant } from '../setup.js'
import { everythingOn } from './ours.js'

/** Ours over undici's pool, with everything on. */
export const contestant: Contestant = async (setup) => {
  const built = new URL('../../src/undici.js', import.meta.url).href
  const { undiciTransport } = (await import(built)) as typeof Undici
  return everythingOn(setup, undiciTransport())
}
