import { type Document, isNode, type Json, mapValues, type Node } from '../../lib/document.js'

/** Keywords of 3.1 that 3.0 has no words for: leaving one out would weaken what the document says. */
const unsayable = new Set(
  [
    'const if then else contains prefixItems propertyNames patternProperties dependentRequired',
    'dependentSchemas unevaluatedProperties unevaluatedItems contentEncoding contentMediaType',
    '$defs $id $anchor $dynamicRef',
  ].flatMap((line) => line.split(' ')),
)

/** Keywords that make no value valid or invalid. */
const words = new Set(['title', 'description', 'example', 'default', 'deprecated'])

/**
 * The published document in the words of OpenAPI 3.0, for tools that read nothing newer: 3.0.3, since some know no
 * later 3.0.
 */
export function downgrade(document: Document): Json {
  const { info = {}, components = {}, ...rest } = document as unknown as Record<string, Node>
  const { schemas = {}, ...others } = components
  return {
    ...(document as unknown as Node), // for the order of its fields
    ...(schemasOf(rest, '#') as Node),
    openapi: '3.0.3',
    info: downgradeInfo(info),
    components: {
      ...(schemasOf(others, '#/components') as Node),
      schemas: downgradeKeyword('properties', schemas, '#/components/schemas'),
    },
  }
}

/** 3.0 has neither `summary` nor the licence's `identifier`: the address of the licence in its place. */
function downgradeInfo(info: Node): Node {
  const said = { ...info }
  delete said['summary']
  if (info['license'] === undefined) return said
  const { identifier, ...license } = info['license'] as Node
  if (typeof identifier === 'string')
    license['url'] = `https://spdx.org/licenses/${identifier}.html`
  return { ...said, license }
}

/** Downgrades the schemas of parameters and media types, and leaves everything else as it is. */
function schemasOf(node: Json, place: string): Json {
  if (Array.isArray(node)) return node.map((item) => schemasOf(item, place))
  if (!isNode(node)) return node
  return mapValues(node, (value, key) => {
    if (key === 'schema') return downgradeSchema(value, `${place}/${key}`)
    return key === 'examples' ? value : schemasOf(value, `${place}/${key}`)
  })
}

function downgradeSchema(schema: Json, place: string): Json {
  if (!isNode(schema))
    throw new Error(`${place}: the schema ${JSON.stringify(schema)} cannot be said in OpenAPI 3.0`)
  const { $ref, examples, ...own } = schema
  const keyword = Object.keys(own).find((name) => unsayable.has(name))
  if (keyword !== undefined || Array.isArray(own['type']) || own['type'] === 'null')
    throw new Error(`${place}: ${keyword ?? 'a list of types'} cannot be said in OpenAPI 3.0`)
  const said = mapValues(own, (value, key) => downgradeKeyword(key, value, `${place}/${key}`))
  if (Array.isArray(examples) && examples[0] !== undefined) said['example'] = examples[0]
  if ($ref === undefined) return said
  // OpenAPI 3.0 ignores the siblings of a $ref. An allOf for words alone makes generators derive a class from an enum.
  return Object.keys(said).every((name) => words.has(name))
    ? { $ref }
    : { ...said, allOf: [{ $ref }] }
}

function downgradeKeyword(key: string, value: Json, place: string): Json {
  if (key === 'properties')
    return mapValues(value as Node, (inner, name) => downgradeSchema(inner, `${place}/${name}`))
  if (['oneOf', 'anyOf', 'allOf'].includes(key))
    return (value as Json[]).map((member) => downgradeSchema(member, place))
  if (key === 'additionalProperties' && typeof value === 'boolean') return value
  const isSchema = ['items', 'not', 'additionalProperties'].includes(key)
  return isSchema ? downgradeSchema(value, place) : value
}
