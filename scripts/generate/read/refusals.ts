import { isNode, type Json, type Operation, type Schema } from '../../lib/document.js'
import { mapSchemas } from './answers.js'

const jsonTypes = /^application\/(?:json|[\w.-]+\+json)$/

/** The documented bodies of answers that are no success: by their status, `4XX`, `5XX` or `default`. */
export function refusalsOf({ responses }: Operation): [status: string, schema: Schema][] {
  return Object.entries(responses).flatMap(([status, { content = {} }]) => {
    const json = Object.entries(content).find(([type]) => jsonTypes.test(type))?.[1].schema
    const isRefusal = /^(?:[45](?:\d\d|XX)|default)$/.test(status)
    return isRefusal && json !== undefined ? [[status, json] as [string, Schema]] : []
  })
}

/** Without the lists of values: a refusal may have one that is new. */
export function withoutEnums(schema: Json): Json {
  if (!isNode(schema)) return schema
  const rest = Object.entries(mapSchemas(schema, withoutEnums))
  return Object.fromEntries(rest.filter(([keyword]) => keyword !== 'enum'))
}
