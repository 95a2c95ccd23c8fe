import type { Named, ResourceRule } from '../../../src/testing/example-answer.js'
import {
  type Document,
  follow,
  type Json,
  membersOf,
  nameOf,
  type Node,
  type Operation,
  type Properties,
} from '../../lib/document.js'
import { filtersOf, linkedFields, pageLengthOf } from './filters.js'
import { identifierOf } from './identifier.js'
import { typeNames } from './names.js'
import { paginationOf } from './pagination.js'
import { alternatives, fieldsSent, parametersIn } from './parameters.js'

/**
 * How the fake and the mock store what operations make, and find it by a path, by fields, or in a list. Answers are of one
 * kind where they have one schema or one collection in their paths, or where a link `lookUp` leads to them. `named` has the
 * resource that has to be there, since the last parameter of a path names it.
 */
export function resourceRules(document: Document, operations: readonly Operation[]) {
  const bodies = operations.filter(({ response }) => response !== undefined)
  const answers = new Map(bodies.map((one) => [one.id, answerOf(document, one)]))
  const schemaOf = (id: unknown): string => answers.get(id as string)?.schema ?? ''
  const kindOf = grouped(
    bodies.flatMap(({ id, path, successes }) => [
      [collectionsIn(path).own, schemaOf(id)],
      ...successes.map(([, { links }]) => [
        schemaOf((links?.['lookUp'] as Node | undefined)?.['operationId'] ?? id),
        schemaOf(id),
      ]),
    ]),
  )
  const made = new Set<string>()
  const identifiers = new Map<string, string>()
  const fields = new Map<string, Properties>()
  for (const one of bodies) {
    const { schema = '', isList, properties } = answers.get(one.id) ?? {}
    const kind = kindOf(schema)
    // An action answers with the resource that its path names, and makes none.
    const isAction = one.method !== 'PUT' && kindOf(collectionsIn(one.path).above) === kind
    const isMaker = /^(?:POST|PUT)$/.test(one.method) && isList === false && !isAction
    const beside = (isMaker ? one.parameters : []).map(({ name }) => [name, {}] as const)
    const sent = { ...Object.fromEntries(beside), ...fieldsSent(one) }
    fields.set(kind, { ...sent, ...fields.get(kind), ...properties })
    const identifier = identifiers.get(kind) ?? identifierOf(one)?.at(-1)
    if (identifier !== undefined) identifiers.set(kind, identifier)
    if (isMaker) made.add(kind)
  }
  const linked = linkedFields(operations)
  const named = new Map<Operation, Named>()
  const rules = new Map<Operation, ResourceRule>()
  for (const one of operations) {
    const { owner, above } = collectionsIn(one.path)
    const kind = kindOf(above)
    const last = parametersIn(owner).at(-1) ?? ''
    const isField = Object.hasOwn(fields.get(kind) ?? {}, last)
    const field = linked(owner, last) ?? (isField ? last : (identifiers.get(kind) ?? 'id'))
    if (made.has(kind)) named.set(one, { kind, filters: { [last]: { field } } })
    const answer = answers.get(one.id)
    if (answer === undefined) continue
    const own = kindOf(answer.schema)
    const isRead = made.has(own) && /^(?:GET|HEAD)$/.test(one.method)
    const filters = isRead ? filtersOf(one, fields.get(own) ?? {}, linked) : {}
    const length = pageLengthOf(one, filters)
    const list = answer.isList ? { list: { ...(length && { length }) } } : {}
    rules.set(one, { kind: own, path: answer.path, isMade: made.has(own), filters, ...list })
  }
  return { rules, named }
}

/** The path as far as its last parameter, the collection of what that names, and the collection of the whole path. */
function collectionsIn(path: string) {
  const [, owner = '', above = '{}'] = /^((.*)\/[^/]*\}[^/]*)/.exec(path) ?? []
  return { owner, above, own: owner === path ? above : path }
}

/** The group of a name, where both names of each pair are in one group. */
function grouped(pairs: readonly (readonly string[])[]) {
  const groups = new Map<string, string>()
  const groupOf = (name: string): string => {
    const other = groups.get(name)
    return other === undefined ? name : groupOf(other)
  }
  for (const [one = '', other = ''] of pairs)
    if (groupOf(one) !== groupOf(other)) groups.set(groupOf(one), groupOf(other))
  return groupOf
}

/** The object or the list in an answer: the list of pages, the only list of a GET, the only member, or the whole. */
function answerOf(document: Document, operation: Operation) {
  const { method, path: template, plain, response = true } = operation
  const { data = '' } = typeNames(operation)
  const pages = paginationOf(operation)?.items ?? []
  const path: string[] = []
  for (let schema: Json = response; ;) {
    const { type, items = {}, properties = {} } = follow(document, schema) as Node
    const members = Object.entries(properties as Node)
    const isAlone = members.length === 1
    const inner = members.filter(([, one]) => {
      const { type: kind } = follow(document, one) as Node
      const isRead = kind === 'array' && method === 'GET'
      return isAlone ? isRead || kind === 'object' : isRead && !template.endsWith('}')
    })
    const name = pages[path.length] ?? (inner.length === 1 ? inner[0]?.[0] : undefined)
    const isList = type === 'array'
    if (isList || name === undefined) {
      const one = isList ? items : schema
      const parts = alternatives(plain(one)).map((part) => membersOf(part).properties)
      const all = Object.assign({}, ...parts) as Properties
      return { schema: nameOf(one) ?? data + (isList ? 'Item' : ''), path, isList, properties: all }
    }
    path.push(name)
    schema = (properties as Node)[name] ?? {}
  }
}
