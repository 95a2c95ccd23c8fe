import { type Document, isNode, type Json, mapValues, type Node } from '../../lib/document.js'
import { mapKey, mapSchemas } from '../read/answers.js'

/** Keywords that make no value valid or invalid. */
const words = new Set(['title', 'description', 'example', 'default', 'deprecated'])

/**
 * The published document in the words of OpenAPI 3.0, for tools that read nothing newer: 3.0.3, since some know no
 * later 3.0. What 3.0 has no words for stays, and `npm run lint` refuses it.
 */
export function downgrade(document: Document): object {
  const { components, ...rest } = mapKey(
    document as object as Node,
    'schema',
    downgradeSchema,
  ) as Node
  return {
    ...rest,
    openapi: '3.0.3',
    // 3.0 has no summary.
    info: { ...document.info, summary: undefined },
    components: {
      ...(components as Node),
      schemas: mapValues(document.components.schemas, downgradeSchema),
    },
  }
}

function downgradeSchema(schema: Json): Json {
  if (!isNode(schema)) return schema
  const { $ref, examples, ...rest } = mapSchemas(schema, downgradeSchema)
  if (Array.isArray(examples) && examples[0] !== undefined) rest['example'] = examples[0]
  if ($ref === undefined) return rest
  // OpenAPI 3.0 ignores the siblings of a $ref. An allOf for words alone makes generators derive a class from an enum.
  return Object.keys(rest).every((name) => words.has(name))
    ? { $ref }
    : { ...rest, allOf: [{ $ref }] }
}
