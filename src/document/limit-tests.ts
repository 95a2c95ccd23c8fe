import type { Limit, Test } from '../operation.js'
import { isObject } from '../shared/json.js'

/** Sizes by which values are limited. Where a value has none, it is not a number, and no limit is broken. */
const amount = (value: unknown): number => (typeof value === 'number' ? value : NaN)
const length = (value: unknown): number => (Array.isArray(value) ? value.length : NaN)
/** Characters are those of Unicode (RFC 8259). */
const characters = (value: unknown): number =>
  typeof value === 'string' ? Array.from(value).length : NaN
const members = (value: unknown): number => (isObject(value) ? Object.keys(value).length : NaN)

type Size = typeof amount
const atLeast = (sizeOf: Size, limit: number): Test => {
  return (value) => !(sizeOf(value) < limit)
}
const atMost = (sizeOf: Size, limit: number): Test => {
  return (value) => !(sizeOf(value) > limit)
}

/** The tests of the keywords of JSON Schema that limit a value. */
export const limitTests: Readonly<Record<Limit, (limit: number) => Test>> = {
  minLength: (limit) => atLeast(characters, limit),
  maxLength: (limit) => atMost(characters, limit),
  minimum: (limit) => atLeast(amount, limit),
  maximum: (limit) => atMost(amount, limit),
  exclusiveMinimum: (limit) => (value) => !(amount(value) <= limit),
  exclusiveMaximum: (limit) => (value) => !(amount(value) >= limit),
  multipleOf: (step) => (value) => {
    const quotient = amount(value) / step
    // 19.99 is a multiple of 0.01, though their quotient is 1998.9999999999998.
    const error = Math.abs(quotient - Math.round(quotient))
    return !(error > Math.abs(quotient) * Number.EPSILON * 2)
  },
  minItems: (limit) => atLeast(length, limit),
  maxItems: (limit) => atMost(length, limit),
  minProperties: (limit) => atLeast(members, limit),
  maxProperties: (limit) => atMost(members, limit),
}
