import { limitTests } from '../../../src/document/limit-tests.js'
import { expected, fits, formats } from '../../../src/document/schema-check.js'
import type { Rules } from '../../../src/operation.js'
import { isNode, type Json, type Node, type Operation, type Schema } from '../../lib/document.js'
import { linearPattern } from '../../lib/linear-pattern.js'
import { shown, telling } from '../../lib/shown.js'
import { mapSchemas } from './answers.js'
import { tellingMember } from './exclusive.js'
import { inputSchema } from './parameters.js'
import { refusalsOf, withoutEnums } from './refusals.js'
import { saysNothing } from './simplify.js'

/** What the check of src/ knows. That a document uses them as OpenAPI has it, the linter checks. */
const keywords = [
  ...['type', 'enum', 'format', 'pattern', 'items', 'properties', 'required'],
  ...['additionalProperties', 'oneOf', 'anyOf', ...Object.keys(limitTests)],
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
function assertKnown(schema: Json, where: string, isWhole = true): void {
  if (!isNode(schema)) return
  for (const [keyword, value] of Object.entries(schema)) {
    if (saysNothing(keyword, value)) continue
    // The whole of a request or an answer has its reference or its proof in one place.
    if (!keywords.includes(keyword) || (isWhole && keyword === 'anyOf'))
      throw new Error(
        `${where}: the client has no check for ${keyword}; it knows ${keywords.join(', ')}`,
      )
    if (!isChecked(keyword, value))
      throw new Error(`${where}: the client has no check for ${keyword} ${JSON.stringify(value)}`)
    if (/^(?:items|additionalProperties)$/.test(keyword))
      assertKnown(value, `${where}/${keyword}`, false)
    if (/^(?:oneOf|anyOf|properties)$/.test(keyword))
      for (const [at, inner] of Object.entries(value as object))
        assertKnown(inner as Json, `${where}/${keyword}/${at}`, false)
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
  const { 'x-expected': words, ...all } = schema
  const deciding = Object.entries({ ...all, ...safeLimits(all), ...linear(all) }).filter(
    ([keyword, value]) =>
      keyword === 'format' ? Object.hasOwn(formats, value as string) : !saysNothing(keyword, value),
  )
  const rules = mapSchemas(Object.fromEntries(deciding), rulesOf)
  const choice: Node = Array.isArray(rules['oneOf']) ? rulesOfChoice(rules['oneOf'] as Rules[]) : {}
  if (Array.isArray(rules['anyOf']))
    choice['expected'] = (rules['anyOf'] as Rules[]).map(expected).join(' or ')
  return { ...rules, ...choice, ...(words !== undefined && { expected: words }) }
}

/** How a caller is told of alternatives: the member that tells them apart, and the words for all of them. */
function rulesOfChoice(oneOf: readonly Rules[]): Node {
  const tells = tellingMember(oneOf as Json[])
  const words = oneOf.map((one) => {
    if (one.type === 'null') return 'null'
    return 'properties' in one || 'required' in one ? 'an object' : expected(one)
  })
  const groups = new Set(oneOf.flatMap(({ required }) => required?.join(', ') || []))
  const kinds = oneOf.flatMap(({ properties = {} }) =>
    tells === undefined ? [] : ((properties[tells] as Rules | undefined)?.enum ?? []),
  )
  const isByName = groups.size > 1 && (tells === undefined || new Set(kinds).size < kinds.length)
  const either = `an object with exactly one of (${[...groups].join(') or (')})`
  const all = words.map((one) => (isByName && one === 'an object' ? either : one))
  return { ...(tells !== undefined && { tells }), expected: [...new Set(all)].join(' or ') }
}

/** @throws Error in a sentence that names the place, for an alternative of a request that could not be sent */
function assertApart(schema: Json, where: string): void {
  if (!isNode(schema)) return
  const { oneOf, ...own } = schema
  const all = (Array.isArray(oneOf) ? oneOf : []) as Node[]
  for (const [at, one] of all.entries()) {
    const whole = { ...own, ...one }
    const values = [shown(whole), shown(telling(whole))]
    const [value, ...others] = values.map((made) => ({
      text: `${where}: ${JSON.stringify(made)} is made of oneOf/${at} and`,
      isRefused: 'type' in own && !fits({ type: own['type'] as string }, made),
      other: all.findIndex((rules, index) => index !== at && fits(rules, made)),
    }))
    if (value?.isRefused)
      throw new Error(
        `${value.text} is not of the type beside oneOf, ${JSON.stringify(own['type'])}: leave that type out`,
      )
    if (value && [value, ...others].every(({ other }) => other >= 0))
      throw new Error(
        `${value.text} fits oneOf/${value.other} too, where exactly one has to fit: leave one out, or require a member with a const of its own in each, such as kind: { const: A }`,
      )
  }
  mapSchemas(schema, (inner, field) => {
    assertApart(inner, field === undefined ? where : `${where}/${field}`)
    return inner
  })
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
  const rules = request === undefined ? undefined : plain(request, 'request')
  assertApart(rules ?? true, `${operation.place}, request`)
  return {
    request: rules,
    response: response === undefined ? undefined : withCommon(close(plain(response, 'response'))),
    errors: Object.fromEntries(refusals),
  }
}
