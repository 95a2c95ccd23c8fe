import {
  type Document,
  isNode,
  type Json,
  mapValues,
  nameOf,
  type Node,
  type Schema,
  schemaPrefix,
  type Schemas,
} from '../../lib/document.js'

/** Marks a schema that allows any other value of its type in an answer. */
export const others = 'x-other-values'

/** Marks the member that tells alternatives apart: an answer's has a value that is listed. */
export const apart = 'x-tells-apart'

/** The names of the schemas that requests and answers are made of. */
export function sidesOf({ paths, components }: Document) {
  const { responses = {}, schemas, ...rest } = components as unknown as Node
  const parts = Object.values(paths).flatMap((item) => Object.values(item)) as unknown as Node[]
  const asks = parts.map((part) => ({ ...part, responses: null }))
  const answers = parts.map((part) => part['responses'] ?? null)
  return {
    inRequests: reach([asks, rest], schemas as Schemas),
    inAnswers: reach([answers, responses], schemas as Schemas),
  }
}

/** Every schema that a part refers to, and what those refer to. */
function reach(part: Json, schemas: Schemas, names = new Set<string>()): Set<string> {
  const pattern = new RegExp(`"${schemaPrefix}(\\w+)"`, 'g')
  for (const [, name = ''] of JSON.stringify(part).matchAll(pattern)) {
    if (names.has(name)) continue
    names.add(name)
    reach(schemas[name] ?? null, schemas, names)
  }
  return names
}

/**
 * Lets answers carry values that an `enum` does not list, as the document tells clients to accept. The schema that
 * has the enum for a name goes on listing what is known; one that requests are made of as well is there twice, and
 * answers have it under a name of their own.
 */
export function openAnswers(document: Document): Document {
  const { inRequests, inAnswers } = sidesOf(document)
  const { schemas, ...rest } = document.components as unknown as Node & { schemas: Schemas }
  const carriesEnum = (name: string): boolean =>
    [...reach({ $ref: schemaPrefix + name }, schemas)].some((one) =>
      JSON.stringify(schemas[one] ?? null, withoutApart).includes('"enum":['),
    )
  const nameIn = (name: string): string =>
    inRequests.has(name) && !valuesOf(schemas[name]) && carriesEnum(name) ? `${name}InAnswer` : name
  const open = (node: Json): Json => {
    if (!isNode(node) || node[apart] === true) return node
    const target = nameOf(node)
    if (target !== undefined && !valuesOf(schemas[target]))
      return { ...node, $ref: schemaPrefix + nameIn(target) }
    const values = valuesOf(target === undefined ? node : schemas[target])
    if (values === undefined) return mapSchemas(node, open)
    const { description, ...rules } = node
    const kinds = ['string', 'number'].filter((kind) => values.some((one) => typeof one === kind))
    return {
      ...(description !== undefined && { description }),
      anyOf: [rules, ...kinds.map((kind) => ({ type: kind, [others]: true }))],
    }
  }
  const made = [...inAnswers].map((name): [string, Schema] => {
    const at = nameIn(name)
    if (at !== name && Object.hasOwn(schemas, at))
      throw new Error(`components.schemas.${at} has the name of ${name} as answers carry it`)
    const schema = schemas[name] ?? true
    return [at, valuesOf(schema) ? schema : (open(schema) as Schema)]
  })
  const inResponses = (node: Json): Json => mapKey(node, 'schema', open)
  const outside = { ...document, components: rest } as unknown as Node
  const opened = mapKey(outside, 'responses', inResponses) as unknown as Document
  const all = { ...schemas, ...Object.fromEntries(made) }
  return { ...opened, components: { ...opened.components, schemas: all } }
}

const withoutApart = (_key: string, node: Json): Json =>
  isNode(node) && node[apart] === true ? true : node

function valuesOf(schema: Json | undefined): Json[] | undefined {
  const values = isNode(schema) ? schema['enum'] : undefined
  return Array.isArray(values) ? values : undefined
}

/** Keywords that hold schemas: one, a list of them, or several by name. */
const holding =
  /^(?:items|not|if|then|else|additionalProperties|contains|prefixItems|oneOf|anyOf|allOf)$/
const byName = /^(?:properties|patternProperties|dependentSchemas|\$defs)$/

/** Replaces each schema within a schema, in a field or elsewhere. */
export function mapSchemas(schema: Node, change: (inner: Json, field?: string) => Json): Node {
  return mapValues(schema, (value, keyword): Json => {
    if (holding.test(keyword))
      return Array.isArray(value) ? value.map((one) => change(one)) : change(value)
    return byName.test(keyword) && isNode(value) ? mapValues(value, change) : value
  })
}

/** Changes each value of a key at any depth, except in examples. */
export function mapKey(node: Json, wanted: string, change: (inner: Json) => Json): Json {
  if (Array.isArray(node)) return node.map((item) => mapKey(item, wanted, change))
  if (!isNode(node)) return node
  return mapValues(node, (value, key) => {
    if (key === wanted) return change(value)
    return key === 'examples' ? value : mapKey(value, wanted, change)
  })
}
