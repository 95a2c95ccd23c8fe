import type { Operation, ReadsBy } from '../../src/operation.js'
import { fixedIn, itemAt, textOf } from '../generate/read/links.js'
import { proposalOf } from '../generate/read/pagination.js'
import { alternatives, propertiesSent } from '../generate/read/parameters.js'
import { rulesOf } from '../generate/read/rules.js'
import { simplify } from '../generate/read/simplify.js'
import {
  type Document,
  isNode,
  type Json,
  listOperations,
  membersOf,
  type Node,
  type Operation as Described,
} from '../lib/document.js'
import { pairsOf, type ProviderData } from './kept.js'

/** A document, and what is made of it. */
export interface Side {
  readonly document: Json
  readonly provider: ProviderData
}

/** Lines that say what the client does with each operation that it did not do before. Other changes are seen in the committed folder. */
export function describeChanges(before: Side, after: Side): string[] {
  const pairs = pairsOf(before.provider, after.provider)
  const [described, wereDescribed] = [describedIn(after), describedIn(before)]
  const rows = pairs.flatMap(([was, now]) => {
    if (now === undefined) return was ? [`  ${nameOf(was)}: removed`] : []
    const old = was && factsOf(was, wereDescribed)
    const details = detailsOf(factsOf(now, described, was === undefined), old)
    const title = `  ${nameOf(now)}${was === undefined ? ': new' : ''}`
    return was === undefined || details.length > 0 ? [title, ...details] : []
  })
  return rows.length > 0
    ? ['Changed:', ...rows]
    : ['Changed: no method, path, scope, reference, identifier, look-up or repeat.']
}

/** A line for each read with parameters that change nothing in what the fake and the mock answer. */
export function ignoredParameters({ operations, exampleAnswers }: ProviderData): string[] {
  return Object.values(operations).flatMap((operation) => {
    const { id, method, parameters = [], pagination } = operation
    const { filters = {}, list } = exampleAnswers[id]?.resource ?? {}
    const used = [...Object.keys(filters), pagination?.parameter, list?.length?.parameter]
    const ignored = parameters.filter((one) => one.in !== 'path' && !used.includes(one.name))
    const names = ignored.map(({ name }) => name).join(', ')
    return /^(?:GET|HEAD)$/.test(method) && names !== '' ? [`${nameOf(operation)}: ${names}`] : []
  })
}

const describedIn = ({ document }: Side): Described[] =>
  listOperations(simplify(document as object as Document))

const nameOf = ({ id, method, path }: Operation): string => `${method} ${path} (${id})`

function repeatOf({ method, idempotent, key }: Operation): string {
  if (key === undefined) return idempotent ? `as a ${method} may be` : ''
  const { in: place, name, repeated, lifetime } = key
  const field = place === 'header' ? `header ${name}` : name
  const answer = repeated === '409' ? '409' : 'the first answer'
  return `under the same ${field} for ${durationOf(lifetime)}; a repeat gets ${answer}`
}

function durationOf(milliseconds: number): string {
  const units = Object.entries({ hours: 3_600_000, minutes: 60_000 })
  const [unit, length] = units.find(([, one]) => milliseconds % one === 0) ?? ['seconds', 1_000]
  const count = milliseconds / length
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`
}

type Facts = Readonly<Record<string, string>>

/** What the client does with an operation; blank where it has nothing of the kind. The pages say it too. */
export function factsOf(operation: Operation, described: Described[], isNew = false): Facts {
  const { id, method, path, scopes, referenceField, identifier, request, response } = operation
  const { account = [], readsBy, key } = operation
  const isRead = /^(?:GET|HEAD)$/.test(method)
  const isUnrecorded = isNew && !isRead
  const bodies = request === undefined ? [] : alternatives(request as Json)
  const isOpen = bodies.some((one) => one['additionalProperties'] !== false)
  const own = described.find((one) => one.id === id)
  return {
    ...(!isNew && { operationId: id, method, path }),
    scopes: scopes.join(', '),
    'required parameters': requiredOf(own, key?.argument).join(', '),
    reference: referenceField ?? (isUnrecorded ? 'none: a journal does not record it' : ''),
    account: account.map((path) => path.join('.')).join(', '),
    'computed by the service': computedOf(own).join(', '),
    'read by id': readsBy ? parameterOf(readsBy) : '',
    identifier:
      identifier?.join('.') ?? (!isRead && response ? 'none: every 2xx is a success' : ''),
    pages: pagesOf(operation, described),
    'look-up': lookUpOf(operation, described),
    'sent again after `unknown`': repeatOf(operation),
    'fields that are not listed': isOpen ? 'sent' : '',
  }
}

/** The parameters that each call has to give, but for those of its path: the client makes a key itself. */
function requiredOf(operation: Described | undefined, key: string | undefined): string[] {
  const { parameters = [] } = operation ?? {}
  const required = parameters.filter((one) => one.required === true && one.in !== 'path')
  return required.flatMap((one) => (one.name === key ? [] : `${one.in} ${one.name}`))
}

/** The fields of an answer that need not be what was sent. */
function computedOf(operation: Described | undefined): string[] {
  const marked: string[] = []
  JSON.stringify(operation?.plain(operation.response) ?? {}, (name, node: Json) => {
    if (isNode(node) && node['x-computed'] === true) marked.push(name)
    return node
  })
  return marked
}

function parameterOf({ parameter, member }: ReadsBy): string {
  const name = member.join('.')
  return parameter === name ? name : `${parameter}, which is ${name}`
}

function pagesOf({ id, pagination }: Operation, described: Described[]): string {
  if (pagination) return `go on by ${pagination.parameter} from ${pagination.next.join('.')}`
  const operation = described.find((one) => one.id === id)
  const proposal = operation && proposalOf(operation)
  return proposal ? `not said: write ${proposal}` : ''
}

function lookUpOf({ id, lookUp, referenceField }: Operation, described: Described[]): string {
  const find = (name?: string) => described.find((one) => one.id === name)
  const [operation, read] = [find(id), find(lookUp?.operation)]
  if (!lookUp || !operation || !read) return ''
  const { parameters, path, notFound, lacks = [] } = lookUp
  const isTaken = (read: string): boolean => {
    const [name, ...inside] = parameters[read] ?? []
    const isParameter = operation.parameters.some((one) => one.name === name)
    return isParameter && name !== referenceField && inside.length === 0
  }
  const named = (name: string): string => {
    const field = parameters[name]?.join('.') ?? ''
    const parameter = read.parameters.find((one) => one.name === name)
    const place = parameter?.in === 'header' ? 'header ' : ''
    const rules = rulesOf(read.plain(parameter?.schema)) as Node
    const limits = Object.entries((rules['items'] ?? rules) as Node).flatMap(([rule, value]) =>
      rule === 'type' ? [] : `${rule} ${textOf(value)}`,
    )
    const text = `${place}${name}${name === field ? '' : `, which is ${field}`}`
    return limits.length > 0 ? `${text} (${limits.join(', ')})` : text
  }
  const names = Object.keys(parameters)
  const by = names.filter((name) => !isTaken(name)).map(named)
  const taken = names.filter(isTaken).map(named)
  const fixed = fixedIn(read, lookUp).map(({ name, text }) => `${name} = ${text}`)
  const item = alternatives(itemAt(read.plain(read.response), path))
  const members = item.flatMap((one) => Object.keys(membersOf(one).properties))
  const isCompared = Object.keys(propertiesSent(operation)).some(
    (name) => name !== referenceField && members.includes(name),
  )
  return [
    `${read.id} by ${by.join(', ')}`,
    fixed.length > 0 ? `, with ${fixed.join(' and ')}` : '',
    taken.length > 0 ? `; it takes over ${taken.join(' and ')} of the call` : '',
    lacks.length > 0 ? `; ${lackOf(read.id, lacks)}` : '',
    isCompared ? '' : '; it compares nothing else that was sent',
    notFound === undefined ? '' : '; its documented 404 says that the call never came',
  ].join('')
}

/** Of a call with such a parameter, the read may leave out what was made in another account. */
const lackOf = (read: string, names: readonly string[]): string =>
  `${read} takes no ${names.join(' and no ')}, so that for a call with it an empty answer proves nothing; x-account: false at that parameter of the call says that it names no account`

function detailsOf(facts: Facts, old: Facts | undefined): string[] {
  return Object.entries(facts).flatMap(([name, fact]) => {
    const before = old?.[name] ?? ''
    if (fact === before) return []
    return `    ${name}: ${old ? `${before || 'none'} → ` : ''}${fact || 'none'}`
  })
}
