import type { ExampleAnswer } from '../../../src/testing/example-answer.js'
import {
  dereference,
  type Document,
  type Json,
  type Operation,
  requestSchema,
  responseSchema,
  type Schema,
} from '../../lib/document.js'
import { nameOf, typeNames } from './names.js'
import { alternatives, propertiesSent } from './parameters.js'

type Node = Readonly<Record<string, Json>>

/** What an operation answers with. */
interface Thing {
  /** The name of its schema. */
  readonly kind: string
  /** Where it is in the answer. */
  readonly path: readonly string[]
  readonly isList: boolean
  readonly properties: Node
}

/**
 * What the mock keeps of each operation, so that one that answers with a schema finds again what another made, or put:
 * by the parameters of its path, where the schema has members of these names, or as an item of a list.
 */
export function keptThings(
  document: Document,
  operations: readonly Operation[],
): ReadonlyMap<Operation, NonNullable<ExampleAnswer['kept']>> {
  const things = operations.flatMap((operation) => {
    const thing = thingOf(document, operation)
    return thing === undefined
      ? []
      : [{ operation, ...thing, foundBy: groupsOf(document, operation, thing) }]
  })
  const rows = things.map(({ operation, kind, path, isList, properties, foundBy }) => {
    const same = things.filter((other) => other.kind === kind)
    const names = new Map(same.flatMap((one) => one.foundBy).map((group) => [group.join(), group]))
    const makers = same.filter((other) => other.operation.method !== 'GET')
    const fields = makers.map((other) => propertiesSent(document, other.operation))
    const isField = (name: string): boolean =>
      [properties, ...fields].some((known) => Object.hasOwn(known, name))
    const filters = isList ? operation.parameters.map(({ name }) => name).filter(isField) : []
    const about = { kind, path, names: [...names.values()], foundBy, isList, filters }
    return { operation, about, isKept: same.length > 1 || names.size > 0 }
  })
  return new Map(
    rows.filter(({ isKept }) => isKept).map(({ operation, about }) => [operation, about]),
  )
}

/** The object or the list in an answer: it alone, or the only member that is one. */
function thingOf(document: Document, operation: Operation): Thing | undefined {
  const { data } = typeNames(operation)
  const look = (schema: Schema, path: readonly string[]): Thing => {
    const name = nameOf(schema)
    const {
      type,
      items = true,
      properties = {},
    } = (name === undefined ? schema : document.components.schemas[name]) as Readonly<
      Record<string, Json>
    >
    const fields = properties as Readonly<Record<string, Schema>>
    if (type === 'array') {
      const whole = dereference(document, items) as Node
      const kind = nameOf(items as Schema) ?? `${data ?? ''}Item`
      return { kind, path, isList: true, properties: (whole['properties'] ?? {}) as Node }
    }
    const typeOf = (field: Schema): unknown => (dereference(document, field) as Node)['type']
    const inner = Object.entries(fields).filter(([, field]) => {
      const isList = typeOf(field) === 'array' && operation.method === 'GET'
      return isList || (typeOf(field) === 'object' && Object.keys(fields).length === 1)
    })
    const [[field, one] = ['', true]] = inner
    const isOnly = inner.length === 1 && !operation.path.endsWith('}')
    return isOnly || (inner.length === 1 && Object.keys(fields).length === 1)
      ? look(one, [...path, field])
      : { kind: name ?? data ?? '', path, isList: false, properties: fields }
  }
  const schema = responseSchema(operation)
  return schema === undefined ? undefined : look(schema, [])
}

/**
 * The groups of fields that each name what a request is about: the path's, and of what is put those that each alternative
 * of the body requires (RFC 9110, section 9.3.4).
 */
function groupsOf(
  document: Document,
  { method, parameters, ...rest }: Operation,
  { isList, properties }: Thing,
): string[][] {
  if (isList) return []
  const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  const body = dereference(document, requestSchema({ method, parameters, ...rest }) ?? {})
  const required = alternatives(body).map(({ required = [] }) => required as string[])
  const groups = inPath.length > 0 ? [inPath] : method === 'PUT' ? required : []
  return groups.filter(
    (group) => group.length > 0 && group.every((name) => Object.hasOwn(properties, name)),
  )
}
