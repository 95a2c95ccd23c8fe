import type { LinkRule, Rules } from '../../../src/document/operation.js'
import { fits } from '../../../src/document/schema-check.js'
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
import { identifierOf, referenceOf } from './identifier.js'
import { alternatives, type Properties, propertiesSent } from './parameters.js'
import { refusalsOf } from './refusals.js'
import type { resourceRules } from './resources.js'

const fromBody = /^\$request\.body#\/(\w+)$/

/**
 * The link `lookUp` of an operation's success (OpenAPI 3.1, "Link Object"): the read that finds what the call made where
 * its answer was lost. It needs nothing but constants and fields of the request, the caller's reference among them:
 * what is found without it may be another's, and what is not found may be there.
 * @throws Error in a sentence, for a link that cannot be followed, or proves nothing
 */
export function linkOf(
  document: Document,
  operation: Operation,
  operations: readonly Operation[],
  { rules }: ReturnType<typeof resourceRules>,
): LinkRule | undefined {
  const refuse = (problem: string): never => {
    throw new Error(`${placeOf(operation)}: the link lookUp ${problem}`)
  }
  const [link] = Object.entries(operation.responses).flatMap(([status, { links = {} }]) => {
    const { lookUp, ...others } = dereference(document, links) as Record<string, Node>
    const similar = Object.keys(others).find((name) => /^look_?-?up$/i.test(name))
    if (similar !== undefined) refuse(`is called ${similar}`)
    return /^2/.test(status) && lookUp ? [lookUp] : []
  })
  if (link === undefined) return undefined
  const target = operations.find((one) => one.id === link['operationId'])
  if (target?.method !== 'GET') return refuse('needs the operationId of a GET of the document')
  const fields = propertiesSent(document, operation)
  const parameters: Record<string, string> = {}
  const constants: Node = {}
  const lists: string[] = []
  for (const [name, from] of Object.entries((link['parameters'] ?? {}) as Node)) {
    const plain = name.replace(/^(?:path|query|header)\./, '')
    const parameter = target.parameters.find((one) => one.name === plain)
    if (!parameter) return refuse(`has the parameter ${plain}, which ${target.id} has not`)
    const schema = dereference(document, parameter.schema ?? true)
    if (isNode(schema) && schema['type'] === 'array') lists.push(plain)
    const text = typeof from === 'string' ? from : ''
    const field = fromBody.exec(text)?.[1] ?? ''
    if (Object.hasOwn(fields, field)) parameters[plain] = field
    else if (/^\$|\{\$/.test(text))
      refuse(
        `takes ${plain} from ${JSON.stringify(from)}, where only a field of the request is there after a lost answer: $request.body#/ref_id`,
      )
    else if (fits(schema as Rules, from)) constants[plain] = from
    else refuse(`gives ${plain} the value ${JSON.stringify(from)}, which does not fit its schema`)
  }
  const reference = referenceOf(document, operation)
  if (reference === undefined)
    return refuse(
      'needs a reference, which no other call has: mark that field of the request with x-client-reference: true',
    )
  if (!Object.values(parameters).includes(reference))
    refuse(
      `does not look by ${reference}: give a parameter of ${target.id} the value $request.body#/${reference}`,
    )
  const { path: place = [], list } = rules.get(target) ?? {}
  const found = itemAt(
    dereference(document, responseSchema(target) ?? {}),
    place,
    list !== undefined,
  )
  const proof = [[reference], identifierOf(document, operation) ?? []]
  const missing = proof.filter((path) => !has(found, path)).map((path) => path.join('.'))
  if (missing.length > 0)
    refuse(
      `leads to ${target.id}, whose answer has no ${missing.join(' and no ')}, so that nothing proves whose it is: describe it there, or link to a read that gives it`,
    )
  const notFound = notFoundOf(target)
  if (notFound !== undefined && !isOwn(dereference(document, notFound)))
    refuse(
      `leads to ${target.id}, whose 404 has a body as any router gives it, so that it does not prove that the call never came: require a field of it with the one code that says so, such as code: { const: CONVERSION_NOT_FOUND }, or describe it as 4XX, which proves nothing`,
    )
  return {
    operation: target.id,
    parameters,
    ...(lists.length > 0 && { lists }),
    ...(Object.keys(constants).length > 0 && { constants }),
    path: place,
    isList: list !== undefined,
    ...(list?.cursor && { cursor: { parameter: list.cursor.parameter, next: list.cursor.next } }),
  }
}

/** What a read gives at a place of its answer, or each item of the list there. */
function itemAt(answer: Json, path: readonly string[], isList: boolean): Json {
  const member = path.reduce<Json>((node, name) => propertiesOf(node)[name] ?? {}, answer)
  return isList ? ((member as Node)['items'] ?? {}) : member
}

const propertiesOf = (schema: Json): Properties =>
  ((schema as Node)['properties'] ?? {}) as Properties

/** Whether each alternative of a schema lists what a path leads to. */
function has(schema: Json, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  return alternatives(schema).every((part) => {
    const member = propertiesOf(part)[name]
    return member !== undefined && has(member, rest)
  })
}

/** The documented 404 of a read. A range or `default` tells nothing of it. */
export function notFoundOf(read: Operation): Schema | undefined {
  return refusalsOf(read).find(([status]) => status === '404')?.[1]
}

/** The values that a router gives of a path that it does not know. */
const ofRouters = /^(?:404|about:blank|not found)$/i

/** Whether a body has a code that only the service itself gives: a required field of listed values. */
function isOwn(body: Json): boolean {
  return alternatives(body).every((part) =>
    ((part['required'] ?? []) as string[]).some((name) => {
      const field = propertiesOf(part)[name] ?? {}
      const values = (field['enum'] ?? []) as Json[]
      if (values.length === 0) return isNode(field['properties']) && isOwn(field)
      return !values.some((value) => ofRouters.test(JSON.stringify(value).replaceAll('"', '')))
    }),
  )
}
