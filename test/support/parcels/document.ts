import { readFileSync } from 'node:fs'
import { simplify } from '../../../scripts/generate/read/simplify.js'
import type { Document, Json, Node } from '../../../scripts/lib/document.js'

const text = readFileSync(new URL('../../fixtures/parcels/openapi.json', import.meta.url), 'utf8')

/** The document of parcels, as the generator reads it. */
export const document = simplify(JSON.parse(text) as Document)

/** A success of whatever JSON. */
const answer = { description: 'It.', content: { 'application/json': { schema: {} } } }

export const bodyOf = (schema: Json): Node => ({
  requestBody: { content: { 'application/json': { schema } } },
})

/** The document with one more operation, a POST without parameters and body unless told otherwise. */
export function adding(operation: Node, path = '/v2/more/{id}', item: Node = {}): Document {
  const post = { operationId: 'more', responses: { '200': answer }, ...operation }
  const paths = { ...document.paths, [path]: { ...item, post } } as Document['paths']
  return { ...document, paths }
}
