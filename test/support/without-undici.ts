import Module from 'node:module'
import { type MockInstance, vi } from 'vitest'

type Load = (name: string, ...rest: unknown[]) => unknown
const loader = Module as unknown as { _load: Load }

export const failure = (code: string | undefined) => Object.assign(new Error('no'), { code })

/** Lets Node.js fail to load undici, for as long as the mock stands. */
export function failToLoadUndici(code: string | undefined): MockInstance<Load> {
  const load = loader._load
  return vi.spyOn(loader, '_load').mockImplementation((name, ...rest) => {
    if (name === 'undici') throw failure(code)
    return load.call(loader, name, ...rest)
  })
}
