import type { ExampleAnswer, Member, Source } from '../../../src/testing/example-answer.js'
import {
  dereference,
  type Document,
  type Json,
  type Operation,
  requestSchema,
  responseSchema,
} from '../../lib/document.js'
import { namedExamples } from '../../lib/named-examples.js'
import { alternatives, inputSchema } from '../read/parameters.js'

type Node = Readonly<Record<string, Json>>
type Properties = Readonly<Record<string, Node>>

/** How the mock, and the issuer in memory, answer what does not equal an example. */
export function exampleAnswersModule(document: Document, operations: readonly Operation[]): string {
  const rows = operations.map((operation) => {
    const { examples, base, members, keys } = exampleAnswerOf(document, operation)
    return `  ${operation.id}: {
    examples: ${list(examples)},
    base: ${JSON.stringify(base)},
    members: ${list(members)},
    keys: ${JSON.stringify(keys)},
  },`
  })
  return `import type { ExampleAnswer } from '../src/testing/example-answer.js'

/** How each operation is answered where there is no service. */
export const exampleAnswers: Readonly<Record<string, ExampleAnswer>> = {
${rows.join('\n')}
}
`
}

/** An entry a line, so that a changed one is seen as a changed line. */
function list(entries: readonly object[]): string {
  if (entries.length === 0) return '[]'
  return `[\n${entries.map((entry) => `      ${JSON.stringify(entry)},`).join('\n')}\n    ]`
}

function exampleAnswerOf(document: Document, operation: Operation): ExampleAnswer {
  const examples = namedExamples(document, operation)
  const schema = dereference(document, responseSchema(operation)?.schema ?? {}) as Node
  const sent = propertiesSent(document, operation)
  const members = membersOf(operation, schema, sent)
  return {
    examples: examples.map(({ request, response }) => ({ request, response })),
    base: examples[0]?.response ?? (shown(schema) as ExampleAnswer['base']),
    members,
    keys: keysOf(document, operation, members),
  }
}

/** The schemas of all parameters and body fields of an operation, by name. */
function propertiesSent(document: Document, operation: Operation): Properties {
  const input = dereference(document, inputSchema(document, operation) ?? {})
  const all = alternatives(input).map(({ properties = {} }) => properties as Properties)
  return Object.assign({}, ...all) as Properties
}

/** The members of an answer that are not as in the example, down to where an object is free. */
function membersOf(
  operation: Operation,
  schema: Node,
  sent: Properties,
  above: readonly string[] = [],
): Member[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties as Properties).flatMap(([name, property]) => {
    const path = [...above, name]
    if (property['properties'] !== undefined) return membersOf(operation, property, sent, path)
    const source = sourceOf(operation, name, property, sent, properties as Properties)
    return source === undefined
      ? []
      : [{ path, required: (required as Json[]).includes(name), source }]
  })
}

/** What the extension `x-mock` says; else a field of the same name, an identifier or a time by its format. */
function sourceOf(
  { id }: Operation,
  name: string,
  property: Node,
  sent: Properties,
  beside: Properties,
): Source | undefined {
  const { 'x-mock': said, format, type } = property
  if (said !== undefined) {
    const source = typeof said === 'string' ? readSource(said, sent, beside) : undefined
    if (source === undefined)
      throw new Error(
        `${id}: x-mock of ${name} is ${JSON.stringify(said)}, which is neither "new id", "now", "now + seconds", a field that is sent nor "member * member"`,
      )
    return source
  }
  if (sent[name] !== undefined && sent[name]['type'] === type) return { sent: name }
  if (format === 'uuid') return { newId: true }
  return format === 'date-time' ? { now: 0 } : undefined
}

function readSource(said: string, sent: Properties, beside: Properties): Source | undefined {
  if (said === 'new id') return { newId: true }
  if (sent[said] !== undefined) return { sent: said }
  const [, seconds] = /^now(?: \+ (\d+))?$/.exec(said) ?? []
  if (said.startsWith('now')) return { now: Number(seconds ?? 0) }
  const [one = '', other = '', ...more] = said.split(' * ')
  const known = [one, other].every((name) => beside[name] !== undefined)
  return known && more.length === 0 ? { product: [one, other] } : undefined
}

/** What is put is named by the path, or by what each alternative of the body requires (RFC 9110, section 9.3.4). */
function keysOf(document: Document, operation: Operation, members: readonly Member[]): string[][] {
  if (operation.method !== 'PUT') return []
  const inPath = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  const body = dereference(document, requestSchema(operation) ?? {})
  const groups =
    inPath.length > 0
      ? [inPath]
      : alternatives(body).map(({ required = [] }) => required as string[])
  const answered = (name: string): boolean => members.some(({ path }) => path.at(-1) === name)
  return groups.filter((group) => group.length > 0 && group.every(answered))
}

/** A value that a schema shows where the document has no example of the whole. */
function shown({ examples, enum: values, type, properties = {}, required = [] }: Node): Json {
  const [first] = ((examples ?? values) as Json[] | undefined) ?? []
  if (first !== undefined) return first
  const needed = Object.entries(properties as Properties).filter(([name]) =>
    (required as Json[]).includes(name),
  )
  if (type === 'object') return Object.fromEntries(needed.map(([name, one]) => [name, shown(one)]))
  const plain: Readonly<Record<string, Json>> = { boolean: true, array: [], integer: 1, number: 1 }
  return plain[type as string] ?? 'text'
}
