import { formats } from '../../../src/document/schema-check.js'
import type { IdempotencyKey } from '../../../src/operation.js'
import {
  type Document,
  follow,
  identity,
  isNode,
  type Json,
  listOperations,
  membersOf,
  type Node,
  type Operation,
  type ParameterObject,
} from '../../lib/document.js'
import { eachOperation } from '../../lib/each.js'
import { isKey } from './account.js'
import { referenceOf, saysWhatToDo } from './identifier.js'
import { alternatives, isReserved, propertiesSent } from './parameters.js'

/** The extension by which a provider says what a repeated request gets. */
const extension = 'x-idempotency'

/** RFC 9110, section 9.2.2. */
const idempotentMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])

/** Whether a request may be sent again whatever became of it: by its method, unless the document says that it must not. */
export const isIdempotent = (operation: Operation): boolean =>
  idempotentMethods.has(operation.method) && !isNeverRepeated(operation)

/** The key that the client fills, of each operation that has the extension. @throws Error in a sentence */
export function keysOf(operations: readonly Operation[]): ReadonlyMap<string, IdempotencyKey> {
  const keys = new Map<string, IdempotencyKey>()
  eachOperation(operations, (operation) => {
    const value = operation.object[extension]
    if (value !== undefined && !isNeverRepeated(operation))
      keys.set(operation.id, readKey(operation, value))
  })
  const referring = operations.filter((one) => keys.has(one.id) && referenceOf(one) !== undefined)
  for (const operation of referring) {
    const key = keys.get(operation.id)
    const same = referring
      .map(({ id }) => keys.get(id))
      .filter((its) => its?.in === key?.in && its?.name === key?.name)
    // Two requests that are not the same would have one key, if their references are.
    if (key && key.name !== referenceOf(operation) && same.length > 1)
      keys.set(operation.id, { ...key, prefix: `${operation.id}:` })
  }
  return keys
}

/** Whether an operation that HTTP lets a client repeat must not be. @throws Error in a sentence */
function isNeverRepeated(operation: Operation): boolean {
  const value = operation.object[extension]
  if (!isNode(value) || value['repeated'] !== 'never') return false
  const [stray] = Object.keys(value).filter((name) => name !== 'repeated')
  const isRepeatable = idempotentMethods.has(operation.method)
  if (isRepeatable && stray === undefined) return true
  const problem = isRepeatable ? `has no ${stray}` : `is what a ${operation.method} is anyway`
  throw new Error(`${operation.place}: ${extension} with \`repeated: never\` ${problem}`)
}

function readKey(operation: Operation, value: Json): IdempotencyKey {
  const refuse = (problem: string): never => {
    throw new Error(`${operation.place}: ${extension} ${problem}`)
  }
  const { key, repeated, lifetime, ...others } = isNode(value) ? value : { value }
  const [place = '', way = '', time = ''] = [key, repeated, lifetime].map(textOf)
  if (Object.keys(others).length > 0) refuse('takes key, repeated and lifetime, and nothing else')
  if (/^(?:GET|HEAD)$/.test(operation.method)) refuse('is of no use: a read may always be repeated')
  if (way !== 'first-answer' && way !== '409')
    return refuse('needs `repeated`, which is first-answer, 409 or never')
  const [, named] = /^header ([\w!#$%&'*+.^`|~-]+)$/.exec(place) ?? []
  const declared = operation.parameters.find(
    (one) =>
      one.in === 'header' && identity(one) === identity({ in: 'header', name: named ?? place }),
  )
  const header = named ?? declared?.name
  const fields = propertiesSent(operation)
  if (header === undefined && !Object.hasOwn(fields, place))
    return refuse(
      'needs `key`, which is `header` and a name, or a field of the body or a parameter',
    )
  if (header !== undefined && isReserved(header))
    refuse(`has the key ${header}, a header that is not for a key to say`)
  const field = header === undefined ? (fields[place] ?? {}) : schemaOf(operation, header)
  const { format } = field
  if (typeof format === 'string' && !Object.hasOwn(formats, format))
    refuse(
      `has the key ${header ?? place}, whose format ${format} is not checked: say it as pattern`,
    )
  const answer = membersOf(operation.plain(operation.response)).properties
  const isOther = header === undefined && place !== referenceOf(operation)
  const isOfUse = isOther && ('pattern' in field || Object.hasOwn(answer, place))
  if (field['type'] !== 'string' || saysWhatToDo(field) || isOfUse)
    refuse(
      `has the key ${header ?? place}, which says what to do: a key is a string of no other use`,
    )
  const name = header?.toLowerCase() ?? place
  return {
    in: header === undefined ? 'input' : 'header',
    name,
    ...(declared && { argument: declared.name }),
    prefix: '',
    rules: { properties: { [name]: field } },
    repeated: way,
    lifetime:
      lifetimeOf(time) ?? refuse('needs `lifetime` of a year at most, such as PT24H (ISO 8601)'),
  }
}

/** The schema of a header. One that is no parameter takes any text. */
function schemaOf(operation: Operation, header: string): Node {
  const place = identity({ in: 'header', name: header })
  const parameter = operation.parameters.find((one) => identity(one) === place)
  return operation.plain(parameter?.schema ?? { type: 'string' })
}

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : ''

const year = 366 * 86_400_000

/** Milliseconds of a duration in ISO 8601 without years and months, whose lengths differ. */
function lifetimeOf(duration: string): number | undefined {
  const pattern = /^P(?=.)(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/
  const [, ...parts] = pattern.exec(duration) ?? []
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part || 0))
  const all = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000
  return all > 0 && all <= year ? all : undefined
}

/**
 * The document as the client's user sees it: a key is optional, as the client fills it, in a field as in a header that is a
 * parameter.
 */
export function withOptionalKeys(
  document: Document,
  keys: ReadonlyMap<string, IdempotencyKey>,
): Document {
  const copy = structuredClone(document)
  for (const { id, object, parameters, request, plain } of listOperations(copy)) {
    const key = keys.get(id)
    const declared = parameters.find((one) => isKey(one, key))
    const own = (object.parameters ?? []).filter(
      (one) => !isKey(plain(one as object as Json) as object as ParameterObject, key),
    )
    // An operation's own parameter replaces that of its path, which other operations may share.
    if (declared) Object.assign(object, { parameters: [...own, { ...declared, required: false }] })
    for (const part of key?.in === 'input' ? bodiesIn(copy, request ?? true) : [])
      if (Array.isArray(part['required']))
        part['required'] = part['required'].filter((name) => name !== key?.name)
  }
  return copy
}

/**
 * The document with each body required whose schema requires a field: OpenAPI's default is an optional body, which many
 * documents leave unsaid.
 */
export function withRequiredBodies(document: Document): Document {
  const copy = structuredClone(document)
  for (const { object, requestBody, request, plain } of listOperations(copy)) {
    const needs = alternatives(plain(request)).every((one) => membersOf(one).required.length > 0)
    if (request !== undefined && needs)
      Object.assign(object, { requestBody: { ...requestBody, required: true } })
  }
  return copy
}

/** The schema and its alternatives, each as it stands in the document. */
function bodiesIn(document: Document, written: Json): Node[] {
  const schema = follow(document, written)
  if (!isNode(schema)) return []
  const { oneOf = [] } = schema
  return [schema, ...(oneOf as Json[]).flatMap((one) => bodiesIn(document, one))]
}

/** The sentence of the document that leaves open what a repeat of a field does. */
const openRepeat =
  /\s*The service's own\s+documentation\s+does\s+not\s+say\s+what\s+a\s+repeated\s+(`[^`]*`|one)\s+does\./g

/** The document without that sentence, of each field that is a key of `x-idempotency`. */
export function withoutOpenRepeats(document: Document): Document {
  const rules = listOperations(document).map(({ object }) => object[extension])
  const keys = rules.flatMap((rule) => {
    const key = isNode(rule) && rule['key']
    return typeof key === 'string' ? [key] : []
  })
  return JSON.parse(JSON.stringify(document), (field, node: Json) => {
    const text = isNode(node) && node['description']
    if (typeof text !== 'string') return node
    const said = [...keys.map((key) => `\`${key}\``), ...(keys.includes(field) ? ['one'] : [])]
    const description = text.replace(openRepeat, (sentence, what: string) =>
      said.includes(what) ? '' : sentence,
    )
    return { ...(node as Node), description }
  }) as Document
}
