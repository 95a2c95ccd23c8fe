import { isObject } from '../shared/json.js'
import type { Limits, Schema, Test } from './operation.js'

/** Keywords of JSON Schema that our own document has no use for. */
export const limitKeywords = {
  minLength: (min: number) => ofText((value) => Array.from(value).length >= min),
  maxLength: (max: number) => ofText((value) => Array.from(value).length <= max),
  minimum: (min: number) => ofNumber((value) => value >= min),
  maximum: (max: number) => ofNumber((value) => value <= max),
  exclusiveMinimum: (bound: number) => ofNumber((value) => value > bound),
  exclusiveMaximum: (bound: number) => ofNumber((value) => value < bound),
  multipleOf: (step: number) => ofNumber((value) => isNearlyWhole(value / step)),
  minItems: (min: number) => ofList((value) => value.length >= min),
  maxItems: (max: number) => ofList((value) => value.length <= max),
  minProperties: (min: number) => ofObject((value) => Object.keys(value).length >= min),
  maxProperties: (max: number) => ofObject((value) => Object.keys(value).length <= max),
} as const satisfies Readonly<Record<string, (limit: number) => Test>>

// A rule about one type does not concern values of another. Characters are those of Unicode (RFC 8259).
const ofText = (test: (value: string) => boolean): Test => {
  return (value) => typeof value !== 'string' || test(value)
}
const ofNumber = (test: (value: number) => boolean): Test => {
  return (value) => typeof value !== 'number' || test(value)
}
const ofList = (test: (value: readonly unknown[]) => boolean): Test => {
  return (value) => !Array.isArray(value) || test(value)
}
const ofObject = (test: (value: object) => boolean): Test => {
  return (value) => !isObject(value) || test(value)
}

/** 19.99 is a multiple of 0.01, though their quotient is 1998.9999999999998. */
function isNearlyWhole(quotient: number): boolean {
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * Number.EPSILON * 2
}

/** Makes what checks the limits of a value, from the keywords of its schema. */
export function createLimits(
  keywords: Readonly<Partial<Record<keyof typeof limitKeywords, number>>>,
): Limits {
  const pairs = Object.entries(keywords) as [keyof typeof limitKeywords, number][]
  const tests = pairs.map(([keyword, limit]) => limitKeywords[keyword](limit))
  return {
    keywords,
    test: (value) => tests.every((test) => test(value)),
    words: pairs.map(([keyword, limit]) => `${keyword} ${limit}`).join(', '),
  }
}

/** A schema of `provider.json`, which has keywords instead of code. */
export function withLimits(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema
  const { items, properties, additionalProperties: others, oneOf } = schema
  const entries = Object.entries(schema)
  const limits = entries.filter(([keyword]) => Object.hasOwn(limitKeywords, keyword))
  return {
    ...schema,
    ...(limits.length > 0 && { limits: createLimits(Object.fromEntries(limits)) }),
    ...(items !== undefined && { items: withLimits(items) }),
    ...(others !== undefined && { additionalProperties: withLimits(others) }),
    ...(oneOf && { oneOf: oneOf.map(withLimits) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, withLimits(one)]),
      ),
    }),
  }
}
