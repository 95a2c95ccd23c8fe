import { type Issue, memberPath, nameOf } from './issues.js'

const deepest = 100

/**
 * Finds each place of a body that JSON would drop, change or refuse, so that what is sent is exactly
 * what was given: only own, enumerable data properties of plain objects and arrays count as data.
 */
export class Serializability {
  readonly issues: Issue[] = []
  /** Whether what is left of the body can be looked at without running code. */
  readable = true
  /** Where the walk is. */
  readonly #keys: string[] = []
  readonly #ancestors: object[] = []

  constructor(body: unknown) {
    this.#visit(body)
  }

  #visit(value: unknown): void {
    const type = typeof value
    if (type === 'string' || type === 'boolean' || value === null) return
    if (typeof value === 'object') this.#visitObject(value)
    else if (value === undefined)
      this.#refuse('is undefined; leave the field out or give it a value')
    else if (typeof value !== 'number') this.#refuse(`is a ${type}, which JSON cannot carry`)
    else if (Object.is(value, -0)) this.#refuse('is -0, which JSON cannot carry')
    else if (!Number.isFinite(value)) this.#refuse(`is ${value}, which JSON cannot carry`)
  }

  #visitObject(value: object): void {
    const keys = Object.keys(value)
    const problem = this.#problemOf(value, keys)
    if (problem !== undefined) {
      this.#refuse(problem)
      this.readable = false
      return
    }
    this.#ancestors.push(value)
    for (const key of keys) {
      this.#keys.push(key)
      const property = Object.getOwnPropertyDescriptor(value, key)
      if (property && 'value' in property) this.#visit(property.value)
      else {
        this.#refuse('is a getter; give its value')
        this.readable = false
      }
      this.#keys.pop()
    }
    this.#ancestors.pop()
  }

  #problemOf(value: object, keys: readonly string[]): string | undefined {
    if (this.#ancestors.includes(value)) return 'contains itself'
    if (this.#ancestors.length >= deepest) return `is nested deeper than ${deepest} levels`
    const array = Array.isArray(value)
    const prototype = Object.getPrototypeOf(value) as object | null
    // An object of another realm has that realm's Object.prototype, whose own prototype is null.
    if (!array && prototype !== null && Object.getPrototypeOf(prototype) !== null)
      return `must be a plain object, got a ${prototype.constructor.name}`
    if ('toJSON' in value && typeof value.toJSON === 'function') return 'has a toJSON method'
    const names = Object.getOwnPropertyNames(value).length
    const hidden = names !== keys.length + Number(array)
    // Two lists of names are quicker to make than one with the symbols.
    if (
      hidden ||
      Object.getOwnPropertySymbols(value).length > 0 ||
      (array && keys.length !== value.length)
    )
      return 'has holes, symbols or hidden properties, which JSON would drop'
    return undefined
  }

  #refuse(problem: string): void {
    const path = this.#keys.reduce(memberPath, '$')
    this.issues.push({ path, message: `${nameOf(path)} ${problem}` })
  }
}
