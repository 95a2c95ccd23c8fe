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
  const { path: place = [], list } = rules.get(target) ?? {}
  const item = itemAt(target.plain(target.response), place, list !== undefined)
  const proof = [[reference], identifierOf(operation) ?? ['id']]
  const missing = proof.filter((path) => !has(item, path)).map((path) => path.join('.'))
  if (missing.length > 0)
    refuse(
      `leads to ${target.id}, whose answer has no ${missing.join(' and no ')}, which proves whose it is: describe it there, or link to a read that gives it`,
    )
  assertFindsAll(input, reference, item, fields, refuse)
  const members = namesIn(item)
  for (const { name, value, why } of assumptionsOf(target, input, refuse))
    if (!anything.test(textOf(value)) && members.some((member) => isAbout(name, member)))
      refuse(
        `leaves ${name} at ${textOf(value)}, ${why}, which can leave out what the call made, so that it would be made again: link to another read`,
      )
  // A range or `default` tells nothing of it.
  const notFound = refusalsOf(target).find(([status]) => status === '404')?.[1]
  return {
    operation: target.id,
    parameters,
    ...(lists.length > 0 && { lists }),
    ...(Object.keys(constants).length > 0 && { constants }),
    path: place,
    isList: list !== undefined,
    ...(list?.cursor && { cursor: { parameter: list.cursor.parameter, next: list.cursor.next } }),
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

/** Refuses a parameter by which the read may give less than it has, beside the one that takes the reference. */
function assertFindsAll(
  { parameters, constants }: ReturnType<typeof inputOf>,
  reference: string,
  item: Json,
  fields: Properties,
  refuse: Refuse,
): void {
  const members = namesIn(item)
  const takers = Object.values(parameters).filter((field) => field === reference)
  const others = [fields, ...alternatives(item).map(propertiesOf)]
    .flatMap(Object.keys)
    .filter((one) => one !== reference)
  for (const name of Object.keys({ ...parameters, ...constants })) {
    const from = parameters[name]
    if (from === reference && takers.length === 1) {
      const other = others.find((one) => isPlural(name, one))
      if (other === undefined) continue
      refuse(
        `gives ${name} the ${reference}, though ${other} is another field: link to a read by ${reference}, or call a parameter of the path so`,
      )
    }
    const member = members.find((one) => (from === undefined ? isAbout : isPlural)(name, one))
    const isPart = paging.test(words(name)) || (from === undefined && bound.test(words(name)))
    // A service may write it in another way than it was sent.
    const { type, 'x-expected': expected } = fields[from ?? ''] ?? {}
    const isAmount = expected !== undefined || type === 'number'
    if (member === undefined ? !isPart : member === from && !isAmount) continue
    const isSent = member !== undefined && member !== from && Object.hasOwn(fields, member)
    const way = isSent ? `give it $request.body#/${member}` : 'leave it out'
    refuse(
      `gives ${name}, which can leave out what the call made, so that it would be made again: ${way}`,
    )
  }
}

/**
 * What the provider takes for each parameter that a link leaves out, but for the usual start and length of a page.
 * @param refuse called for one that is required, or by which the read gives less than it has
 */
export function assumptionsOf(
  target: Operation,
  { parameters, constants }: Pick<Link, 'parameters' | 'constants'>,
  refuse?: Refuse,
) {
  const inputs = { ...parameters, ...constants }
  return target.parameters.flatMap(({ name, required, schema = {} }) => {
    if (Object.hasOwn(inputs, name)) return []
    if (required)
      refuse?.(`gives no ${name}, which ${target.id} requires: give it, or link to another read`)
    const { default: byDefault, enum: values = [], maximum } = target.plain(schema)
    const [only, ...others] = values as Json[]
    const [isStart, isLength] = [starts, lengths].map((names) => names.test(words(name)))
    const isEmpty = isLength && Number(maximum) <= 0
    const value = isEmpty ? 0 : (byDefault ?? (others.length === 0 ? only : undefined))
    if (value === undefined) return []
    const isUsual = isLength ? Number(value) > 0 : isStart && /^[01]$/.test(textOf(value))
    if (isUsual) return []
    if (isStart || isLength)
      refuse?.(
        `leaves ${name} at ${textOf(value)}, so that what the call made is not found, and would be made again: link to another read`,
      )
    return { name, value, why: byDefault === undefined ? 'its only value' : 'its default' }
  })
}

/** Values of a filter that leaves nothing out. */
const anything = /^(?:all|any)$/i

/** Names of what says where a list starts, from 0 or 1 on. */
const starts = /^(?:page(?:_?(?:number|index|no))?|(?:page_?)?offset|skip)_?$/

/** Names of the length of a page. */
const lengths = /^(?:(?:page_?)?(?:limit|size)|per_?page)_?$/

/** The words of a name, as `page_number` has them. */
const words = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .toLowerCase()

/** Whether a parameter has the name of a member, or of several. */
const isPlural = (name: string, member: string): boolean =>
  ['', 's', 'es'].some((end) => words(name).replace(/_$/, '') === words(member) + end)

/** Whether it may filter by a member, as `filter[status]` and `statusIn` do. */
const isAbout = (name: string, member: string): boolean =>
  isPlural(name, member) || (member !== 'id' && `_${words(name)}_`.includes(`_${words(member)}_`))

/** Names of what says which part of a list is given. */
const paging = /(?:^|_)(?:page\w*|perpage|limit|offset|cursor|skip)(?:_|$)/

/** The same, but of other things too. */
const bound =
  /(?:^|_)(?:pg?|start\w*|end\w*|after|before|since|until|from|to|first|last|top|take|num|count|size|max|min|rows|results|next|prev\w*|position|marker|index|range)(?:_|$)/

/** The names of the members of a schema, and of what is in them. */
function namesIn(schema: Json): string[] {
  const members = alternatives(schema).flatMap((part) => Object.entries(propertiesOf(part)))
  return members.flatMap(([name, member]) => [name, ...namesIn(member)])
}

/** What a read gives at a place of its answer, or each item of the list there. */
export function itemAt(answer: Json, path: readonly string[], isList: boolean): Json {
  const member = path.reduce<Json>((node, name) => propertiesOf(node)[name] ?? {}, answer)
  return isList ? ((member as Node)['items'] ?? {}) : member
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
