import {
  isNode,
  type Json,
  jsonOf,
  membersOf,
  type Operation,
  type Schema,
} from '../../lib/document.js'
import { examplesOf } from '../../lib/shown.js'
import { mapSchemas } from './answers.js'

/** The documented bodies, in JSON, of answers that are no success: of a status, `4XX`, `5XX` or `default`. */
export function refusalBodies({ responses }: Operation) {
  return Object.entries(responses).flatMap(([status, body]) => {
    const json = jsonOf(body)
    const isRefusal = /^(?:[45](?:\d\d|XX)|default)$/.test(status)
    return isRefusal && json ? [{ status, ...json }] : []
  })
}

/** Their schemas. */
export function refusalsOf(operation: Operation): [status: string, schema: Schema][] {
  return refusalBodies(operation).flatMap(({ status, schema }) =>
    schema === undefined ? [] : [[status, schema] as [string, Schema]],
  )
}

/** A refusal that requires each member with an example: of a problem, no member is required (RFC 9457). */
export function withExamples(schema: Json): Json {
  if (!isNode(schema)) return schema
  const inner = mapSchemas(schema, withExamples)
  const { properties, required } = membersOf(inner)
  const names = Object.keys(properties).filter(
    (name) => examplesOf(properties[name] ?? {}).length > 0,
  )
  return { ...inner, required: [...required, ...names] }
}

/** Without the lists of values: a refusal may have one that is new. */
export function withoutEnums(schema: Json): Json {
  if (!isNode(schema)) return schema
  const rest = Object.entries(mapSchemas(schema, withoutEnums))
  return Object.fromEntries(rest.filter(([keyword]) => keyword !== 'enum'))
}
