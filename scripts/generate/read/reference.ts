import {
  dereference,
  type Document,
  type Operation,
  requestSchema,
  type Schema,
} from '../../lib/document.js'

/** The request field that the document marks as the client's own reference. */
export function referenceOf(document: Document, operation: Operation): string | undefined {
  const schema = requestSchema(operation)
  if (schema === undefined) return undefined
  const { properties } = dereference(document, schema) as { properties?: Record<string, Schema> }
  return Object.entries(properties ?? {}).find(
    ([, property]) => typeof property === 'object' && property['x-client-reference'] === true,
  )?.[0]
}
