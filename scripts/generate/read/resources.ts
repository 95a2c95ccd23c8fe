import type { List, ResourceRule } from '../../../src/testing/example-answer.js'
import {
  dereference,
  type Document,
  type Json,
  type Node,
  type Operation,
  requestSchema,
  responseSchema,
  type Schema,
} from '../../lib/document.js'
import { nameOf, typeNames } from './names.js'
import { alternatives, propertiesSent } from './parameters.js'

/** The resource, or the list of resources, in the answer of an operation. */
interface Resource {
  /** The name of its schema. */
  readonly kind: string
  /** Where it is in the answer. */
  readonly path: readonly string[]
  readonly isList: boolean
  readonly properties: Node
}

/**
 * How the mock stores what operations create, so that each operation that answers with the same schema finds it: by the
 * parameters of its path, where the schema has members of these names, or as an item of a list.
 */
export function resourceRules(
  document: Document,
  operations: readonly Operation[],
): ReadonlyMap<Operation, ResourceRule> {
  const resources = operations.flatMap((operation) => {
    const resource = resourceOf(document, operation)
    return resource === undefined
      ? []
      : [{ operation, ...resource, requestKeys: keysOf(document, operation, resource) }]
  })
  const rows = resources.map(({ operation, kind, path, isList, properties, requestKeys }) => {
    const same = resources.filter((other) => other.kind === kind)
    const keys = new Map(same.flatMap((one) => one.requestKeys).map((key) => [key.join(), key]))
    const writers = same.filter((other) => other.operation.method !== 'GET')
    const fields = [
      properties,
      ...writers.map((other) => propertiesSent(document, other.operation)),
    ]
    const list = isList && { list: listOf(document, operation, fields) }
    const rule = { kind, path, keys: [...keys.values()], requestKeys, ...list }
    return { operation, rule, isShared: same.length > 1 || keys.size > 0 }
  })
  return new Map(
    rows.filter(({ isShared }) => isShared).map(({ operation, rule }) => [operation, rule]),
  )
}

/** How the document names the parameters of a list: `limit`, a cursor, and all that are fields of its items. */
function listOf(document: Document, operation: Operation, fields: readonly object[]): List {
  const names = operation.parameters.map(({ name }) => name)
  const limit = operation.parameters.find(({ name }) => /^(?:limit|page_size)$/.test(name))
  const { default: byDefault } = dereference(document, limit?.schema ?? {}) as Node
  const parameter = names.find((name) => /^(?:\w+_)?cursor$/.test(name))
  const { properties = {}, required = [] } = dereference(
    document,
    responseSchema(operation) ?? {},
  ) as Node
  const next = Object.keys(properties as object).find((name) => /^next_(?:\w+_)?cursor$/.test(name))
  const { type = 'string' } =
    next === undefined ? {} : ((properties as Record<string, Node>)[next] ?? {})
  const isRequired = next !== undefined && (required as Json[]).includes(next)
  const last = [type].flat().includes('null') ? null : ''
  return {
    filters: names.filter((name) => fields.some((known) => Object.hasOwn(known, name))),
    ...(limit && {
      limit: { parameter: limit.name, ...(typeof byDefault === 'number' && { byDefault }) },
    }),
    ...(parameter !== undefined &&
      next !== undefined && { cursor: { parameter, next: [next], ...(isRequired && { last }) } }),
  }
}

/** The object or the list in an answer: it alone, or the only member that is one. */
function resourceOf(document: Document, operation: Operation): Resource | undefined {
  const { data } = typeNames(operation)
  const look = (schema: Schema, path: readonly string[]): Resource => {
    const name = nameOf(schema)
    const whole = (name === undefined ? schema : document.components.schemas[name]) as Node
    const { type, items = true, properties = {} } = whole
    const fields = properties as Readonly<Record<string, Schema>>
    if (type === 'array') {
      const item = dereference(document, items) as Node
      const kind = nameOf(items as Schema) ?? `${data ?? ''}Item`
      return { kind, path, isList: true, properties: (item['properties'] ?? {}) as Node }
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
 * The groups of fields that each identify the resource of a request: those of the path, and of a PUT those that each
 * alternative of the body requires (RFC 9110, section 9.3.4).
 */
function keysOf(
  document: Document,
  operation: Operation,
  { isList, properties }: Resource,
): string[][] {
  if (isList) return []
  const { method, parameters } = operation
  const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  const body = dereference(document, requestSchema(operation) ?? {})
  const required = alternatives(body).map(({ required = [] }) => required as string[])
  const groups = inPath.length > 0 ? [inPath] : method === 'PUT' ? required : []
  return groups.filter(
    (group) => group.length > 0 && group.every((name) => Object.hasOwn(properties, name)),
  )
}
