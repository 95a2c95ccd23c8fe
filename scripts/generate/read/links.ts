import { fits } from '../../../src/document/schema-check.js'
import type { Link } from '../../../src/operation.js'
import {
  isNode,
  type Json,
  membersOf,
  type Node,
  type Operation,
  type Properties,
} from '../../lib/document.js'
import { identifierOf, referenceOf } from './identifier.js'
import { paginationOf } from './pagination.js'
import { alternatives, propertiesSent } from './parameters.js'
import { refusalsOf } from './refusals.js'
import type { resourceRules } from './resources.js'
import { rulesOf } from './rules.js'

const fromBody = /^\$request\.body#\/(\w+)$/

/**
 * The link `lookUp` of an operation's success (OpenAPI 3.1, "Link Object"): the read that finds what the call made where
 * its answer was lost. It needs nothing but constants and fields of the request, the caller's reference among them:
 * what is found without it may be another's, and what is not found may be there.
 * @throws Error in a sentence, for a link that cannot be followed, or proves nothing
 */
export function linkOf(
  operation: Operation,
  operations: readonly Operation[],
  { rules }: ReturnType<typeof resourceRules>,
) {
  const refuse = (problem: string): never => {
    throw new Error(`${operation.place}: the link lookUp ${problem}`)
  }
  const [link] = Object.entries(operation.responses).flatMap(([status, { links = {} }]) => {
    const { lookUp, ...others } = operation.plain(links) as Record<string, Node>
    const similar = Object.keys(others).find((name) => /^look_?-?up$/i.test(name))
    if (similar !== undefined) refuse(`is called ${similar}`)
    return /^2/.test(status) && lookUp ? [lookUp] : []
  })
  if (link === undefined) return undefined
  const target = operations.find((one) => one.id === link['operationId'])
  if (target?.method !== 'GET') return refuse('needs the operationId of a GET of the document')
  const fields = propertiesSent(operation)
  const input = inputOf(link, target, fields, refuse)
  const { parameters, constants, lists } = input
  const reference = referenceOf(operation)
  if (reference === undefined)
    return refuse(
      'needs a reference, which no other call has: mark that field of the request with x-client-reference: true',
    )
  if (!Object.values(parameters).includes(reference))
    refuse(
      `does not look by ${reference}: give a parameter of ${target.id} the value $request.body#/${reference}`,
    )
  const place = paginationOf(target)?.items ?? rules.get(target)?.path ?? []
  const item = itemAt(target.plain(target.response), place)
  const proof = [[reference], identifierOf(operation) ?? ['id']]
  const missing = proof.filter((path) => !has(item, path)).map((path) => path.join('.'))
  if (missing.length > 0)
    refuse(
      `leads to ${target.id}, whose answer has no ${missing.join(' and no ')}, which proves whose it is: describe it there, or link to a read that gives it`,
    )
  assertNothingElse(input, target, reference, item, refuse)
  // A range or `default` tells nothing of it.
  const notFound = refusalsOf(target).find(([status]) => status === '404')?.[1]
  return {
    operation: target.id,
    parameters,
    ...(lists.length > 0 && { lists }),
    ...(Object.keys(constants).length > 0 && { constants }),
    path: place,
    // With its lists of values: a gateway's may have the same members.
    ...(notFound !== undefined && { notFound: rulesOf(target.plain(notFound)) }),
  }
}

/** A value as a line has it: in quotes, where its end would not be seen. */
export function textOf(value: Json): string {
  return typeof value === 'string' && /^[\w.:-]+$/.test(value) ? value : JSON.stringify(value)
}

type Refuse = (problem: string) => never

/** What the parameters of the read are taken from. */
function inputOf(link: Node, target: Operation, fields: Properties, refuse: Refuse) {
  const parameters: Record<string, string> = {}
  const constants: Node = {}
  const lists: string[] = []
  for (const [name, from] of Object.entries((link['parameters'] ?? {}) as Node)) {
    const plain = name.replace(/^(?:path|query|header)\./, '')
    const parameter = target.parameters.find((one) => one.name === plain)
    if (!parameter) return refuse(`has the parameter ${plain}, which ${target.id} has not`)
    const schema = target.plain(parameter.schema ?? true)
    if (isNode(schema) && schema['type'] === 'array') lists.push(plain)
    const text = typeof from === 'string' ? from : ''
    const field = fromBody.exec(text)?.[1] ?? ''
    if (Object.hasOwn(fields, field)) parameters[plain] = field
    else if (/^\$|\{\$/.test(text))
      refuse(
        `takes ${plain} from ${JSON.stringify(from)}, where only a field of the request is there after a lost answer: $request.body#/ref_id`,
      )
    else if (fits(schema, from)) constants[plain] = from
    else refuse(`gives ${plain} the value ${JSON.stringify(from)}, which does not fit its schema`)
  }
  return { parameters, constants, lists }
}

/**
 * Refuses what can leave out what the call made, so that it would be made again: more than the reference and what the read
 * requires, and another value for a parameter with the name of a member.
 */
function assertNothingElse(
  { parameters, constants }: ReturnType<typeof inputOf>,
  target: Operation,
  reference: string,
  item: Json,
  refuse: Refuse,
): void {
  const members = namesIn(item)
  const fixed = new Map(fixedIn(target, { parameters, constants }).map((one) => [one.name, one]))
  for (const { name, required } of target.parameters) {
    const field = parameters[name]
    const isGiven = field !== undefined || Object.hasOwn(constants, name)
    if (required && !isGiven)
      refuse(`gives no ${name}, which ${target.id} requires: give it, or link to another read`)
    if (isGiven && !required && field !== reference)
      refuse(`gives ${name}, which ${target.id} does not require: leave it out`)
    const value = field ?? fixed.get(name)?.text
    if (members.includes(name) && value !== undefined && field !== name)
      refuse(
        `looks for ${name} ${value}, where what the call made may have another, so that it would be made again: link to another read`,
      )
  }
}

/** The parameters of a read whose value no request changes, by the link, their default, or as their only value; each in words. */
export function fixedIn(target: Operation, link: Pick<Link, 'parameters' | 'constants'>) {
  const { parameters, constants = {} } = link
  return target.parameters.flatMap(({ name, schema = {} }) => {
    if (Object.hasOwn(parameters, name)) return []
    const { default: byDefault, enum: values = [] } = target.plain(schema)
    const [only, ...others] = values as Json[]
    const value = (constants[name] as Json | undefined) ?? byDefault
    if (value !== undefined && value !== null)
      return {
        name,
        text: `${textOf(value)}${Object.hasOwn(constants, name) ? '' : ', its default'}`,
      }
    return only === undefined || others.length > 0
      ? []
      : { name, text: `${textOf(only)}, its only value` }
  })
}

/** The names of the members of a schema, and of what is in them. */
function namesIn(schema: Json): string[] {
  const members = alternatives(schema).flatMap((part) => Object.entries(propertiesOf(part)))
  return members.flatMap(([name, member]) => [name, ...namesIn(member)])
}

/** What a read gives at a place of its answer, or each item of the list there. */
export function itemAt(answer: Json, path: readonly string[]): Json {
  const member = path.reduce<Json>((node, name) => propertiesOf(node)[name] ?? {}, answer)
  return (member as Node)['items'] ?? member
}

const propertiesOf = (schema: Json): Properties => membersOf(schema).properties

/** Whether each alternative of a schema lists what a path leads to. */
function has(schema: Json, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  return alternatives(schema).every((part) => {
    const member = propertiesOf(part)[name]
    return member !== undefined && has(member, rest)
  })
}
