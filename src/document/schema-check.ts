import type { Issue } from '../errors.js'
import type { Rules, Schema, Test } from '../operation.js'
import { isObject } from '../shared/json.js'
import { printable } from '../shared/redact.js'
import { limitTests } from './limit-tests.js'

const types: Readonly<Record<string, Test>> = {
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

const tests: { readonly [Keyword in keyof Rules]?: (rule: NonNullable<Rules[Keyword]>) => Test } = {
  type: (names) =>
    (typeof names === 'string' && types[names]) ||
    ((value) => [names].flat().some((name) => types[name]?.(value))),
  enum: (values) => (value) => values.includes(value),
  pattern: (source) => match(new RegExp(source, 'u'), maxMatched),
  format: (name) => match(formats[name]),
}
const makers: Readonly<Record<string, (rule: never) => Test>> = { ...tests, ...limitTests }

/** Characters of an answer that are matched at most: a pattern may take a time that is the square of their number. */
const maxMatched = 1_000

function match(expression: RegExp | undefined, longest = Infinity): Test {
  return (value, isAnswer) =>
    typeof value !== 'string' ||
    (isAnswer === true && value.length > longest) ||
    expression?.test(value) !== false
}

/** Schemas as they are walked through. All have one shape, which makes it quick to read. */
const plans = new WeakMap<Rules, ReturnType<typeof makePlan>>()

function makePlan(rules: Rules) {
  const { required = [], additionalProperties: others = true, items, oneOf, anyOf } = rules
  const named = Object.entries(rules).filter(([keyword]) => Object.hasOwn(makers, keyword))
  // The compiler cannot follow that a rule is of the type that its test takes.
  const own = named.flatMap(([keyword, rule]) => makers[keyword]?.(rule as never) ?? [])
  const properties = new Map(Object.entries(rules.properties ?? {}))
  const plan = { own, required, properties, others, items, oneOf, anyOf }
  plans.set(rules, plan)
  return plan
}

/** More problems than this are not listed: a body may have as many as it has fields. */
export const maxIssues = 100

/** A place in a value: the place of the object or list above, and the key in that. Undefined for the whole value. */
type Place = readonly [above: Place, key: PropertyKey] | undefined

type Report = (place: Place, words: (isRequest: boolean) => string) => void

/** The problems of a value that does not fit, as sentences: one for each, none twice. Those of an answer show no value. */
export function findIssues(schema: Schema, value: unknown, isRequest = true): Issue[] {
  const issues = new Map<string, Issue>()
  fits(schema, value, !isRequest, (place, words) => {
    if (issues.size === maxIssues) return
    const issue = issueAt(place, words(isRequest))
    issues.set(issue.message, issue)
  })
  return [...issues.values()]
}

/**
 * Whether a value that was read from JSON fits a schema. `place` is for the report of what does not. It runs for each value of
 * each call, so it makes no closure of its own: a variable that a closure takes costs memory at every run.
 */
export function fits(
  schema: Schema,
  value: unknown,
  isAnswer = false,
  report?: Report,
  place?: Place,
): boolean {
  if (typeof schema === 'boolean') return schema
  const plan = plans.get(schema) ?? makePlan(schema)
  const { own, required, properties, others, items, oneOf, anyOf } = plan
  let isFit = true
  for (const test of own) isFit &&= test(value, isAnswer)
  if (anyOf) isFit &&= countFitting(anyOf, value, isAnswer) > 0
  if (!isFit) report?.(place, wrong(schema, value))
  if (isObject(value)) {
    for (const name of required) {
      if (Object.hasOwn(value, name)) continue
      isFit = false
      report?.([place, name], isRequired)
    }
    for (const name of Object.keys(value)) {
      const property = properties.get(name) ?? others
      if (fits(property, value[name], isAnswer, report, report && [place, name])) continue
      isFit = false
      if (property === false) report?.([place, name], stray(schema, name))
    }
  }
  if (items !== undefined && Array.isArray(value))
    for (const [at, item] of value.entries())
      if (!fits(items, item, isAnswer, report, report && [place, at])) isFit = false
  if (oneOf === undefined || countFitting(oneOf, value, isAnswer) === 1) return isFit
  if (report) reportChoice(schema, value, isAnswer, report, place)
  return false
}

const countFitting = (schemas: readonly Schema[], value: unknown, isAnswer: boolean): number =>
  schemas.filter((one) => fits(one, value, isAnswer)).length

const isRequired = (): string => 'is required'

const wrong = (schema: Rules, value: unknown) => (isRequest: boolean) =>
  `must be ${expected(schema)}${isRequest ? `, got ${got(value, schema)}${adviceOf(value, schema)}` : ''}`

/** The sentence on a field that is not listed: it names the field that was meant, or else all that there are. */
const stray =
  ({ properties = {} }: Rules, name: string) =>
  (isRequest: boolean) => {
    const fields = Object.keys(properties).filter((field) => properties[field] !== false)
    const similar = inOtherStyle(name, fields)
    if (similar !== undefined) return `is not one of the fields here; did you mean ${similar}?`
    return `is not one of the fields here, which are ${fields.join(', ')}${isRequest && !Object.hasOwn(properties, name) ? advice : ''}`
  }

/** The advice for what the provider takes beyond the document. It would mislead a caller who wrote a name in another style. */
const advice = '; if your provider takes it, say so in an overlay (see the option provider)'

function adviceOf(value: unknown, { enum: values, expected: words }: Rules): string {
  if (typeof value !== 'string' || !values || words !== undefined) return ''
  return inOtherStyle(value, values.map(String)) === undefined ? advice : ''
}

/** The name that was meant, which differs in its style alone, as `refId` and `ref_id` do. */
function inOtherStyle(name: string, names: readonly string[]): string | undefined {
  return names.find((one) => plain(one) === plain(name))
}

function plain(name: string): string {
  return name.replace(/[-_.\s]/g, '').toLowerCase()
}

/**
 * Reports a value that not exactly one alternative fits, by the alternative that was meant: the one that the value does not
 * exclude by its type, and by the member that tells the alternatives apart, or else by the members that each forbids.
 */
function reportChoice(
  schema: Rules,
  value: unknown,
  isAnswer: boolean,
  report: Report,
  place: Place,
): void {
  const { tells = '' } = schema
  const oneOf = schema.oneOf as readonly Rules[]
  const members = isObject(value) ? value : {}
  const isTold = Object.hasOwn(members, tells)
  const left = oneOf.filter(({ type = 'object', properties = {} }) => {
    const own = Object.entries(properties).filter(([name, it]) => (isTold ? name === tells : !it))
    return fits({ type, properties: Object.fromEntries(own) }, value)
  })
  const kinds = oneOf.flatMap((one) => (one.properties?.[tells] as Rules | undefined)?.enum ?? [])
  const [{ required = [] } = schema, other] = left
  const common = required.filter((name) => left.every((one) => one.required?.includes(name)))
  if (left[0] && !other) fits(left[0], value, isAnswer, report, place)
  else if (value === members && kinds[0] && !kinds.includes(members[tells]))
    report([place, tells], wrong({ enum: kinds }, members[tells]))
  else if (fits({ required: common }, value, isAnswer, report, place)) {
    report(place, wrong(schema, value))
    for (const { additionalProperties, properties = {} } of oneOf)
      for (const name of Object.keys(members))
        if (additionalProperties === false && !Object.hasOwn(properties, name))
          report([place, name], stray({ properties }, name))
  }
}

export function issueAt(place: Place, rule: string): Issue {
  const keys = keysOf(place)
  const name = place === undefined ? 'the body' : keys.reduce<string>(memberPath, '')
  const path = keys.map((key) => (typeof key === 'string' ? printable(key, maxKey) : key))
  return { path, message: printable(`${name} ${rule}`) }
}

/** Characters of a key of which a problem tells at most. */
const maxKey = 100

function keysOf(place: Place): PropertyKey[] {
  const keys: PropertyKey[] = []
  for (let at = place; at !== undefined; at = at[0]) keys.push(at[1])
  return keys.reverse()
}

/** The words for "must be …". */
export function expected(rules: Rules): string {
  const { type = 'value', format, enum: values, pattern } = rules
  if (rules.expected !== undefined) return rules.expected
  if (values) return (values.length > 1 ? 'one of ' : '') + values.map(String).join(', ')
  const name = (format === undefined ? '' : `${format} `) + [type].flat().join(' or ')
  const more = Object.entries(rules)
    .filter(([keyword]) => Object.hasOwn(limitTests, keyword))
    .map(([keyword, limit]) => `${keyword} ${limit}`)
  if (pattern) more.push(`pattern ${JSON.stringify(pattern)}`)
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}${more.length > 0 ? ` with ${more.join(', ')}` : ''}`
}

/** The name of a member in a sentence, such as `vasp.id`, `members[0]` or `["a b"]`. */
function memberPath(path: string, key: PropertyKey): string {
  if (typeof key !== 'string') return `${path}[${String(key)}]`
  if (!/^[A-Za-z_]\w{0,99}$/.test(key)) return `${path}[${JSON.stringify(key.slice(0, 40))}]`
  return path === '' ? key : `${path}.${key}`
}

/** The value, cut short, so that the sentence stays readable. A string in the place of an object may hold all of one. */
function got(value: unknown, { type, oneOf }: Rules): string {
  const takesMembers = oneOf !== undefined || /object|array/.test(String(type))
  if (typeof value === 'string' && takesMembers) return 'a string'
  if (typeof value === 'string')
    return value.length > 40 ? `${value.length} characters` : JSON.stringify(value)
  if (typeof value === 'number' || typeof value === 'boolean') return `${typeof value} ${value}`
  if (!isObject(value)) return Array.isArray(value) ? 'an array' : String(value)
  const names = Object.keys(value).map((key) => key.slice(0, 40))
  return names.length === 0 ? 'an empty object' : `an object with ${names.slice(0, 8).join(', ')}`
}
