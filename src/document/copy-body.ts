import type { Issue } from '../errors.js'
import { maxIssues, memberPath, tell } from './find-issues.js'

const maxLevels = 100

/**
 * Copies inherit nothing, so that nothing added to Object.prototype becomes part of them. Objects of one
 * constructor are quicker than those of `Object.create(null)`. The prototype of a class cannot be replaced.
 */
const Copy = function () {
  // Members are added one by one.
} as unknown as new () => Record<string, unknown>
Copy.prototype = Object.create(null) as object

/**
 * Copies a body as JSON would write it, and finds each place where JSON would lose or change a value: a
 * number of a library would become a text of its own making, NaN null, and -0 another number. Each value
 * is read once, so that what is sent is what was checked, even if a Proxy gives other values later.
 *
 * `required` names a member (`ref_id`) that must not be undefined: the code that was to fill it has
 * probably failed. The copy is not `readable` where a value could not be read, and is then not checked.
 */
export function copyBody(input: unknown, required?: string) {
  const issues: Issue[] = []
  let readable = true
  /** The path to the value that is being copied, and the objects on it. */
  const keys: string[] = []
  const ancestors: object[] = []

  const refuse = (problem: string): void => {
    if (issues.length >= maxIssues) return
    issues.push(tell(keys.reduce(memberPath, '$'), problem))
  }
  const copy = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) return copyObject(value)
    const problem = problemOf(value)
    if (problem !== undefined) refuse(problem)
    return value
  }
  const copyObject = (value: object): unknown => {
    const names = Object.keys(value)
    const problem = ancestors.includes(value)
      ? 'contains itself'
      : ancestors.length >= maxLevels
        ? `is nested deeper than ${maxLevels} levels`
        : problemOfObject(value, names)
    if (problem !== undefined) {
      refuse(problem)
      readable = false
      return undefined
    }
    const isList = Array.isArray(value)
    const copied = (isList ? [] : new Copy()) as Record<string, unknown>
    ancestors.push(value)
    for (const name of names) {
      keys.push(name)
      const property = Object.getOwnPropertyDescriptor(value, name)
      if (!property || !('value' in property)) {
        refuse('is a getter; give its value')
        readable = false
      } else if (
        // A member that is undefined is left out. In a list it would be null.
        property.value !== undefined ||
        isList ||
        (ancestors.length === 1 && name === required)
      )
        copied[name] = copy(property.value)
      keys.pop()
    }
    ancestors.pop()
    return copied
  }
  const fields = copy(input)
  return { fields, issues, readable }
}

/** Why JSON cannot carry a value that is no object. */
function problemOf(value: unknown): string | undefined {
  if (value === undefined) return 'is undefined; leave the field out or give it a value'
  const type = typeof value
  if (type === 'bigint') return 'is a bigint, which JSON cannot carry; give its toString()'
  if (type === 'function' || type === 'symbol') return `is a ${type}, which JSON cannot carry`
  if (typeof value !== 'number' || (Number.isFinite(value) && !Object.is(value, -0)))
    return undefined
  return `is ${Object.is(value, -0) ? '-0' : value}, which JSON cannot carry`
}

/** Why JSON would write an object as something else; undefined for a list, and for an object that holds data only. */
function problemOfObject(value: object, names: readonly string[]): string | undefined {
  const isList = Array.isArray(value)
  const prototype = isList ? null : (Object.getPrototypeOf(value) as object | null)
  // A plain object of another realm (an iframe, a vm context) has that realm's Object.prototype.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null
  const kind = isPlain ? '' : nameOfClass(prototype)
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    if (isPlain) return 'has a toJSON method'
    // For example Decimal and BigNumber of well-known libraries.
    return `is a ${kind}; give its ${value instanceof Date ? 'toISOString' : 'toString'}()`
  }
  if (isList && (names.length !== value.length || names.some((name, at) => name !== String(at))))
    return 'has holes, or members beside its items, which JSON would drop'
  if (isPlain) return undefined
  if (Object.prototype.toString.call(value) !== '[object Object]')
    return `must be a plain object, got a ${kind}`
  const lost = inheritedData(prototype)
  return lost === undefined ? undefined : `is a ${kind} that inherits ${lost}; give a plain object`
}

/** The first member of a class, or of its parents, that is no method, such as a getter: JSON would drop it. */
function inheritedData(prototype: object): string | undefined {
  const above = Object.getPrototypeOf(prototype) as object | null
  // The end of the chain is an Object.prototype, of this realm or of another.
  if (above === null) return undefined
  const members = Object.entries(Object.getOwnPropertyDescriptors(prototype))
  const [name] = members.find(([, { value }]) => typeof value !== 'function') ?? []
  return name ?? inheritedData(above)
}

function nameOfClass({ constructor }: object): string {
  return typeof constructor === 'function' ? constructor.name.slice(0, 40) : 'class'
}
