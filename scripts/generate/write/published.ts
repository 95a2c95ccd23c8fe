import { type Document, isNode, type Json, mapValues, type Node } from '../../lib/document.js'

/** Extensions that only scripts/generate reads: some tools refuse a schema with a keyword that they do not know. */
const internal = new Set(['x-expected', 'x-mock'])

/**
 * The document as others get it: with every example in the place where it is used, since some tools invent values for
 * an example by reference; without the extensions that are read here alone; and without an answer that has no content
 * under `default` or a range, which tells a program nothing, and which some take for a success.
 */
export function publish(document: Document): Document {
  const { examples = {}, responses = {}, ...components } = document.components as unknown as Node
  const shared = { examples: examples as Node, responses: responses as Node }
  return {
    ...(published(document as unknown as Json, shared) as unknown as Document),
    components: published(components, shared) as unknown as Document['components'],
  }
}

function published(node: Json, shared: { examples: Node; responses: Node }): Json {
  if (Array.isArray(node)) return node.map((item) => published(item, shared))
  if (!isNode(node)) return node
  const kept = Object.entries(node).filter(([key]) => !internal.has(key))
  return mapValues(Object.fromEntries(kept), (value, key) => {
    if (key === 'examples') return inPlace(value, shared.examples)
    return published(
      key === 'responses' ? telling(inPlace(value, shared.responses)) : value,
      shared,
    )
  })
}

/** What is shared, in the place of the references to it. A schema's own examples are a list of values. */
function inPlace(nodes: Json, shared: Node): Json {
  if (!isNode(nodes)) return nodes
  return mapValues(nodes as Record<string, Node>, (node) => {
    const reference = typeof node['$ref'] === 'string' ? node['$ref'] : ''
    return shared[reference.split('/').at(-1) ?? ''] ?? node
  })
}

/** A schema may have a property of this name. */
function telling(answers: Json): Json {
  const all = Object.entries(answers as Record<string, Node>)
  const isOfMany = (status: string): boolean => /^(?:default|[1345]XX)$/.test(status)
  return Object.fromEntries(
    all.filter(([status, { content }]) => !isOfMany(status) || content !== undefined),
  )
}
