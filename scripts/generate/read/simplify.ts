import {
  type Document,
  follow,
  isNode,
  type Json,
  membersOf,
  type Node,
  placeOf,
  type Schema,
  schemaPrefix,
} from '../../lib/document.js'
import { each } from '../../lib/each.js'
import { mapKey, mapSchemas } from './answers.js'

/** Keywords that make no value valid or invalid (JSON Schema 2020-12: Core, section 8, and Validation, sections 8 and 9). */
const annotation =
  /^(?:description|title|examples?|default|deprecated|readOnly|writeOnly|externalDocs|discriminator|xml|content\w+|\$comment|\$schema|\$id|\$anchor|x-.*)$/

/** Whether a keyword with this value allows every value; `uniqueItems: false` does (Validation, section 6.4.3). */
export const saysNothing = (keyword: string, value: Json): boolean =>
  annotation.test(keyword) || (keyword === 'uniqueItems' && value === false)

/**
 * The document with one way to say what JSON Schema has several for: without `allOf`, `const`, `discriminator` and `anyOf`
 * of which one fits, and with names of schemas that a type can have.
 * @throws Error in a sentence with the place, where the parts of an `allOf` cannot be one schema
 */
export function simplify(written: Document): Document {
  const document = withPlainNames(withNamedParts(written))
  const change = (schema: Json, place: string) => simplifySchema({ document, place }, schema)
  const changeAll = (part: object, place: string): Json =>
    mapKey(part as Json, 'schema', (schema) => change(schema, place))
  const items = each(Object.entries(document.paths), ([path, item]) => {
    const parts = each(Object.entries(item), ([method, part]) => {
      const place = placeOf({ id: part.operationId, method: method.toUpperCase(), path })
      return [method, changeAll(part, place)] as const
    })
    return [path, Object.fromEntries(parts)] as const
  })
  const paths = Object.fromEntries(items)
  const { schemas, ...others } = document.components
  const simple = Object.fromEntries(
    each(Object.entries(schemas), ([name, schema]) => [name, change(schema, schemaPrefix + name)]),
  )
  const components = { ...(changeAll(others, '#/components') as object), schemas: simple }
  return { ...document, paths, components } as object as Document
}

/** The parts of schemas that others refer to, in `$defs` or `definitions`, as schemas of their own. */
function withNamedParts(document: Document): Document {
  const schemas: Record<string, Schema> = { ...document.components.schemas }
  const whole = JSON.parse(JSON.stringify(document), (key, value: Json) => {
    if (key !== '$ref' || typeof value !== 'string') return value
    if (!value.startsWith(schemaPrefix) || !/\/(?:\$defs|definitions)\//.test(value)) return value
    const name = value.slice(schemaPrefix.length).replace(/\/(?:\$defs|definitions)\//g, '.')
    schemas[name] ??= follow(document, { $ref: value }) as Schema
    return schemaPrefix + name
  }) as Document
  return {
    ...whole,
    components: { ...whole.components, schemas: { ...schemas, ...whole.components.schemas } },
  }
}

/** Lets a component be called `v2.Order`, and an operation `orders.create`: the type is `V2Order`, the method `ordersCreate`. */
function withPlainNames(document: Document): Document {
  const names = new Map<string, string>()
  for (const name of Object.keys(document.components.schemas)) {
    const type = typeNameOf(name)
    const other = names.get(type)
    if (other !== undefined)
      throw new Error(`${schemaPrefix}${name}: its type would be ${type}, as that of ${other}`)
    names.set(type, name)
  }
  const pattern = new RegExp(`^(${schemaPrefix})([^/]+)`)
  const renamed = JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (typeof value !== 'string') return value
    if (key === 'operationId') return joined(value)
    return value.replace(pattern, (_all, start: string, name: string) => start + typeNameOf(name))
  }) as Document
  const schemas = Object.entries(renamed.components.schemas).map(([name, schema]) => {
    return [typeNameOf(name), schema] as const
  })
  const components = { ...renamed.components, schemas: Object.fromEntries(schemas) }
  return { ...renamed, components }
}

/** `orders.create` as `ordersCreate`. */
function joined(name: string): string {
  return name.replace(/\W+(\w)/g, (_all, letter: string) => letter.toUpperCase())
}

const typeNameOf = (name: string): string =>
  /\W/.test(name) ? joined(name).replace(/^./, (letter) => letter.toUpperCase()) : name

interface Context {
  readonly document: Document
  /** Where the schema is, for a sentence. */
  readonly place: string
  /** The references that led there. */
  readonly above?: readonly string[]
}

function simplifySchema(context: Context, schema: Json): Json {
  if (!isNode(schema)) return schema
  const { place } = context
  // Types would have these as members.
  const own = Object.entries(schema).filter(([name]) => !/^(?:\$defs|definitions)$/.test(name))
  const inner = mapSchemas(Object.fromEntries(own), (one, field) =>
    simplifySchema(field === undefined ? context : { ...context, place: `${place}/${field}` }, one),
  )
  const { allOf = [], anyOf, const: only, discriminator, $ref, ...rest } = inner
  if (only !== undefined) rest['enum'] = [only]
  if (Array.isArray(anyOf))
    rest[discriminator || isNullOrOther(context, anyOf) ? 'oneOf' : 'anyOf'] = anyOf
  // What stands beside a reference is a rule as well.
  const parts = [...($ref === undefined ? [] : [{ $ref }]), ...(allOf as Json[])]
  return parts.reduce((one, other) => merge(context, one, other), rest)
}

/** Whether exactly one of two schemas fits null, so that `oneOf` is the same as `anyOf`. */
function isNullOrOther(context: Context, schemas: readonly Json[]): boolean {
  const others = schemas.filter((one) => !isNode(one) || one['type'] !== 'null')
  if (others.length !== 1 || schemas.length !== 2) return false
  const [, , other] = resolve(context, {}, others[0] as Node)
  const { type, enum: values = [null] } = isNode(other) ? other : {}
  const fitting = type === undefined ? values : type
  return ![fitting].flat().some((one) => one === null || one === 'null')
}

/** One schema for what fits both. The words are those of the first. */
function merge(context: Context, one: Json, other: Json): Json {
  const [a, b] = [one === true ? {} : one, other === true ? {} : other]
  if (!isNode(a) || !isNode(b)) return false
  if (JSON.stringify(a) === JSON.stringify(b)) return a
  if (isOpen(a) || isOpen(b)) return { ...b, ...a }
  if ('$ref' in a || '$ref' in b) return merge(...resolve(context, a, b))
  if ('oneOf' in a || 'oneOf' in b) return mergeChoice(context, a, b)
  const merged: Node = { ...b, ...a }
  for (const [keyword, rule] of Object.entries(a)) {
    const its = b[keyword]
    if (its !== undefined) merged[keyword] = mergeRule(context, keyword, rule, its)
  }
  return { ...merged, ...mergeMembers(context, a, b) }
}

const isOpen = (schema: Node): boolean =>
  Object.entries(schema).every(([keyword, value]) => saysNothing(keyword, value))

/** Both without a reference at their top. */
function resolve(context: Context, ...schemas: [Node, Node]): [Context, Json, Json] {
  const above = [...(context.above ?? [])]
  const [a, b] = schemas.map((schema) => {
    const { $ref, ...beside } = schema
    if (typeof $ref !== 'string') return schema
    if (above.includes($ref))
      throw new Error(`${context.place}: allOf leads to ${$ref} again, which is not supported`)
    above.push($ref)
    const inner = { ...context, above }
    return merge(inner, beside, simplifySchema(inner, follow(context.document, { $ref })))
  })
  return [{ ...context, above }, a ?? true, b ?? true]
}

/** What is beside a choice is a part of each alternative. */
function mergeChoice(context: Context, a: Node, b: Node): Json {
  const [{ oneOf, ...beside }, other] = 'oneOf' in a ? [a, b] : [b, a]
  if ('oneOf' in other) throw twice(context, 'oneOf')
  const whole = merge(context, beside, other)
  const isRule = ([keyword]: [string, Json]): boolean => !annotation.test(keyword)
  const rules = Object.fromEntries(Object.entries(whole as Node).filter(isRule))
  const words = Object.fromEntries(Object.entries(whole as Node).filter((one) => !isRule(one)))
  return { ...words, oneOf: (oneOf as Json[]).map((one) => merge(context, one, rules)) }
}

function mergeRule(context: Context, keyword: string, one: Json, other: Json): Json {
  // Members come in `mergeMembers`.
  if (annotation.test(keyword) || /^(?:format|properties|additionalProperties)$/.test(keyword))
    return one
  if (keyword === 'required') return [...new Set([...(one as Json[]), ...(other as Json[])])]
  if (keyword === 'enum') return common(context, keyword, one as Json[], other as Json[])
  if (keyword === 'type') {
    const types = common(context, keyword, typesOf(one), typesOf(other))
    const needed = types.filter((type) => type !== 'integer' || !types.includes('number'))
    return needed.length === 1 ? (needed[0] ?? null) : needed
  }
  if (keyword === 'items') return merge(context, one, other)
  if (/^(?:min|exclusiveMin)/.test(keyword)) return Math.max(Number(one), Number(other))
  if (/^(?:max|exclusiveMax)/.test(keyword)) return Math.min(Number(one), Number(other))
  if (JSON.stringify(one) === JSON.stringify(other)) return one
  throw twice(context, keyword)
}

/** Every integer is a number. */
function typesOf(type: Json): Json[] {
  const types = Array.isArray(type) ? type : [type]
  return types.flatMap((one) => (one === 'number' ? [one, 'integer'] : [one]))
}

function common({ place }: Context, keyword: string, one: Json[], other: Json[]): Json[] {
  const both = one.filter((value) => other.includes(value))
  if (both.length > 0) return both
  throw new Error(`${place}: allOf leaves no ${keyword} that fits all of its parts`)
}

function twice({ place }: Context, keyword: string): Error {
  return new Error(`${place}: allOf has ${keyword} twice, which the client cannot check as one`)
}

/** A member has to fit what each of the two says of it: of its name, or of every other name. */
function mergeMembers(context: Context, a: Node, b: Node): Node {
  const ofOthers = (schema: Node): Json => schema['additionalProperties'] ?? true
  const ruleOf = (schema: Node, name: string): Json =>
    membersOf(schema).properties[name] ?? ofOthers(schema)
  const names = [a, b].flatMap((one) => Object.keys(membersOf(one).properties))
  const properties = [...new Set(names)].map((name) => {
    const inner = { ...context, place: `${context.place}/${name}` }
    return [name, merge(inner, ruleOf(a, name), ruleOf(b, name))] as const
  })
  const others = merge(context, ofOthers(a), ofOthers(b))
  return {
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(JSON.stringify(others) !== '{}' && { additionalProperties: others }),
  }
}
