import type { List, Named, ResourceRule } from '../../../src/testing/example-answer.js'
import {
  type Document,
  membersOf,
  nameOf,
  type Node,
  type Operation,
  type Schema,
} from '../../lib/document.js'
import { identifierOf } from './identifier.js'
import { typeNames } from './names.js'
import { alternatives, parametersIn, propertiesSent } from './parameters.js'

/** The resource, or the list of resources, in the answer of an operation. */
interface Resource {
  /** The name of its schema. */
  readonly kind: string
  /** Where it is in the answer. */
  readonly path: readonly string[]
  readonly isList: boolean
  readonly properties: Node
  /** Their names, where others make it by another schema. */
  readonly members?: readonly string[]
}

const isRead = ({ method }: Operation): boolean => method === 'GET' || method === 'HEAD'

/** The path as far as its last parameter, and the path of the collection that this is a part of; or none. */
function ownerOf({ path }: Operation) {
  const [, owner = '', collection = ''] = /^((.*)\/[^/]*\}[^/]*)/.exec(path) ?? []
  return { owner, collection }
}

/** Which operation answers with which resource, which kinds some operation makes, and which an operation names in its path. */
function resourcesOf(document: Document, operations: readonly Operation[]) {
  const answers = new Map(
    operations.flatMap((one) => {
      const resource = resourceOf(document, one)
      return resource === undefined ? [] : [[one, resource] as const]
    }),
  )
  const kindsAt = (path: string, isMeant: (one: Operation, answer: Resource) => boolean) =>
    [...answers].flatMap(([one, answer]) =>
      one.path === path && isMeant(one, answer) ? [answer.kind] : [],
    )
  const isMaker = ({ method }: Operation, { isList }: Resource): boolean =>
    !isList && (method === 'POST' || method === 'PUT')
  const isOutermost = (one: Operation): boolean => one.method === 'PUT' || ownerOf(one).owner === ''
  const makers = [...answers].filter(([one, answer]) => isMaker(one, answer) && isOutermost(one))
  const made = new Set(makers.map(([, { kind }]) => kind))
  // A read may show what was made in another form, at the path of its collection or below it.
  for (const [one, answer] of answers) {
    const { owner, collection } = ownerOf(one)
    const path = owner === one.path ? collection : one.path
    const [kind] = kindsAt(path, isMaker).filter((name) => made.has(name))
    if (isRead(one) && !made.has(answer.kind) && kind !== undefined)
      for (const [other, same] of answers)
        if (same.kind === answer.kind)
          answers.set(other, { ...same, kind, members: Object.keys(same.properties) })
  }
  const named = new Map<Operation, Named>()
  for (const one of [...operations].sort((a, b) => a.path.length - b.path.length)) {
    const { owner, collection } = ownerOf(one)
    if (owner === '') continue
    const own = answers.get(one)
    const last = parametersIn(owner).at(-1)
    const kinds = [
      ...kindsAt(owner, (_, { isList }) => !isList),
      ...kindsAt(collection, (other, answer) => answer.isList || isMaker(other, answer)),
      ...(own !== undefined && identifierOf(one)?.at(-1) === last ? [own.kind] : []),
    ]
    const kind = kinds.find((name) => made.has(name)) ?? kinds[0]
    if (own !== undefined && own.kind !== kind && isMaker(one, own)) made.add(own.kind)
    if (kind !== undefined) named.set(one, { kind, key: keyOf(operations, answers, kind, owner) })
  }
  return { answers, made, named: new Map([...named].filter(([, { kind }]) => made.has(kind))) }
}

/**
 * The members of a resource that the parameters of a path have; the last one has what a link gives it, or its identifier, if
 * no member is called so.
 */
function keyOf(
  operations: readonly Operation[],
  answers: ReadonlyMap<Operation, Resource>,
  kind: string,
  path: string,
): Record<string, string> {
  const same = [...answers].filter(([, answer]) => answer.kind === kind)
  const isMember = (name: string): boolean =>
    same.some(([, { properties }]) => Object.hasOwn(properties, name))
  const [identifier] = same.flatMap(([one]) => identifierOf(one)?.at(-1) ?? [])
  const [last = '', ...others] = parametersIn(path).reverse()
  const linked = linkedField(operations, path, last) ?? last
  const name = [linked, last, identifier ?? 'id'].find(isMember) ?? last
  const key = { [name]: last }
  for (const name of others) if (isMember(name)) key[name] ??= name
  return key
}

/**
 * How the mock stores what operations make, so that each operation that answers with the same schema finds it: by the
 * parameters of its path, by those that are fields of it, or as an item of a list. Beside it the resource that has to be
 * there for an operation, since its path names it.
 */
export function resourceRules(document: Document, operations: readonly Operation[]) {
  const { answers, made, named } = resourcesOf(document, operations)
  const rules = new Map<Operation, ResourceRule>()
  const fields = new Map([...answers.values()].map(({ kind }) => [kind, new Set<string>()]))
  for (const [one, { kind, properties }] of answers) {
    const sent = isRead(one) ? {} : propertiesSent(one)
    for (const name of Object.keys({ ...properties, ...sent })) fields.get(kind)?.add(name)
  }
  for (const [operation, { kind, path, isList, properties, members }] of answers) {
    const same = [...answers.values()].filter((answer) => answer.kind === kind)
    const own = fields.get(kind) ?? new Set()
    const key = named.get(operation)
    const found = key?.kind === kind ? [key.key] : keysOf(operation, properties)
    const keys = operation.method === 'PUT' ? found : []
    if (same.length === 1 && keys.length === 0 && !isRead(operation)) continue
    rules.set(operation, {
      kind,
      path,
      isMade: made.has(kind),
      keys,
      ...(isRead(operation) && { filters: filtersOf(operation, operations, own) }),
      ...(members && { members }),
      ...(isList && { list: listOf(operation) }),
    })
  }
  return { rules, named: new Map([...named].filter(([{ method }]) => method !== 'PUT')) }
}

/** The field of a resource that each parameter of a read has the value of: the one of its name, or the one that a link gives it. */
function filtersOf(
  operation: Operation,
  operations: readonly Operation[],
  fields: ReadonlySet<string>,
): Record<string, string> {
  const pairs = operation.parameters.map(({ name, schema = true }) => {
    const { type } = operation.plain(schema)
    const one = name.replace(type === 'array' ? /(?:\[\]|s)$/ : /\[\]$/, '')
    const linked = linkedField(operations, operation.path, name)
    return [name, linked ?? (fields.has(name) ? name : one)] as const
  })
  return Object.fromEntries(pairs.filter(([, field]) => fields.has(field)))
}

/** The field whose value a link gives a parameter of the operations at a path. */
function linkedField(
  operations: readonly Operation[],
  path: string,
  name: string,
): string | undefined {
  const ids = operations.filter((one) => one.path === path).map(({ id }) => id)
  const values = operations
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap((answer) => Object.values((answer.links ?? {}) as Record<string, Node>))
    .filter(({ operationId }) => ids.includes(operationId as string))
    .map(({ parameters = {} }) => parameters as Record<string, string>)
    .flatMap((from) => [from[name], from[`query.${name}`], from[`path.${name}`]])
  const fields = values.map((from) => /^\$re\w+\.body#\/(?:.*\/)?(\w+)$/.exec(String(from))?.[1])
  return fields.find((field) => field !== undefined)
}

/** How the document names what a list has beside its items: a limit, a cursor, whether there are more, how many there are. */
function listOf(operation: Operation): List {
  const names = operation.parameters.map(({ name }) => name)
  const limit = operation.parameters.find(({ name }) => /^(?:limit|page_size)$/.test(name))
  const { default: byDefault } = operation.plain(limit?.schema)
  const members = plainMembers(operation.plain(operation.response))
  const find = (pattern: RegExp, kind: string) =>
    members.find(({ path, types }) => pattern.test(path.at(-1) ?? '') && types.includes(kind))
  /** A parameter `x`, whose next value is a member `next_x`, in whatever style. */
  const isNextOf = (name: string) => (member: string) => plain(member) === `next${plain(name)}`
  const strings = members.filter(({ types }) => types.includes('string'))
  const parameter =
    names.find((name) => strings.some(({ path }) => isNextOf(name)(path.at(-1) ?? ''))) ??
    names.find((name) => /^(?:\w+_)?(?:cursor|page_?token)$/i.test(name))
  const next =
    strings.find(({ path }) => isNextOf(parameter ?? '')(path.at(-1) ?? '')) ??
    find(/^next_?(?:\w+_?)?(?:cursor|token)$/i, 'string')
  const isNullable = next?.types.includes('null') === true
  const last = isNullable ? { last: null } : next?.isRequired === true && { last: '' }
  const more = find(/^has_?(?:more|next)/i, 'boolean')
  const total = find(/^total/i, 'integer')
  return {
    ...(limit && {
      limit: { parameter: limit.name, ...(typeof byDefault === 'number' && { byDefault }) },
    }),
    ...(parameter !== undefined && next && { cursor: { parameter, next: next.path, ...last } }),
    ...(more && { more: more.path }),
    ...(total && { total: total.path }),
  }
}

const plain = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase()

/** The plain members of an answer and of the objects in it. */
function plainMembers(schema: Node, above: readonly string[] = [], isThere = true): PlainMember[] {
  const { properties, required } = membersOf(schema)
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = [...above, name]
    const isRequired = isThere && required.includes(name)
    const types = [property['type'] ?? []].flat() as string[]
    return types.includes('object')
      ? plainMembers(property, path, isRequired)
      : [{ path, types, isRequired }]
  })
}

interface PlainMember {
  readonly path: readonly string[]
  readonly types: readonly string[]
  readonly isRequired: boolean
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
      const item = operation.plain(items)
      const kind = nameOf(items) ?? `${data ?? ''}Item`
      return { kind, path, isList: true, properties: (item['properties'] ?? {}) as Node }
    }
    const typeOf = (field: Schema): unknown => operation.plain(field)['type']
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
  return operation.response === undefined ? undefined : look(operation.response, [])
}

/** The groups of fields that each identify what a PUT puts: those that each alternative of its body requires (RFC 9110, section 9.3.4). */
function keysOf(operation: Operation, properties: Node) {
  const body = operation.plain(operation.request)
  const groups = alternatives(body).map((one) => membersOf(one).required)
  return groups
    .filter((group) => group.length > 0 && group.every((name) => Object.hasOwn(properties, name)))
    .map((group) => Object.fromEntries(group.map((name) => [name, name])))
}
