import { limits } from '../../../src/document/limits.js'
import { linearPattern } from '../../../src/document/linear-pattern.js'
import { formats } from '../../../src/document/schema-check.js'
import { isNode, type Json, type Node, type Operation, type Schema } from '../../lib/document.js'
import { mapSchemas } from './answers.js'
import { inputSchema } from './parameters.js'
import { refusalsOf, withoutEnums } from './refusals.js'
import { annotation } from './simplify.js'

/** What the check of src/ knows. That a document uses them as OpenAPI has it, the linter checks. */
const keywords = [
  ...['type', 'enum', 'format', 'pattern', 'items', 'properties', 'required'],
  ...['additionalProperties', 'oneOf', ...Object.keys(limits)],
]

/** The linter takes any text for a pattern, and any value into a list of them. */
function isChecked(keyword: string, value: Json): boolean {
  if (keyword === 'enum') return (value as Json[]).every((one) => Object(one) !== one)
  try {
    return keyword !== 'pattern' || new RegExp(value as string, 'u').source !== ''
  } catch {
    return false
  }
}

/** @throws Error in a sentence that names the place, for a rule that the client cannot check */
function assertKnown(schema: Json, where: string): void {
  if (!isNode(schema)) return
  for (const [keyword, value] of Object.entries(schema)) {
    if (annotation.test(keyword)) continue
    if (!keywords.includes(keyword))
      throw new Error(
        `${where}: the client has no check for ${keyword}; it knows ${keywords.join(', ')}`,
      )
    if (!isChecked(keyword, value))
      throw new Error(`${where}: the client has no check for ${keyword} ${JSON.stringify(value)}`)
    if (/^(?:items|additionalProperties)$/.test(keyword)) assertKnown(value, `${where}/${keyword}`)
    if (keyword === 'oneOf' || keyword === 'properties')
      for (const [at, inner] of Object.entries(value as object))
        assertKnown(inner as Json, `${where}/${keyword}/${at}`)
  }
}

/** The rules of a schema. @throws Error in a sentence that names the place, as above */
export function knownRules(schema: Json, where: string): Json {
  assertKnown(schema, where)
  return rulesOf(schema)
}

/** Keeps what decides, and the words that the document gives for it. */
export function rulesOf(schema: Json): Json {
  if (!isNode(schema)) return schema
  const { 'x-expected': expected, ...all } = schema
  const deciding = Object.entries({ ...all, ...safeLimits(all), ...linear(all) }).filter(
    ([keyword, value]) =>
      keyword === 'format' ? Object.hasOwn(formats, value as string) : !annotation.test(keyword),
  )
  return mapSchemas(
    { ...Object.fromEntries(deciding), ...(expected !== undefined && { expected }) },
    rulesOf,
  )
}

const linear = ({ pattern }: Node): Node =>
  typeof pattern === 'string' ? { pattern: linearPattern(pattern) } : {}

/** JSON.parse rounds larger ones: an answer would have another number, and nobody would be told. */
function safeLimits({ type = null, format, minimum, maximum }: Node): Node {
  const { MIN_SAFE_INTEGER: min, MAX_SAFE_INTEGER: max } = Number
  const isWide = format === 'int64' || format === 'uint64'
  if (!isWide || ![type].flat().includes('integer')) return {}
  return {
    minimum: Math.max(min, Number(minimum ?? min)),
    maximum: Math.min(max, Number(maximum ?? max)),
  }
}

/** Says beside a choice what each of its alternatives requires: that proves a success. */
function withCommon(schema: Json): Json {
  if (!isNode(schema)) return schema
  const { items, oneOf, required = [] } = schema
  if (items !== undefined) return { ...schema, items: withCommon(items) }
  if (!Array.isArray(oneOf)) return schema
  const [first = [], ...others] = oneOf.map((one) => ((one as Node)['required'] ?? []) as Json[])
  const common = first.filter((name) => others.every((list) => list.includes(name)))
  return { ...schema, required: [...new Set([...(required as Json[]), ...common])] }
}

/** Forbids fields that a response schema does not list, so that a new field is reported as drift. */
function close(schema: Json): Json {
  if (!isNode(schema)) return schema
  const closed = mapSchemas(schema, close)
  return closed['type'] === 'object' && closed['properties'] !== undefined
    ? { additionalProperties: false, ...closed }
    : closed
}

/** The rules of what an operation takes and gives, and of its refusals by their status. */
export function rulesOfOperation(operation: Operation) {
  const plain = (schema: Schema, side: string): Json =>
    knownRules(operation.plain(schema), `${operation.place}, ${side}`)
  const [request, response] = [inputSchema(operation), operation.response]
  const refusals = refusalsOf(operation).map(([status, schema]) => {
    return [status, withoutEnums(plain(schema, status))] as const
  })
  return {
    request: request === undefined ? undefined : plain(request, 'request'),
    response: response === undefined ? undefined : withCommon(close(plain(response, 'response'))),
    errors: Object.fromEntries(refusals),
  }
}
