import { type Issue, memberPath, nameOf } from './issues.js'

const deepest = 100

/** What of a body JSON cannot carry, and whether the rest of it can be looked at without running code. */
export interface Serializability {
  readonly issues: Issue[]
  readable: boolean
}

/**
 * Finds each place of a body that JSON would drop, change or refuse, so that what is sent is exactly
 * what was given: only own, enumerable data properties of plain objects and arrays count as data.
 */
export function checkSerializable(
  value: unknown,
  path = '$',
  ancestors: readonly unknown[] = [],
  found: Serializability = { issues: [], readable: true },
): Serializability {
  const refuse = (at: string, problem: string): void => {
    found.issues.push({ path: at, message: `${nameOf(at)} ${problem}` })
  }
  const problem = problemOf(value, ancestors)
  if (problem !== undefined) {
    refuse(path, problem)
    if (typeof value === 'object') found.readable = false
  } else if (typeof value === 'object' && value !== null) {
    const within = [...ancestors, value]
    for (const key of Object.keys(value)) {
      const at = memberPath(path, key)
      const property = Object.getOwnPropertyDescriptor(value, key)
      if (property && 'value' in property) checkSerializable(property.value, at, within, found)
      else {
        refuse(at, 'is a getter; give its value')
        found.readable = false
      }
    }
  }
  return found
}

function problemOf(value: unknown, ancestors: readonly unknown[]): string | undefined {
  if (value === undefined) return 'is undefined; leave the field out or give it a value'
  if (['bigint', 'function', 'symbol'].includes(typeof value))
    return `is a ${typeof value}, which JSON cannot carry`
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return `is ${Object.is(value, -0) ? '-0' : String(value)}, which JSON cannot carry`
  if (typeof value !== 'object' || value === null) return undefined
  if (ancestors.includes(value)) return 'contains itself'
  if (ancestors.length >= deepest) return `is nested deeper than ${deepest} levels`
  const array = Array.isArray(value)
  const prototype = Object.getPrototypeOf(value) as object | null
  // An object of another realm has that realm's Object.prototype, whose own prototype is null.
  if (!array && prototype !== null && Object.getPrototypeOf(prototype) !== null)
    return `must be a plain object, got a ${prototype.constructor.name}`
  if ('toJSON' in value && typeof value.toJSON === 'function') return 'has a toJSON method'
  const sent = Object.keys(value).length
  if (Reflect.ownKeys(value).length !== sent + Number(array) || (array && sent !== value.length))
    return 'has holes, symbols or hidden properties, which JSON would drop'
  return undefined
}
