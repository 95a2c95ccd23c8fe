import {
  dereference,
  type Document,
  type Node,
  type Operation,
  requestSchema,
  responseSchema,
} from '../../lib/document.js'
import { alternatives, type Properties, propertiesSent } from './parameters.js'

/**
 * The names that lead to the identifier which the service gives, in an answer or in each item of a list: the string that
 * the document marks, or else a required one called `id` or `…_id` that is not sent. Undefined where there is none.
 * @throws Error in a sentence, where something else than a string is marked
 */
export function identifierOf(
  document: Document,
  operation: Operation,
): readonly string[] | undefined {
  const answer = dereference(document, responseSchema(operation) ?? {}) as Node
  const sent = propertiesSent(document, operation)
  const [path, ...others] = alternatives(answer['items'] ?? answer).map(
    (schema) => markedPath(schema, operation) ?? likelyPath(schema, sent),
  )
  return others.every((other) => String(other) === String(path)) ? path : undefined
}

/** Within another object only where that is required: the schema of an answer may also stand where there is often none. */
function markedPath(schema: Node, operation: Operation): readonly string[] | undefined {
  const { properties, required } = membersOf(schema)
  for (const [name, property] of Object.entries(properties)) {
    const isMarked = property['x-service-identifier'] === true
    if (isMarked && property['type'] !== 'string')
      throw new Error(`${operation.id}: x-service-identifier of ${name}, which is no string`)
    if (isMarked) return [name]
    const inner = required.includes(name) ? markedPath(property, operation) : undefined
    if (inner) return [name, ...inner]
  }
  return undefined
}

function likelyPath(schema: Node, sent: Properties): readonly string[] | undefined {
  const { properties, required } = membersOf(schema)
  const names = required.filter(
    (name) => properties[name]?.['type'] === 'string' && !Object.hasOwn(sent, name),
  )
  const likely = names.find((name) => name === 'id') ?? names.find((name) => name.endsWith('_id'))
  return likely === undefined ? undefined : [likely]
}

function membersOf({ properties = {}, required = [] }: Node) {
  return { properties: properties as Properties, required: required as string[] }
}

/** The request field that the document marks as the client's own reference. */
export function referenceOf(document: Document, operation: Operation): string | undefined {
  const schema = dereference(document, requestSchema(operation) ?? {}) as Node
  const marked = Object.entries(membersOf(schema).properties).find(
    ([, property]) => property['x-client-reference'] === true,
  )
  return marked?.[0]
}
