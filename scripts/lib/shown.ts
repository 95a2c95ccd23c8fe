import { fits } from '../../src/document/schema-check.js'
import { type Json, membersOf, type Node } from './document.js'

/** A value that a schema shows where the document has no example of the whole: the first that fits. */
export function shown(schema: Node): Json {
  let first: Json | undefined
  for (const value of candidates(schema)) {
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

function* candidates(schema: Node): Generator<Json> {
  const { enum: values = [], oneOf = [], anyOf = [], ...own } = schema
  yield* [...examplesOf(schema), ...(values as Json[])]
  for (const one of [...(oneOf as Node[]), ...(anyOf as Node[])]) {
    yield shown({ ...own, ...one })
    yield shown(telling({ ...own, ...one }))
  }
  const { type = own['properties'] === undefined ? 'string' : 'object' } = own
  for (const name of [type].flat()) yield* candidatesOf[name as string]?.(own) ?? []
}

/** Values of each type, null last: where a schema allows another type, it has to show that. */
const candidatesOf: Readonly<Record<string, (schema: Node) => Json[]>> = {
  object: (schema) => [objectOf(schema)],
  array: ({ items, minItems = 1, maxItems = minItems }) => {
    const length = items === undefined ? 0 : Math.min(Number(minItems), Number(maxItems))
    return [Array.from({ length }, () => shown(items as Node))]
  },
  boolean: () => [true, false],
  integer: numbersOf,
  number: numbersOf,
  string: ({ format, minLength = 0 }) => [
    formats[format as string] ?? 'text',
    ...texts,
    'a'.repeat(Number(minLength)),
  ],
}

/** The required members, and as many others as there have to be. */
function objectOf({ properties = {}, required = [], minProperties = 0, ...rest }: Node): Json {
  const all = Object.entries(properties as Readonly<Record<string, Json>>)
  const isNeeded = ([name]: [string, Json]): boolean => (required as Json[]).includes(name)
  let more = Number(minProperties) - all.filter(isNeeded).length
  const members = all.filter((one) => isNeeded(one) || (one[1] !== false && more-- > 0))
  const made = Object.fromEntries(members.map(([name, one]) => [name, shown(one as Node)]))
  const { additionalProperties: values = {} } = rest
  for (let at = members.length; at < Number(minProperties); at++)
    made[`member${at + 1}`] = shown(values as Node)
  return made
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
}

/** Texts for a pattern or a limit: an amount, an address, an account, and digits or letters of any number up to 40. */
const texts = [
  '1.00',
  'https://example.com',
  'DE89370400440532013000',
  '+14155550100',
  ...Array.from({ length: 40 }, (_, at) => ['1', 'A', 'a'].map((one) => one.repeat(at + 1))).flat(),
]
