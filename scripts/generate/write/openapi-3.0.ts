import {
  type BodyObject,
  type Document,
  isNode,
  type Json,
  mapValues,
  type Node,
} from '../../lib/document.js'
import { mapKey, mapSchemas } from '../read/answers.js'

/** Keywords that make no value valid or invalid. */
const words = new Set(['title', 'description', 'example', 'default', 'deprecated'])

/**
 * The published document in the words of OpenAPI 3.0, for tools that read nothing newer: 3.0.3, since some know no
 * later 3.0. What 3.0 has no words for stays, and `npm run lint` refuses it.
 */
export function downgrade(document: Document): object {
  const told = mapKey(document as object as Node, 'responses', telling)
  const { components, ...rest } = mapKey(told, 'schema', downgradeSchema) as Node
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

/**
 * Without an answer that has no schema under `default` or a range: progenitor takes `default` for a success, and orval
 * and connexion fail on ranges. A schema may have a property of the name `responses`.
 */
function telling(answers: Json): Json {
  const all = Object.entries(answers as Record<string, BodyObject>)
  const isOfMany = (status: string): boolean => /^(?:default|[1345]XX)$/.test(status)
  const hasSchema = ({ content = {} }: BodyObject): boolean =>
    Object.values(content).some(({ schema }) => schema !== undefined)
  const kept = all.filter(([status, answer]) => !isOfMany(status) || hasSchema(answer))
  return Object.fromEntries(kept) as Json
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
