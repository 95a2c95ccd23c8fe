import type { Document, Json } from '../../lib/document.js'

type Node = Record<string, Json>

/** Keywords of 3.1 that 3.0 has no words for: leaving one out would weaken what the document says. */
const unsayable = new Set(
  [
    'const if then else contains prefixItems propertyNames patternProperties dependentRequired',
    'dependentSchemas unevaluatedProperties unevaluatedItems contentEncoding contentMediaType',
    '$defs $id $anchor $dynamicRef',
  ].flatMap((line) => line.split(' ')),
)

/** What the document shares among operations. */
interface Shared {
  readonly examples: Record<string, Node>
  readonly responses: Record<string, Node>
}

/**
 * The same document in the words of OpenAPI 3.0, for tools that read nothing newer: 3.0.3, since some know no later
 * 3.0; and with less to trip over (see `schemasOf`), since those tools are the older ones.
 */
export function downgrade(document: Document): Json {
  const { info = {}, components = {}, ...rest } = document as unknown as Record<string, Node>
  const { schemas = {}, examples = {}, responses = {}, ...others } = components
  const shared = { examples, responses } as unknown as Shared
  const downgraded = schemasOf(rest, '#', shared) as Node
  return {
    ...(document as unknown as Node), // for the order of its fields
    ...downgraded,
    openapi: '3.0.3',
    info: downgradeInfo(info),
    components: {
      ...(schemasOf(others, '#/components', shared) as Node),
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

/**
 * Downgrades the schemas of parameters and media types, and leaves everything else as it is, but for what tools of 3.0
 * trip over: an answer without content under `default` or a range, which tells a program nothing, and which some take
 * for another success; and shared examples, where some read the field `id` of a value as the identifier of a schema.
 */
function schemasOf(node: Json, place: string, shared: Shared): Json {
  if (Array.isArray(node)) return node.map((item) => schemasOf(item, place, shared))
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      const here = `${place}/${key}`
      if (key === 'responses') return [key, schemasOf(telling(value as Node, shared), here, shared)]
      if (key === 'schema') return [key, downgradeSchema(value, here)]
      if (key === 'examples') return [key, inline(value as Node, shared.examples)]
      return [key, schemasOf(value, here, shared)]
    }),
  )
}

function telling(answers: Node, { responses }: Shared): Node {
  const whole = Object.entries(inline(answers, responses) as Record<string, Node>)
  return Object.fromEntries(
    whole.filter(([status, { content }]) => /^(\d{3}|2XX)$/.test(status) || content !== undefined),
  )
}

/** What is shared, in the place of the references to it. */
function inline(nodes: Node, shared: Record<string, Node>): Node {
  return Object.fromEntries(
    Object.entries(nodes as Record<string, Node>).map(([name, node]) => {
      const reference = typeof node['$ref'] === 'string' ? node['$ref'] : ''
      return [name, shared[reference.split('/').at(-1) ?? ''] ?? node]
    }),
  )
}

function downgradeSchema(schema: Json, place: string): Json {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema))
    throw new Error(`${place}: the schema ${JSON.stringify(schema)} cannot be said in OpenAPI 3.0`)
  const { $ref, examples, ...own } = schema
  const keyword = Object.keys(own).find((name) => unsayable.has(name))
  if (keyword !== undefined || Array.isArray(own['type']) || own['type'] === 'null')
    throw new Error(`${place}: ${keyword ?? 'a list of types'} cannot be said in OpenAPI 3.0`)
  const said = Object.fromEntries(
    Object.entries(own).map(([key, value]) => [
      key,
      downgradeKeyword(key, value, `${place}/${key}`),
    ]),
  )
  if (Array.isArray(examples) && examples[0] !== undefined) said['example'] = examples[0]
  if ($ref === undefined) return said
  // OpenAPI 3.0 ignores the siblings of a $ref.
  return Object.keys(said).length === 0 ? { $ref } : { ...said, allOf: [{ $ref }] }
}

function downgradeKeyword(key: string, value: Json, place: string): Json {
  if (key === 'properties')
    return Object.fromEntries(
      Object.entries(value as Node).map(([name, property]) => [
        name,
        downgradeSchema(property, `${place}/${name}`),
      ]),
    )
  if (['oneOf', 'anyOf', 'allOf'].includes(key))
    return (value as Json[]).map((member) => downgradeSchema(member, place))
  if (key === 'additionalProperties' && typeof value === 'boolean') return value
  const isSchema = ['items', 'not', 'additionalProperties'].includes(key)
  return isSchema ? downgradeSchema(value, place) : value
}
