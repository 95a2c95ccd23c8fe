import { fits } from '../document/schema-check.js'
import type { Rules, Schema, Values } from '../operation.js'
import { isObject, memberOf } from '../shared/json.js'

export type Source =
  /** The field that was sent under this name. */
  | { readonly sent: string }
  /** A new UUID, unless one is sent. */
  | { readonly newId: true }
  /** The current time plus so many seconds. */
  | { readonly now: number }
  /** Two other members, which are decimal strings, multiplied. */
  | { readonly product: readonly [string, string] }

export interface Member {
  readonly path: readonly string[]
  /** Whether the member is required; otherwise it is left out unless it was sent. */
  readonly required: boolean
  readonly source: Source
  /** The example of an object or a list that the base lacks. */
  readonly shape?: unknown
}

export interface ExampleAnswer {
  readonly status: number
  /** The media type of the answer, where that is not `application/json`. */
  readonly type?: string
  readonly examples: readonly Example[]
  /** The first example, or one made from the schema: `members` change it. Without it, an answer has no content. */
  readonly base?: unknown
  /** The examples of the alternatives of each `oneOf`, by its path with slashes, where items of lists are `0`. */
  readonly unions?: Readonly<Record<string, readonly unknown[]>>
  readonly members: readonly Member[]
  /** The resource that has to exist, since the path names it. */
  readonly named?: Named
  readonly resource?: ResourceRule
  /** The documented bodies of refusals: by their status, `4XX`, `5XX` or `default`. */
  readonly refusals?: Readonly<Record<string, Refusal>>
}

interface Example {
  readonly request: Values
  readonly response?: unknown
  /** The required parameters whose value the document does not show. */
  readonly invented?: readonly string[]
}

export interface Refusal {
  readonly type: string
  readonly body: unknown
}

/** How a parameter finds resources: by an equal field, or by one that is greater or less. */
export interface Filter {
  readonly field: string
  readonly is?: 'gte' | 'gt' | 'lte' | 'lt'
}

/** A resource that the path of an operation names. */
export interface Named {
  readonly kind: string
  readonly filters: Readonly<Record<string, Filter>>
}

/** How an operation makes, changes or reads resources. */
export interface ResourceRule extends Named {
  /** The place of the resource, or of their list, in the answer. */
  readonly path: readonly string[]
  /** Whether an operation makes such resources. Resources that no operation makes are those of the example. */
  readonly isMade: boolean
  /** Of a list, the parameter with the length of a page, and its default. */
  readonly list?: { readonly length?: { readonly parameter: string; readonly byDefault: number } }
}

/**
 * Makes an answer of a schema from the input, and from the answer with the stored resource: of alternatives, the one that
 * repeats the most of the input.
 */
export function fill(row: ExampleAnswer, input: Values, schema: Schema, before?: unknown): unknown {
  const { members, unions = {}, resource: { path = [] } = {} } = row
  // The answer has to have every member, not only those that were sent.
  const whole = { ...row, members: members.map((member) => ({ ...member, required: true })) }
  const examples = unions[path.join('/')] ?? []
  const answers = alternativesAt(schema, path).flatMap((one, at) => {
    const base = before ?? (at in examples ? put(row.base, path, examples[at]) : row.base)
    return [row, whole].map((form) => fillMembers({ ...form, base }, input, one, !before))
  })
  const fitting = answers.filter((answer) => fits(schema, answer))
  const pairsIn = (answer: unknown): Pairs =>
    members.map(({ path, source }) => [
      'sent' in source ? input[source.sent] : undefined,
      read(answer, path),
    ])
  return closest(fitting, pairsIn) ?? answers.at(-1)
}

type Pairs = readonly (readonly [sent: unknown, value: unknown])[]

/** The first value that repeats the most of what was sent. */
function closest<Value>(values: readonly Value[], pairsIn: (value: Value) => Pairs) {
  const counts = values.map(
    (one) =>
      pairsIn(one).filter(
        ([sent, value]) => sent !== undefined && canonical(sent) === canonical(value),
      ).length,
  )
  return values[counts.indexOf(Math.max(...counts))]
}

/** The schemas that a schema with a `oneOf` at a path stands for. */
function alternativesAt(schema: Schema, [name, ...rest]: readonly string[]): readonly Schema[] {
  if (typeof schema === 'boolean') return [schema]
  const { oneOf, ...own } = schema
  if (name === undefined) return oneOf?.map((one) => ({ ...own, ...(one as Rules) })) ?? [schema]
  const { properties = {} } = schema
  return alternativesAt(memberOf(properties, name) ?? true, rest).map((one) => ({
    ...schema,
    properties: { ...properties, [name]: one },
  }))
}

function fillMembers(row: ExampleAnswer, input: Values, schema: Schema, isNew: boolean): unknown {
  const { base, members, named, resource } = row
  let answer = base
  const now = Date.now()
  const echoAt = (path: readonly string[], sent: unknown, there: unknown): unknown =>
    echo({ row, isNew, path }, path.reduce(memberRules, schema), sent, there)
  const valueOf = ({ path, required, source, shape }: Member): unknown => {
    const there = read(answer, path)
    if ('product' in source) {
      const [one, other] = source.product.map((name) => read(answer, [...path.slice(0, -1), name]))
      return multiply(one, other) ?? there
    }
    if ('sent' in source) {
      const sent = echoAt(path, input[source.sent], there ?? shape)
      return sent === undefined && (required || !isNew) ? there : sent
    }
    if ('newId' in source) {
      const name = path.at(-1) ?? ''
      // A path has the identifier of a parent resource, but not of an object within the resource.
      const isAbove = named?.kind !== resource?.kind && Object.hasOwn(named?.filters ?? {}, name)
      const isOwn = resource === undefined || path.length === resource.path.length + 1
      const sent = isOwn && !isAbove ? echoAt(path, input[name], there) : undefined
      return sent ?? (isNew ? newId(path.reduce(memberRules, schema), there) : there)
    }
    // An optional time that the example lacks, such as `settled_at`, is set by a later event.
    return !isNew || there === undefined ? there : timestamp(now + source.now * 1_000)
  }
  const last = members.filter(({ source }) => 'product' in source)
  const all = [...members.filter((member) => !last.includes(member)), ...last]
  for (const member of all)
    if (read(answer, member.path.slice(0, -1))) answer = put(answer, member.path, valueOf(member))
  return structuredClone(answer)
}

/** The schema of a member. */
export function memberRules(schema: Schema, name: string): Schema {
  const { properties = {}, additionalProperties = true } = schema as Rules
  return memberOf(properties, name) ?? additionalProperties
}

/** Where a sent value is repeated. */
interface Echo {
  readonly row: ExampleAnswer
  readonly isNew: boolean
  readonly path: readonly string[]
}

/**
 * The part of a sent value that an answer repeats: the members that its schema has, beside the members of the example that it
 * requires. Undefined where no sent value fits.
 */
function echo(at: Echo, schema: Schema, sent: unknown, there: unknown): unknown {
  if (sent === undefined) return undefined
  const { row, isNew, path } = at
  const { properties, required = [], items, oneOf } = schema as Rules
  const inner = (name: string, rules: Schema, value: unknown): unknown =>
    echo({ ...at, path: [...path, name] }, rules, value, read(there, [name]))
  if (oneOf) {
    const examples = row.unions?.[path.join('/')] ?? []
    const all = oneOf.map((one, index) =>
      echo(at, one, sent, fits(one, there) ? there : examples[index]),
    )
    const sentIn = Object.entries(Object(sent) as Values)
    return closest(
      all.filter((one) => one !== undefined),
      (one) => sentIn.map(([name, value]) => [value, memberOf(one, name)]),
    )
  }
  let repeated = sent
  if (items !== undefined && Array.isArray(sent))
    repeated = sent.map((item) => inner('0', items, item))
  if (properties && isObject(sent)) {
    const example = Object.entries(isObject(there) ? there : {})
    const ofExample = example.filter(([name]) => !isNew || required.includes(name))
    const members = Object.entries(sent).map(
      ([name, value]) => [name, inner(name, memberRules(schema, name), value)] as const,
    )
    repeated = Object.fromEntries([...ofExample, ...members.filter(([, one]) => one !== undefined)])
  }
  return fits(schema, repeated) ? repeated : undefined
}

/** A UUID; for a schema that refuses it, the example with another end. */
function newId(schema: Schema, example: unknown): unknown {
  const text = String(example)
  const at = text.lastIndexOf('_') + 1
  const random = (from: string, count: number): string =>
    String.fromCharCode(from.charCodeAt(0) + Math.floor(Math.random() * count))
  const end = text
    .slice(at)
    .replace(/\d/g, () => random('0', 10))
    .replace(/[a-z]/g, () => random('a', 26))
    .replace(/[A-Z]/g, () => random('A', 26))
  const ids = [crypto.randomUUID(), text.slice(0, at) + end]
  return ids.find((one) => fits(schema, one)) ?? example
}

/** A timestamp with microseconds, as in the examples: a Date keeps milliseconds only. */
function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z')
}

export function read(from: unknown, path: readonly string[]): unknown {
  return path.reduce((at, name) => (at as Values | undefined)?.[name], from)
}

/** A copy with another value at a path, or without that member where the value is undefined. */
export function put(answer: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const before = answer as Values | undefined
  const copy = { ...before, [name]: put(before?.[name], rest, value) }
  if (copy[name] === undefined) Reflect.deleteProperty(copy, name)
  return copy
}

/** The fields of a request of which an answer has products. */
export function factorsOf({ members }: ExampleAnswer) {
  return members.flatMap(({ path, source }) => {
    const names = 'product' in source ? source.product : []
    const factors = names.map((name) => String([...path.slice(0, -1), name]))
    return members.flatMap((one) => {
      const isFactor = 'sent' in one.source && factors.includes(String(one.path))
      return isFactor ? [{ field: one.source.sent, product: path.join('.') }] : []
    })
  })
}

/**
 * The exact product of two decimal strings, with at least the decimals of the second; undefined where one of them is
 * no decimal.
 */
function multiply(one: unknown, other: unknown): string | undefined {
  if (!isDecimal(one) || !isDecimal(other)) return undefined
  const scale = decimalsOf(one) + decimalsOf(other)
  const digits = `${BigInt(one.replace('.', '')) * BigInt(other.replace('.', ''))}`
  const padded = digits.padStart(scale + 1, '0')
  const fraction = padded.slice(padded.length - scale)
  const decimals = fraction.replace(/(?<!0)0+$/, '').padEnd(decimalsOf(other), '0')
  const whole = padded.slice(0, padded.length - scale)
  return decimals === '' ? whole : `${whole}.${decimals}`
}

/** Whether a value is a decimal string that can be multiplied at once. */
export const isDecimal = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 1_000 && /^(?:[0-9]+|[0-9]*\.[0-9]+)$/.test(value)

function decimalsOf(text: string): number {
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
}

/** JSON with sorted members, so that equal objects have equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, node: unknown) =>
    typeof node === 'object' && node !== null && !Array.isArray(node)
      ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)))
      : node,
  )
}
