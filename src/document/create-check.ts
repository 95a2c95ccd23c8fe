import { isObject } from '../shared/json.js'
import type { Check, Rules, Schema } from './operation.js'

type Test = (value: unknown) => boolean

/** The types of JSON Schema. */
export const types: Readonly<Record<string, Test>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isObject,
}

/** RFC 3339, section 5.6, without the lengths of the months; and RFC 9562, section 4. */
export const formats: Readonly<Record<string, RegExp>> = {
  'date-time':
    /^\d{4}-[01]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i,
  uuid: /^(?:urn:uuid:)?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,
}

const made = new WeakMap<Rules, Check>()

/**
 * The check of a schema; it is made once, when it is first asked for. A valid body costs one look at each of
 * its members: paths and sentences are made by `findIssues`, and only for a body that is not valid.
 */
export function createCheck(schema: Schema): Check {
  if (typeof schema === 'boolean') return makeCheck(schema)
  const check = made.get(schema) ?? makeCheck(schema)
  made.set(schema, check)
  return check
}

function makeCheck(schema: Schema): Check {
  const rules: Rules = typeof schema === 'object' ? schema : {}
  const listed = Object.entries(rules.properties ?? {})
  const properties = new Map(listed.map(([name, property]) => [name, createCheck(property)]))
  const items = rules.items === undefined ? undefined : createCheck(rules.items)
  const oneOf = (rules.oneOf ?? []).map(createCheck)
  const isNever = schema === false
  const validateSelf = isNever ? () => false : every(testsOf(rules))
  const all = [validateSelf]
  if (rules.properties || rules.additionalProperties === false)
    all.push(testMembers(rules, properties))
  if (items) all.push((value) => !Array.isArray(value) || value.every(items.validate))
  if (rules.oneOf) all.push((value) => oneOf.filter(({ validate }) => validate(value)).length === 1)
  return { rules, isNever, validate: every(all), validateSelf, properties, items, oneOf }
}

function every([first = () => true, ...others]: readonly Test[]): Test {
  if (others.length === 0) return first
  const rest = every(others)
  return (value) => first(value) && rest(value)
}

/** Only own, enumerable members count, and one that is undefined is absent. */
function testMembers(
  { required = [], additionalProperties }: Rules,
  properties: Check['properties'],
): Test {
  const members = new Map(
    [...properties].map(([name, { validate }]) => [
      name,
      { validate, counts: required.includes(name) ? 1 : 0 },
    ]),
  )
  const isClosed = additionalProperties === false
  return (value) => {
    if (!isObject(value)) return true
    let found = 0
    for (const name of Object.keys(value)) {
      const member = members.get(name)
      if (member === undefined) {
        if (isClosed) return false
      } else if (value[name] !== undefined) {
        if (!member.validate(value[name])) return false
        found += member.counts
      }
    }
    return found === required.length
  }
}

/** A rule about one type does not concern values of another. */
const tests: { readonly [Keyword in keyof Rules]?: (rule: NonNullable<Rules[Keyword]>) => Test } = {
  type: (names) => {
    const known = [names].flat().flatMap((name) => types[name] ?? [])
    return known.length === 1 ? every(known) : (value) => known.some((test) => test(value))
  },
  enum: (values) => (value) => values.includes(value),
  pattern: (source) => match(new RegExp(source, 'u')),
  format: (name) => match(formats[name]),
  minLength: (min) => (value) => typeof value !== 'string' || lengthOf(value) >= min,
  maxLength: (max) => (value) => typeof value !== 'string' || lengthOf(value) <= max,
  minimum: (min) => (value) => typeof value !== 'number' || value >= min,
  maximum: (max) => (value) => typeof value !== 'number' || value <= max,
  exclusiveMinimum: (bound) => (value) => typeof value !== 'number' || value > bound,
  exclusiveMaximum: (bound) => (value) => typeof value !== 'number' || value < bound,
  minItems: (min) => (value) => !Array.isArray(value) || value.length >= min,
  maxItems: (max) => (value) => !Array.isArray(value) || value.length <= max,
}

function testsOf(rules: Rules): Test[] {
  return Object.entries(rules).flatMap(([keyword, rule]) =>
    Object.hasOwn(tests, keyword)
      ? // The compiler cannot follow that a rule is of the type that its test takes.
        (tests[keyword as keyof Rules]?.(rule as never) ?? [])
      : [],
  )
}

function match(expression: RegExp | undefined): Test {
  return (value) => typeof value !== 'string' || expression?.test(value) !== false
}

/** In characters of Unicode (RFC 8259), of which some are two in a string. */
function lengthOf(text: string): number {
  return text.replace(/[\u{10000}-\u{10ffff}]/gu, '.').length
}
