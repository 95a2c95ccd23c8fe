import { type Document, isNode, type Json, mapValues, type Node } from '../../lib/document.js'
import { mapKey } from '../read/answers.js'

/** Drops extensions that only scripts/generate reads: some tools refuse a schema with a keyword that they do not know. */
const withoutInternal = (key: string, value: unknown): unknown =>
  /^x-(?:account|expected|mock)$/.test(key) ? undefined : value

/**
 * The document as others get it: with every example in the place where it is used, since some tools invent values for
 * an example by reference; and without the extensions that are read here alone.
 */
export function publish(document: Document): Document {
  const answered = withAnswersInPlace(document)
  const whole = JSON.parse(JSON.stringify(answered, withoutInternal)) as Node
  const { examples = {}, ...components } = whole['components'] as Node
  return mapKey({ ...whole, components }, 'examples', (all) =>
    inPlace(all, examples as Node),
  ) as object as Document
}

/** The document with each shared answer where it is used, so that an overlay can update it there. */
export function withAnswersInPlace(document: Document): Document {
  const { responses = {}, ...components } = document.components as unknown as Node
  const whole = { ...document, components } as unknown as Node
  return mapKey(whole, 'responses', (answers) =>
    inPlace(answers, responses as Node),
  ) as object as Document
}

/** The document without the body of any type where an overlay has said which one an answer has. */
export function withoutAnyBody(document: Document): Document {
  return mapKey(document as unknown as Node, 'content', (content) => {
    if (!isNode(content) || Object.keys(content).length < 2) return content
    const { '*/*': ofAnyType, ...others } = content
    return JSON.stringify(ofAnyType) === '{}' ? others : content
  }) as object as Document
}

/** What is shared, in the place of the references to it. A schema's own examples are a list of values. */
function inPlace(nodes: Json, shared: Node): Json {
  if (!isNode(nodes)) return nodes
  return mapValues(nodes as Record<string, Node>, (node) => {
    const reference = typeof node['$ref'] === 'string' ? node['$ref'] : ''
    return shared[reference.split('/').at(-1) ?? ''] ?? node
  })
}
