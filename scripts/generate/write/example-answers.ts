import {
  type ExampleAnswer,
  type Member,
  read,
  type Source,
} from '../../../src/testing/example-answer.js'
import {
  type Content,
  isNode,
  type Json,
  json,
  membersOf,
  type Node,
  type Operation,
  type Properties,
} from '../../lib/document.js'
import type { KnownValues } from '../../lib/known-values.js'
import { namedExamples } from '../../lib/named-examples.js'
import { shown } from '../../lib/shown.js'
import { identifierOf, referenceOf } from '../read/identifier.js'
import { alternatives, propertiesSent } from '../read/parameters.js'
import { refusalBodies, withExamples } from '../read/refusals.js'
import type { resourceRules } from '../read/resources.js'

/** How the mock, and the issuer in memory, answer each operation. */
export function exampleAnswers(
  operations: readonly Operation[],
  { rules, named: namedIn }: ReturnType<typeof resourceRules>,
): Record<string, ExampleAnswer> {
  const fields = new Set(operations.flatMap((one) => Object.keys(propertiesSent(one))))
  const rows = operations.map((operation): [string, ExampleAnswer] => {
    const [resource, named] = [rules.get(operation), namedIn.get(operation)]
    // What is below another resource has an identifier of its own, which a path parameter of its name is not.
    const above = named?.kind === resource?.kind ? [] : Object.keys(named?.filters ?? {})
    const refusals = refusalsShown(operation)
    return [
      operation.id,
      {
        ...exampleAnswerOf(operation, fields, above, resource?.path),
        ...(named && { named }),
        ...(resource && { resource }),
        ...(Object.keys(refusals).length > 0 && { refusals }),
      },
    ]
  })
  return Object.fromEntries(rows)
}

function exampleAnswerOf(
  operation: Operation,
  fields: ReadonlySet<string>,
  above: readonly string[],
  path: readonly string[] = [],
): ExampleAnswer {
  const examples = namedExamples(operation).map(({ request, response, invented }) => {
    return { request, response, ...(invented.length > 0 && { invented }) }
  })
  const status = Number(operation.successes[0]?.[0]?.replace('XX', '00') ?? 200)
  const { response: schema, responseTypes } = operation
  if (schema === undefined) return { status, examples, members: [] }
  const [type = json] = responseTypes
  const whole = operation.plain(schema)
  const identifier = identifierOf(operation) ?? [...path, 'id']
  const isOther = (name: string): boolean => above.includes(name) && name === identifier.at(-1)
  const all = Object.entries(propertiesSent(operation))
  const sent = Object.fromEntries(all.filter(([name]) => !isOther(name)))
  const needed = path.reduceRight<Node>((inner, name) => ({ properties: { [name]: inner } }), {})
  const base = examples[0]?.response ?? shown(requiring(whole, needed), operation.known)
  const context = {
    place: operation.place,
    reference: referenceOf(operation),
    sent,
    fields,
    identifier: String(identifier),
    base,
    path,
    known: operation.known,
    above: above.map((name) => [name, operation.path.split(`/{${name}}`)[0] ?? ''] as const),
  }
  const unions =
    operation.request === undefined ? {} : Object.fromEntries(unionsIn(whole, operation.known))
  const members = new Map(differing(context, whole).map((one) => [String(one.path), one]))
  return {
    status,
    ...(type !== json && { type }),
    examples,
    base,
    ...(Object.keys(unions).length > 0 && { unions }),
    members: [...members.values()],
  }
}

/** An example of each alternative of each `oneOf`, by its path. */
function unionsIn(
  schema: Node,
  known: KnownValues,
  path: readonly string[] = [],
): [string, unknown[]][] {
  const { oneOf = [], ...own } = schema
  const parts = alternatives(schema)
  const inner = parts.flatMap((part) => [
    ...Object.entries(membersOf(part).properties),
    ...(isNode(part['items']) ? [['0', part['items']] as const] : []),
  ])
  return [
    ...inner.flatMap(([name, one]) => unionsIn(one, known, [...path, name])),
    ...((oneOf as Node[]).length > 0
      ? [
          [
            path.join('/'),
            (oneOf as Node[]).map((one) => shown({ ...own, ...one }, known, path.at(-1))),
          ] as [string, unknown[]],
        ]
      : []),
  ]
}

const isPlain = (schema: Node): boolean =>
  schema['properties'] === undefined && schema['items'] === undefined

/** The schema of an answer that requires each object and list that another one has. */
function requiring(schema: Node, other: Node): Node {
  const { items } = schema
  if (isNode(items)) return { ...schema, items: requiring(items, (other['items'] ?? {}) as Node) }
  const { properties, required } = membersOf(schema)
  const { properties: wanted } = membersOf(other)
  const inner = Object.entries(properties).flatMap(([name, one]) => {
    const its = isPlain(one) ? undefined : wanted[name]
    return its ? [[name, requiring(one, its)] as const] : []
  })
  return {
    ...schema,
    required: [...required, ...inner.map(([name]) => name)],
    properties: { ...properties, ...Object.fromEntries(inner) },
  }
}

/** The documented bodies of refusals: their first example, or one that is made from the schema. */
function refusalsShown(operation: Operation): NonNullable<ExampleAnswer['refusals']> {
  const rows = refusalBodies(operation).map(({ status, type, ...content }) => {
    const {
      schema,
      example,
      examples = {},
    } = operation.plain(content as object as Node) as object as Content
    const [first = example] = Object.values(examples).map(({ value }) => value)
    return [
      status,
      { type, body: first ?? shown(withExamples(schema ?? {}) as Node, operation.known) },
    ] as const
  })
  return Object.fromEntries(rows)
}

interface Context {
  readonly place: string
  /** What the operation sends itself, and the names of what any operation sends. */
  readonly sent: Properties
  readonly fields: ReadonlySet<string>
  readonly reference: string | undefined
  /** The path of what tells one answer from another. */
  readonly identifier: string
  /** The example of the whole. */
  readonly base: unknown
  readonly known: KnownValues
  /** Where the resource is. */
  readonly path: readonly string[]
  /** The parameter that names the resource above, and the path of that without it. */
  readonly above: readonly (readonly [parameter: string, path: string])[]
}

/** The members of an answer that are not as in the example, down to where an object is free. */
function differing(context: Context, schema: Node, above: readonly string[] = []): Member[] {
  const parts = alternatives(schema)
  if (parts.length > 1) return parts.flatMap((one) => differing(context, one, above))
  const { properties, required } = membersOf(parts[0])
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = [...above, name]
    const isWhole = typesOf(context.sent[name]).includes('object')
    const isOpen = property['properties'] !== undefined || String(path) === String(context.path)
    if (isOpen && !isWhole) return differing(context, property, path)
    const isIdentifier = String(path) === context.identifier
    const source = sourceOf(context, name, properties, isIdentifier)
    if (source === undefined) return []
    // Beside what may be sent, an example of the rest, where the example of the whole has none.
    const isShaped =
      'sent' in source && !isPlain(property) && read(context.base, path) === undefined
    const shape = isShaped
      ? shown(requiring(property, context.sent[source.sent] ?? {}), context.known, name)
      : undefined
    return [{ path, required: required.includes(name), source, shape }]
  })
}

/**
 * What the extension `x-mock` says, unless it names a field that another operation sends; else a field of the same
 * name, an identifier or a time by its format.
 */
function sourceOf(
  { place, sent, fields, reference, above }: Context,
  name: string,
  beside: Properties,
  isIdentifier: boolean,
): Source | undefined {
  const { 'x-mock': rule, format } = beside[name] ?? {}
  if (typeof rule === 'string' && sent[rule] === undefined && fields.has(rule)) return undefined
  if (rule !== undefined) {
    const source = typeof rule === 'string' ? readSource(rule, sent, beside) : undefined
    if (source === undefined)
      throw new Error(
        `${place}: x-mock of ${name} is ${JSON.stringify(rule)}, which is neither "new id", "now", "now + seconds", a field that an operation sends nor "member * member"`,
      )
    return source
  }
  // What repeats the reference under another name.
  if (beside[name]?.['x-client-reference'] === true && reference) return { sent: reference }
  const owner = above.find(([, path]) => isNamedAs(path, name))
  if (owner) return { sent: owner[0] }
  const types = typesOf(beside[name])
  if (typesOf(sent[name]).some((one) => types.includes(one))) return { sent: name }
  if (format === 'uuid' || isIdentifier) return { newId: true }
  return format === 'date-time' ? { now: 0 } : undefined
}

/** Whether a member such as `conversion_id` has the identifier of what a path such as `/v2/conversions` has. */
function isNamedAs(path: string, name: string): boolean {
  const [, kind = ''] = /^(.{3,}?)_?id$/i.exec(name) ?? []
  const letters = (text: string): string => text.replace(/[-_]/g, '').toLowerCase()
  return kind !== '' && letters(path).includes(letters(kind))
}

/** The types of a schema, and of its alternatives. */
function typesOf(schema: Node = {}): unknown[] {
  return alternatives(schema).flatMap(({ type, properties, enum: values = [] }) =>
    properties ? 'object' : (type ?? (values as Json[]).map((one) => typeof one)),
  )
}

function readSource(text: string, sent: Properties, beside: Properties): Source | undefined {
  if (text === 'new id') return { newId: true }
  if (sent[text] !== undefined) return { sent: text }
  const now = /^now(?: \+ (\d+))?$/.exec(text)
  if (now) return { now: Number(now[1] ?? 0) }
  const [one = '', other = '', ...more] = text.split(' * ')
  return beside[one] && beside[other] && more.length === 0 ? { product: [one, other] } : undefined
}
