import { inspect } from 'node:util'
import { mark } from './record.js'

/** Where a secret shows in something that a caller may log; undefined where none does. */
export function secretIn(value: unknown, thorough: boolean): string | undefined {
  const found = find(value, [])
  if (found !== undefined || !thorough) return found
  const written = inspect(value, { depth: 10, showHidden: true })
  return written.includes(mark) ? 'somewhere in what inspect shows' : undefined
}

function find(value: unknown, above: readonly unknown[]): string | undefined {
  if (typeof value === 'string') return value.includes(mark) ? '' : undefined
  if (typeof value !== 'object' || value === null || above.includes(value)) return undefined
  for (const name of Object.getOwnPropertyNames(value)) {
    // A stack begins with the message, which is searched on its own.
    if (name === 'stack') continue
    const member: unknown = (value as Record<string, unknown>)[name]
    const found = name.includes(mark) ? '' : find(member, [...above, value])
    if (found !== undefined) return `.${name}${found}`
  }
  return undefined
}
