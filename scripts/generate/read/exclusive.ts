import {
  type Document,
  follow,
  isNode,
  type Json,
  mapValues,
  membersOf,
  nameOf,
  type Node,
  type Schema,
  schemaPrefix,
} from '../../lib/document.js'
import { apart, mapKey } from './answers.js'

/**
 * The member that tells alternatives apart: each object lists values for it, which differ. Of several, the one that tells
 * the most of them apart.
 */
export function tellingMember(alternatives: readonly Json[]): string | undefined {
  const objects = alternatives.map((one) => membersOf(one).properties)
  const [first = {}, ...others] = objects.filter((one) => Object.keys(one).length > 0)
  const [best] = Object.keys(first)
    .map((name) => ({ name, lists: [first, ...others].map((one) => one[name]?.['enum']) }))
    .filter(({ lists }) => lists.every((list) => list !== undefined))
    .map(({ name, lists }) => ({ name, size: new Set(lists.map(String)).size }))
    .sort((one, other) => other.size - one.size)
  return best && best.size > 1 ? best.name : undefined
}

/**
 * Forbids by name, in each alternative of a `oneOf`, the fields that only another one lists. A closed alternative
 * refuses them anyway, so the document need not say it, and generators that cannot read the schema `false` can read
 * the document; but TypeScript takes a union for exclusive only where each member names what it forbids.
 */
export function forbidOthers(document: Document): Document {
  const changes = new Map<string, ((schema: Json) => Json)[]>()
  const resolved = (one: Json): Json => {
    const schema = follow(document, one)
    const { properties } = membersOf(schema)
    return { ...(schema as Node), properties: mapValues(properties, (it) => follow(document, it)) }
  }
  const changeAll = (list: Json): Json => {
    const inner = (list as Json[]).map((one) => mapKey(one, 'oneOf', changeAll))
    const all = inner.map(resolved)
    const tells = tellingMember(all)
    const names = all.filter(isClosed).flatMap((one) => Object.keys(membersOf(one).properties))
    const change = (schema: Json): Json => {
      const { properties } = membersOf(schema)
      const forbidden = isClosed(schema) ? names.map((name): Member => [name, false]) : []
      const marked = Object.entries(properties).map(([name, one]): Member => {
        return [name, name === tells ? { ...one, [apart]: true } : one]
      })
      const members = Object.fromEntries([...marked, ...forbidden, ...marked])
      return marked.length > 0 ? { ...(schema as Node), properties: members } : schema
    }
    return inner.map((one) => {
      const name = nameOf(one)
      if (name !== undefined) changes.set(name, [...(changes.get(name) ?? []), change])
      return name === undefined ? change(one) : one
    })
  }
  const changed = mapKey(document as unknown as Json, 'oneOf', changeAll) as unknown as Document
  const schemas = mapValues(changed.components.schemas, (schema, name) =>
    (changes.get(name) ?? []).reduce((one, change) => change(one) as Schema, schema),
  )
  return { ...changed, components: { ...changed.components, schemas } }
}

type Member = readonly [name: string, schema: Schema]

const isClosed = (schema: Json): boolean =>
  isNode(schema) && schema['additionalProperties'] === false

interface Discriminator {
  readonly propertyName: string
  readonly mapping?: Readonly<Record<string, string>>
}

/**
 * Writes the values of each `discriminator` into the alternatives that list none (OpenAPI 3.1, "Discriminator Object"): those
 * that the mapping gives, or the name of the schema. Then the types, the check and the examples know of no other rule.
 */
export function applyDiscriminators(document: Document): Document {
  const schemas = { ...document.components.schemas }
  const values = new Map<string, string[]>()
  JSON.stringify(document, (_key, node: Json) => {
    const { discriminator, oneOf, anyOf = [] } = isNode(node) ? node : {}
    if (!isNode(discriminator)) return node
    const { propertyName: member, mapping = {} } = discriminator as unknown as Discriminator
    for (const name of ((oneOf ?? anyOf) as Json[]).flatMap((one) => nameOf(one) ?? [])) {
      const schema = document.components.schemas[name] ?? true
      if (listsValues(document, schema, member)) continue
      const kinds = Object.keys(mapping).filter((kind) =>
        [name, schemaPrefix + name].includes(mapping[kind] ?? ''),
      )
      const key = `${name} ${member}`
      values.set(key, [...new Set([...(values.get(key) ?? []), ...(kinds[0] ? kinds : [name])])])
      const properties = { [member]: { enum: values.get(key) ?? [] } }
      schemas[name] = { allOf: [schema, { required: [member], properties }] }
    }
    return node
  })
  return { ...document, components: { ...document.components, schemas } }
}

/** Whether a schema, or a part of it, says which values a member has. An alternative that is a choice has its own. */
function listsValues(document: Document, schema: Json, member: string): boolean {
  const target = follow(document, schema)
  if (!isNode(target)) return false
  const own = membersOf(target).properties[member]
  const { enum: values, const: only } = (own ? follow(document, own) : {}) as Node
  const parts = (target['allOf'] ?? []) as Json[]
  return (
    [values, only, target['oneOf'], target['anyOf']].some((one) => one !== undefined) ||
    parts.some((one) => listsValues(document, one, member))
  )
}
