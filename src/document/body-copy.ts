import type { Issue } from '../errors.js'
import { memberPath, nameOf } from './issues.js'

const mostLevels = 100

/** Copies have no prototype, so that nothing added to Object.prototype becomes part of them. */
class Copy {
  [name: string]: unknown
}
Object.setPrototypeOf(Copy.prototype, null)
Reflect.deleteProperty(Copy.prototype, 'constructor')

/**
 * Copies a body and finds each place of it that JSON would drop, change or refuse. Each value is
 * read once, so that what is sent is what was checked, even if a Proxy gives other values later.
 * Only own, enumerable data properties of objects and arrays count as data; a member that is
 * undefined is left out.
 */
export class BodyCopy {
  readonly value: unknown
  readonly issues: Issue[] = []
  /** False if a value could not be read; then the copy is not checked against the document. */
  readable = true
  /** The path to the value that is being copied. */
  readonly #keys: string[] = []
  readonly #ancestors: object[] = []
  readonly #required: string | undefined

  /**
   * `required` names a member (`ref_id`) that must not be undefined: the code that was to fill it
   * has probably failed.
   */
  constructor(body: unknown, required?: string) {
    this.#required = required
    this.value = this.#visit(body)
  }

  #visit(value: unknown): unknown {
    const type = typeof value
    if (type === 'string' || type === 'boolean' || value === null) return value
    if (typeof value === 'object') return this.#visitObject(value)
    if (value === undefined) this.#refuse('is undefined; leave the field out or give it a value')
    else if (type === 'bigint')
      this.#refuse('is a bigint, which JSON cannot carry; give its toString()')
    else if (typeof value !== 'number') this.#refuse(`is a ${type}, which JSON cannot carry`)
    else if (Object.is(value, -0)) this.#refuse('is -0, which JSON cannot carry')
    else if (!Number.isFinite(value)) this.#refuse(`is ${value}, which JSON cannot carry`)
    return value
  }

  #visitObject(value: object): unknown {
    const keys = Object.keys(value)
    const problem = this.#problemOf(value, keys)
    if (problem !== undefined) {
      this.#refuse(problem)
      this.readable = false
      return undefined
    }
    const copy = (Array.isArray(value) ? [] : new Copy()) as Record<string, unknown>
    this.#ancestors.push(value)
    for (const key of keys) {
      this.#keys.push(key)
      const property = Object.getOwnPropertyDescriptor(value, key)
      if (property && 'value' in property) {
        if (this.#isKept(property.value, key, value)) copy[key] = this.#visit(property.value)
      } else {
        this.#refuse('is a getter; give its value')
        this.readable = false
      }
      this.#keys.pop()
    }
    this.#ancestors.pop()
    return copy
  }

  /**
   * As in JSON, members that are undefined are left out. In a list they stay, because the others
   * would move up.
   */
  #isKept(value: unknown, key: string, owner: object): boolean {
    if (value !== undefined || Array.isArray(owner)) return true
    return this.#ancestors.length === 1 && key === this.#required
  }

  #problemOf(value: object, keys: readonly string[]): string | undefined {
    if (this.#ancestors.includes(value)) return 'contains itself'
    if (this.#ancestors.length >= mostLevels) return `is nested deeper than ${mostLevels} levels`
    const array = Array.isArray(value)
    const foreign = array ? undefined : strangenessOf(value)
    if (foreign !== undefined) return foreign
    if ('toJSON' in value && typeof value.toJSON === 'function') return 'has a toJSON method'
    const names = Object.getOwnPropertyNames(value).length
    const hidden = names !== keys.length + Number(array)
    // getOwnPropertyNames and Symbols together are faster than Reflect.ownKeys.
    if (
      hidden ||
      Object.getOwnPropertySymbols(value).length > 0 ||
      (array && (keys.length !== value.length || keys.some((key, at) => key !== String(at))))
    )
      return 'has holes, symbols or hidden properties, which JSON would drop'
    return undefined
  }

  #refuse(problem: string): void {
    const path = this.#keys.reduce(memberPath, '$')
    this.issues.push({ path, message: `${nameOf(path)} ${problem}` })
  }
}

/**
 * Says why an object is not plain data; undefined for a plain object, and for an instance of a
 * class with data only.
 */
function strangenessOf(value: object): string | undefined {
  const prototype = Object.getPrototypeOf(value) as object | null
  // A plain object of another realm (an iframe, a vm context) has that realm's Object.prototype.
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return undefined
  const kind = `is a ${nameOfClass(prototype)}`
  if (value instanceof Date) return `${kind}; give its toISOString()`
  // For example Decimal and BigNumber of well-known libraries.
  if ('toJSON' in value && typeof value.toJSON === 'function') return `${kind}; give its toString()`
  const built = Object.prototype.toString.call(value) !== '[object Object]'
  if (built) return `must be a plain object, got a ${nameOfClass(prototype)}`
  const lost = inheritedData(prototype)
  return lost === undefined ? undefined : `${kind} that inherits ${lost}; give a plain object`
}

/**
 * The first member of a class, or of its parents, that is not a method, such as a getter: JSON
 * would drop it.
 */
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
