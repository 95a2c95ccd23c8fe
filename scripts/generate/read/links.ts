import { fits } from '../../../src/document/schema-check.js'
import type { IdempotencyKey, Link, Schema } from '../../../src/operation.js'
import {
  identity,
  isNode,
  type Json,
  membersOf,
  type Node,
  type Operation,
  type ParameterObject,
  placeAt,
  type Properties,
} from '../../lib/document.js'
import { accountOf, accountParametersOf, isKey } from './account.js'
import { identifierOf, referenceMemberOf, referenceOf } from './identifier.js'
import { paginationOf } from './pagination.js'
import { alternatives } from './parameters.js'
import { refusalsOf } from './refusals.js'
import type { resourceRules } from './resources.js'
import { rulesOf } from './rules.js'

/** A part of the request, as a runtime expression says it (OpenAPI 3.1, section 4.8.20.3). */
const ofRequest = /^\$request\.(?:body#(\/.+)|(path|query|header)\.(.+))$/

/**
 * The link `lookUp` of an operation's success (OpenAPI 3.1, "Link Object"): the read that finds what the call made where
 * its answer was lost. It reads where the call wrote: a parameter of the read that has the place and the name of one of the call
 * gets its value. Beside these it needs nothing but constants and parts of the request, the caller's reference among them:
 * what is found without it may be another's, and what is not found may be there.
 * @throws Error in a sentence, for a link that cannot be followed, or proves nothing
 */
export function linkOf(
  operation: Operation,
  operations: readonly Operation[],
  { rules }: ReturnType<typeof resourceRules>,
  key?: IdempotencyKey,
): Link | undefined {
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
  const input = inputOf(link, operation, target, refuse, key)
  const { parameters, constants, lists } = input
  const reference = referenceOf(operation)
  const member = referenceMemberOf(operation)
  if (reference === undefined || member === undefined)
    return refuse(
      'needs a reference, which no other call has: mark that field of the request with x-client-reference: true',
    )
  if (!Object.values(parameters).some((path) => String(path) === reference))
    refuse(
      `does not look by ${reference}: give a parameter of ${target.id} the value ${expressionOf(operation, reference)}`,
    )
  const place = paginationOf(target)?.items ?? rules.get(target)?.path ?? []
  const item = itemAt(target.plain(target.response), place)
  const proof = [[member], identifierOf(operation) ?? ['id']]
  const missing = proof.filter((path) => !has(item, path)).map((path) => path.join('.'))
  if (missing.length > 0)
    refuse(
      `leads to ${target.id}, whose answer has no ${missing.join(' and no ')}, which proves whose it is: describe it there, or link to a read that gives it`,
    )
  const account = accountOf(operation, key).map(String)
  assertNothingElse(input, { operation, target, reference, item, account }, refuse)
  const lacks = accountParametersOf(operation, key)
    .filter((one) => !isTaken(one, target, parameters))
    .map(({ name }) => name)
  // A range or `default` tells nothing of it.
  const notFound = refusalsOf(target).find(([status]) => status === '404')?.[1]
  return {
    operation: target.id,
    parameters,
    ...(lists.length > 0 && { lists }),
    ...(Object.keys(constants).length > 0 && { constants: constants }),
    ...(lacks.length > 0 && { lacks }),
    path: place,
    // With its lists of values: a gateway's may have the same members.
    ...(notFound !== undefined && { notFound: rulesOf(target.plain(notFound)) as Schema }),
  }
}

/** A value as a line has it: in quotes, where its end would not be seen. */
export function textOf(value: Json): string {
  return typeof value === 'string' && /^[\w.:-]+$/.test(value) ? value : JSON.stringify(value)
}

type Refuse = (problem: string) => never

/** What the parameters of the read are taken from: what the link says and, beside it, the parameters of the call. */
function inputOf(
  link: Node,
  operation: Operation,
  target: Operation,
  refuse: Refuse,
  key?: IdempotencyKey,
) {
  const parameters: Record<string, readonly string[]> = {}
  const constants: Node = {}
  const lists: string[] = []
  const given = Object.entries((link['parameters'] ?? {}) as Node).map(([name, from]) => {
    const plain = name.replace(/^(?:path|query|header)\./, '')
    return [plain, from] as const
  })
  const stray = given.find(([name]) => !target.parameters.some((one) => one.name === name))
  if (stray) return refuse(`has the parameter ${stray[0]}, which ${target.id} has not`)
  for (const parameter of target.parameters) {
    const { name } = parameter
    const [, from] = given.find((one) => one[0] === name) ?? []
    const own = operation.parameters.find((one) => identity(one) === identity(parameter))
    const schema = target.plain(parameter.schema ?? true)
    const text = typeof from === 'string' ? from : ''
    const path =
      from === undefined ? own && !isKey(own, key) && [own.name] : partOf(operation, text)
    if (path) {
      parameters[name] = path
      if (isNode(schema) && schema['type'] === 'array') lists.push(name)
    } else if (from === undefined) continue
    else if (/^\$|\{\$/.test(text))
      refuse(
        `takes ${name} from ${JSON.stringify(from)}, where only a part of the request is there after a lost answer, such as $request.body#/ref_id`,
      )
    else if (own)
      refuse(
        `gives ${name} the value ${JSON.stringify(from)}, where the call may have another: leave it out, and the read gets that of the call`,
      )
    else if (fits(schema, from)) constants[name] = from
    else refuse(`gives ${name} the value ${JSON.stringify(from)}, which does not fit its schema`)
  }
  return { parameters, constants, lists }
}

/** The path in the input of the part of the request that an expression names. */
function partOf(operation: Operation, text: string): readonly string[] | undefined {
  const [, pointer, place = '', name = ''] = ofRequest.exec(text) ?? []
  if (pointer === undefined) {
    const wanted = identity({ in: place, name })
    const parameter = operation.parameters.find((one) => identity(one) === wanted)
    return parameter && [parameter.name]
  }
  const path = placeAt(`#${pointer}`).map(String)
  const bodies = alternatives(operation.plain(operation.request))
  return bodies.some((one) => has(one, path)) ? path : undefined
}

/** The expression for a field or a parameter. */
function expressionOf({ parameters }: Operation, name: string): string {
  const parameter = parameters.find((one) => one.name === name)
  return `$request.${parameter ? `${parameter.in}.` : 'body#/'}${name}`
}

/** Whether a read gets a parameter of the call, under its own name or another, and no other value under its name. */
function isTaken(own: ParameterObject, target: Operation, parameters: Link['parameters']): boolean {
  const same = target.parameters.find((one) => identity(one) === identity(own))
  const paths = same ? [parameters[same.name]] : Object.values(parameters)
  return paths.some((path) => path?.length === 1 && path[0] === own.name)
}

interface Looked {
  readonly operation: Operation
  readonly target: Operation
  readonly reference: string
  /** The schema of what the read finds. */
  readonly item: Json
  /** What names the account of the call: paths with commas. */
  readonly account: readonly string[]
}

/**
 * Refuses what can leave out what the call made, so that it would be made again: more of the request than the reference, the
 * account and what the read requires; and another value for a parameter with the name of a member.
 */
function assertNothingElse(
  { parameters, constants }: ReturnType<typeof inputOf>,
  { operation, target, reference, item, account }: Looked,
  refuse: Refuse,
): void {
  const members = namesIn(item)
  const fixed = new Map(fixedIn(target, { parameters, constants }).map((one) => [one.name, one]))
  for (const { name, required } of target.parameters) {
    const path = parameters[name]
    const isGiven = path !== undefined || Object.hasOwn(constants, name)
    if (required && !isGiven)
      refuse(`gives no ${name}, which ${target.id} requires: give it, or link to another read`)
    const from = path?.join('.')
    if (path && !required && from !== reference && !account.includes(String(path)))
      refuse(`gives ${name}, which ${target.id} does not require: leave it out`)
    const value = from ?? fixed.get(name)?.text
    // A parameter of the call names the account, whatever the read calls it.
    const isParameter = operation.parameters.some((one) => one.name === from)
    if (members.includes(name) && value !== undefined && from !== name && !isParameter)
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
