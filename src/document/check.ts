import type { Issue } from '../errors.js'
import { isObject } from '../shared/json.js'
import { printable } from '../shared/text.js'
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
 * The check of a schema; it is made once, when it is first needed. A valid body costs one look at each of
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

/** More problems than this are not listed: a body may have as many as it has fields. */
export const maxIssues = 100

/**
 * What is wrong with a body, as sentences: one for each problem, none twice. `quote` says whether a
 * sentence may show what was found.
 */
export function findIssues(check: Check, value: unknown, quote = true): Issue[] {
  if (check.validate(value)) return []
  const issues = explain(check, value, { path: '$', quote })
  const found = new Map<string, Issue>()
  for (const issue of issues) {
    found.set(issue.message, issue)
    if (found.size === maxIssues) break
  }
  return [...found.values()]
}

interface Place {
  readonly path: string
  readonly quote: boolean
}

function* explain(check: Check, value: unknown, place: Place): Generator<Issue> {
  const { rules, properties, items, oneOf } = check
  const { path, quote } = place
  const at = (key: string): Place => ({ ...place, path: memberPath(path, key) })
  const wrong = (): Issue =>
    tell(path, `must be ${expected(check)}${quote ? `, got ${got(value)}` : ''}`)
  if (!check.validateSelf(value)) yield wrong()
  if (isObject(value)) {
    for (const name of rules.required ?? [])
      if (!has(value, name)) yield tell(at(name).path, 'is required')
    for (const name of Object.keys(value))
      if (properties.get(name)?.isNever === true && has(value, name)) yield stray(check, path, name)
    yield* findStray(check, value, path)
    for (const [name, property] of properties)
      if (!property.isNever && has(value, name)) yield* explain(property, value[name], at(name))
  }
  if (items && Array.isArray(value))
    for (const [index, item] of value.entries()) yield* explain(items, item, at(String(index)))
  if (oneOf.length === 0 || oneOf.filter(({ validate }) => validate(value)).length === 1) return
  const meant = findMeant(oneOf, value)
  if (meant) yield* explain(meant, value, place)
  else {
    yield wrong()
    for (const one of oneOf) if (isObject(value)) yield* findStray(one, value, path)
  }
}

/** The fields that the schema does not know. */
function* findStray(check: Check, value: Json, path: string): Generator<Issue> {
  if (check.rules.additionalProperties === false)
    for (const name of Object.keys(value))
      if (!check.properties.has(name)) yield stray(check, path, name)
}

function stray({ properties }: Check, path: string, name: string): Issue {
  return tell(memberPath(path, name), `is not one of the fields here${hintFor(name, properties)}`)
}

/** The field that was meant, by a name that differs only in its style (`refId` and `ref_id`); else all that there are. */
function hintFor(name: string, properties: Check['properties']): string {
  const fields = [...properties].filter(([, { isNever }]) => !isNever).map(([field]) => field)
  const similar = fields.find((field) => plain(field) === plain(name))
  return similar === undefined ? `, which are ${fields.join(', ')}` : `; did you mean ${similar}?`
}

function plain(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toLowerCase()
}

/** The alternative that was meant: the only one whose required fields are there, and none that it forbids. */
function findMeant(oneOf: readonly Check[], value: unknown): Check | undefined {
  const possible = oneOf.filter(
    ({ rules: { required = [] }, properties }) =>
      isObject(value) &&
      required.every((name) => has(value, name)) &&
      !Object.keys(value).some(
        (name) => properties.get(name)?.isNever === true && has(value, name),
      ),
  )
  return possible.length === 1 ? possible[0] : undefined
}

type Json = Readonly<Record<string, unknown>>

function has(value: Json, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined
}

/** A problem of what a JSONPath points to. */
export function tell(path: string, rule: string): Issue {
  return { path: printable(path), message: printable(`${nameOf(path)} ${rule}`) }
}

/** Rules that make no words, or whose words come first. */
const spoken = /^(?:type|format|enum|properties|required|additionalProperties|items|oneOf)$/

/** The words for "must be …". */
function expected({ rules, oneOf }: Check): string {
  const { type = 'value', format, enum: values } = rules
  if (rules.expected !== undefined) return rules.expected
  if (values) return (values.length > 1 ? 'one of ' : '') + values.map(String).join(', ')
  if (oneOf.length > 0) {
    const groups = oneOf.map((one) => `(${(one.rules.required ?? []).join(', ')})`)
    return `an object with exactly one of ${groups.join(' or ')}`
  }
  const name = (format === undefined ? '' : `${format} `) + [type].flat().join(' or ')
  const rest = Object.entries(rules).filter(([keyword]) => !spoken.test(keyword))
  const more = rest.map(([keyword, limit]) => `${keyword} ${JSON.stringify(limit)}`).join(', ')
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}${more === '' ? '' : ` with ${more}`}`
}

/** The JSONPath of a member of what `path` points to. */
export function memberPath(path: string, key: string): string {
  return /^[A-Za-z_]\w{0,99}$/.test(key)
    ? `${path}.${key}`
    : `${path}[${JSON.stringify(key.slice(0, 40))}]`
}

/** How a sentence names what a JSONPath points to. */
function nameOf(path: string): string {
  return path === '$' ? 'the body' : path.replace(/^\$\.?/, '')
}

/** The value that was found, cut short, so that the sentence stays readable. */
function got(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 40 ? `${value.length} characters` : JSON.stringify(value)
  if (typeof value === 'number' || typeof value === 'boolean') return `${typeof value} ${value}`
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  if (Array.isArray(value)) return 'an array'
  const names = Object.keys(value).map((key) => key.slice(0, 40))
  return names.length === 0 ? 'an empty object' : `an object with ${names.slice(0, 8).join(', ')}`
}
