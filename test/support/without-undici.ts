import Module from 'node:module'
import { type MockInstance, vi } from 'vitest'

type Load = (name: string, ...rest: unknown[]) => unknown
const loader = Module as unknown as { _load: Load }

/** Lets Node.js fail to load undici, for as long as the mock stands. */
export function failToLoadUndici(code: string): MockInstance<Load> {
  const load = loader._load
  return vi.spyOn(loader, '_load').mockImplementation((name, ...rest) => {
    if (name === 'undici') throw Object.assign(new Error('no'), { code })
    return load.call(loader, name, ...rest)
  })
}
