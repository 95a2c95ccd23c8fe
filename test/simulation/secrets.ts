import { inspect } from 'node:util'
import { mark } from './record.js'

/** Where a secret shows in something that a caller may log; undefined where none does. */
export function secretIn(value: unknown, thorough: boolean): string | undefined {
  const found = find(value, '$', [])
  if (found !== undefined || !thorough) return found
  const written = inspect(value, { depth: 10, showHidden: true })
  return written.includes(mark) ? 'what inspect shows' : undefined
}

function find(value: unknown, path: string, above: readonly unknown[]): string | undefined {
  if (typeof value === 'string') return value.includes(mark) ? path : undefined
  if (typeof value !== 'object' || value === null || above.includes(value)) return undefined
  for (const name of Object.getOwnPropertyNames(value)) {
    // A stack begins with the message, which is looked at by its own name.
    if (name === 'stack') continue
    if (name.includes(mark)) return `a name in ${path}`
    const found = find((value as Record<string, unknown>)[name], `${path}.${name}`, [
      ...above,
      value,
    ])
    if (found !== undefined) return found
  }
  return undefined
}
