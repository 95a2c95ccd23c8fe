import { limits } from '../../../src/document/limits.js'
import { formats } from '../../../src/document/schema-check.js'
import {
  dereference,
  type Document,
  isNode,
  type Json,
  type Node,
  type Operation,
  placeOf,
  responseSchema,
  type Schema,
} from '../../lib/document.js'
import { mapSchemas, reach } from '../read/answers.js'
import { inputSchema } from '../read/parameters.js'
import { refusalsOf, withoutEnums } from '../read/refusals.js'
import { annotation } from '../read/simplify.js'

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
  const deciding = Object.entries({ ...all, ...safeLimits(all) }).filter(([keyword, value]) =>
    keyword === 'format' ? Object.hasOwn(formats, value as string) : !annotation.test(keyword),
  )
  return mapSchemas(
    { ...Object.fromEntries(deciding), ...(expected !== undefined && { expected }) },
    rulesOf,
  )
}

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

/** Under which names the module has the schemas of an operation. */
export interface SchemaNames {
  readonly request: string | undefined
  readonly response: string | undefined
  /** By their status. */
  readonly errors: Readonly<Record<string, string>>
}

/** The schemas of all operations as constants. What has a name in the document is written once. */
export function writeSchemas(document: Document, operations: readonly Operation[]) {
  const constants = new Constants()
  const sides = operations.map((operation) => {
    const plain = (schema: Schema, side: string): Json =>
      knownRules(dereference(document, schema), `${placeOf(operation)}, ${side}`)
    const input = inputSchema(document, operation)
    const schema = responseSchema(operation)
    const request = input === undefined ? undefined : plain(input, 'request')
    return {
      operation,
      schema,
      request,
      response: schema === undefined ? undefined : withCommon(close(plain(schema, 'response'))),
      errors: refusalsOf(operation).map(
        ([status, one]) => [status, withoutEnums(plain(one, status))] as const,
      ),
    }
  })
  for (const { operation, schema } of sides) {
    const parts = [operation.requestBody ?? null, operation.parameters, schema ?? null]
    for (const name of reach(parts as Json, document.components.schemas)) {
      const rules = rulesOf(dereference(document, document.components.schemas[name] ?? true))
      for (const one of [rules, close(rules)]) if (isLong(one)) constants.propose(name, one)
    }
  }
  // Requests first: what an answer has in another form gets another name.
  const requests = sides.map(({ operation: { id }, request }) =>
    request === undefined ? undefined : constants.add(`${id}Request`, request),
  )
  const names = sides.map(({ operation: { id }, response, errors }, at): [string, SchemaNames] => {
    const answer = response === undefined ? undefined : constants.add(`${id}Response`, response)
    const refusals = errors.map(([status, one]) => {
      return [status, constants.add(`${id}Error${status}`, one)] as const
    })
    const names = { request: requests[at], response: answer, errors: Object.fromEntries(refusals) }
    return [id, names]
  })
  return { text: constants.text, names: new Map(names), schemas: constants.schemas }
}

/** Whether a schema is worth a name. */
function isLong(schema: Json): boolean {
  return isNode(schema) && ['properties', 'enum', 'oneOf'].some((keyword) => keyword in schema)
}

/** No type has the name of a constant, which stands in one module with them. */
function constantOf(name: string): string {
  return `${name.replace(/^./, (letter) => letter.toLowerCase())}Rules`
}

/** The constants of the module, each below those that it refers to. */
class Constants {
  text = ''
  /** Each of them, whole. */
  readonly schemas = new Map<string, Json>()
  /** The names that schemas have in the document, by their rules. */
  readonly #proposed = new Map<string, string>()
  readonly #rules = new Map<string, string>()

  propose(name: string, schema: Json): void {
    const rules = JSON.stringify(schema)
    if (!this.#proposed.has(rules)) this.#proposed.set(rules, name)
  }

  /** The name of a schema's constant, which is written unless it is there. */
  add(name: string, schema: Json): string {
    this.propose(name, schema)
    return this.#write(schema, '')
  }

  #write(schema: Json, indent: string): string {
    const rules = JSON.stringify(schema)
    let name = this.#proposed.get(rules)
    if (name === undefined) return this.#literal(schema, indent)
    while ((this.#rules.get(name) ?? rules) !== rules) name += 'InAnswer'
    if (this.#rules.has(name)) return constantOf(name)
    this.#rules.set(name, rules)
    this.schemas.set(constantOf(name), schema)
    // What it refers to is written meanwhile.
    const literal = this.#literal(schema, '')
    this.text += `\nconst ${constantOf(name)} = ${literal}\n`
    return constantOf(name)
  }

  #literal(schema: Json, indent: string): string {
    if (!isNode(schema)) return JSON.stringify(schema)
    const { properties, items, oneOf, ...rules } = schema
    const members = Object.entries(rules).map(
      ([key, rule]) => `${key}: ${isNode(rule) ? this.#write(rule, indent) : JSON.stringify(rule)}`,
    )
    if (items !== undefined) members.push(`items: ${this.#write(items, indent)}`)
    if (Array.isArray(oneOf))
      members.push(`oneOf: [${oneOf.map((one) => this.#write(one, indent)).join(', ')}]`)
    if (isNode(properties)) {
      const lines = Object.entries(properties).map(
        ([key, property]) =>
          `${indent}  ${JSON.stringify(key)}: ${this.#write(property, `${indent}  `)},\n`,
      )
      members.push(`properties: {\n${lines.join('')}${indent}}`)
    }
    return `{ ${members.join(', ')} }`
  }
}
