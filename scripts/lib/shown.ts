import { fits } from '../../src/document/schema-check.js'
import { isNode, type Json, membersOf, type Node } from './document.js'
import { type KnownValues, wordsIn } from './known-values.js'

/**
 * A value that a schema shows where the document has no example of the whole: the first that fits, of its own examples, its
 * default and its list, of the document's examples for a field of its name, and of those of its format, its pattern and its
 * limits; else a sentence. The fake, the mock and the pages have the same.
 */
export function shown(schema: Node, known: KnownValues = () => [], name = ''): Json {
  let first: Json | undefined
  for (const value of candidates(schema, known, name)) {
    if (fits(schema, value)) return value
    first ??= value
  }
  return first ?? null
}

/** An alternative that requires each member for which it lists values: that is what tells it from the others. */
export function telling(schema: Node): Node {
  const { properties, required } = membersOf(schema)
  const listing = Object.keys(properties).filter((name) => properties[name]?.['enum'])
  return { ...schema, required: [...required, ...listing] }
}

/** The values that a schema itself gives: its examples, of OpenAPI 3.0 too, and its default. */
export function examplesOf({ examples = [], ...schema }: Node): Json[] {
  const others = ['example', 'default'].map((name) => schema[name])
  return [...(examples as Json[]), ...others.filter((one) => one !== undefined)]
}

function* candidates(schema: Node, known: KnownValues, name: string): Generator<Json> {
  const { enum: values = [], oneOf = [], anyOf = [], ...own } = schema
  yield* [...examplesOf(schema), ...(values as Json[])]
  for (const one of [...(oneOf as Node[]), ...(anyOf as Node[])]) {
    yield shown({ ...own, ...one }, known, name)
    yield shown(telling({ ...own, ...one }), known, name)
  }
  const { type = own['properties'] === undefined ? 'string' : 'object' } = own
  const types = [type].flat() as readonly string[]
  if (!types.some((one) => /object|array/.test(one))) yield* known(name)
  for (const one of types) yield* candidatesOf[one]?.(own, known, name) ?? []
}

/** Values of each type, null last: where a schema allows another type, it has to show that. */
const candidatesOf: Readonly<
  Record<string, (schema: Node, known: KnownValues, name: string) => Json[]>
> = {
  object: (schema, known, name) => [objectOf(schema, known, name)],
  array: ({ items, minItems = 1, maxItems = minItems }, known, name) => {
    const length = items === undefined ? 0 : Math.min(Number(minItems), Number(maxItems))
    return [Array.from({ length }, () => shown(items as Node, known, name))]
  },
  boolean: () => [true, false],
  integer: numbersOf,
  number: numbersOf,
  string: ({ format, description = '', minLength = 0 }, _, name) => [
    formats[format as string] ?? textOf(name, description as string),
    'text',
    ...texts,
    'a'.repeat(Number(minLength)),
  ],
}

/** The required members, and as many others as there have to be; of a map, an entry. */
function objectOf(schema: Node, known: KnownValues, ofObject: string): Json {
  const { properties = {}, required = [], minProperties = 0, ...rest } = schema
  const all = Object.entries(properties as Readonly<Record<string, Json>>)
  const isNeeded = ([name]: [string, Json]): boolean => (required as Json[]).includes(name)
  let more = Number(minProperties) - all.filter(isNeeded).length
  const members = all.filter((one) => isNeeded(one) || (one[1] !== false && more-- > 0))
  const made = members.map(([name, one]) => [name, shown(one as Node, known, name)] as const)
  const { additionalProperties: values = {} } = rest
  const isMap = all.length === 0 && isNode(values) && Object.keys(values).length > 0
  const length = Math.max(Number(minProperties), isMap ? 1 : 0)
  const entry = shown(values as Node, known, ofObject)
  for (let at = members.length; at < length; at++)
    made.push([at === 0 ? keyOf(rest, entry, known) : `member${at + 1}`, entry])
  return Object.fromEntries(made)
}

/** The key of an entry of a map: what the schema says of it, else the text that an object there begins with, as an asset. */
function keyOf(
  { propertyNames, 'x-additionalPropertiesName': name }: Node,
  entry: Json,
  known: KnownValues,
): string {
  const [first] = isNode(entry) ? Object.values(entry) : []
  const named = isNode(propertyNames) ? shown({ type: 'string', ...propertyNames }, known) : name
  return [named, first, 'key'].find((one) => typeof one === 'string') ?? 'key'
}

/** The text of a field of which only a name and a description are known. */
function textOf(name: string, description: string): string {
  const words = wordsIn(name)
  if (/\bdecimal\b/i.test(description)) return '1.00'
  if (words.at(-1) === 'id') return String(formats['uuid'])
  return words.length === 0 ? 'text' : `An example of ${words.join(' ')}.`
}

function numbersOf({ minimum = 1, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Node) {
  const steps = [minimum, maximum, multipleOf, 0].map(Number)
  return [...steps, Number(exclusiveMinimum) + 1, Number(exclusiveMaximum) - 1].filter(
    (one) => !Number.isNaN(one),
  )
}

/** A text of each format that the client checks, and of those of a problem (RFC 9457). */
const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  uuid: '00000000-0000-4000-8000-000000000000',
  uri: 'https://example.com',
  'uri-reference': 'https://example.com',
  email: 'name@example.com',
  decimal: '1.00',
}

/** Texts for a pattern or a limit: an amount, an address, an account, and digits or letters of any number up to 40. */
const texts = [
  '1.00',
  'https://example.com',
  'DE89370400440532013000',
  '+14155550100',
  ...Array.from({ length: 40 }, (_, at) => ['1', 'A', 'a'].map((one) => one.repeat(at + 1))).flat(),
]
