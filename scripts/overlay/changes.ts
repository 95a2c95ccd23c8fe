import type { IdempotencyKey, Operation, Rules, Schema } from '../../src/operation.js'
import { assumptionsOf } from '../generate/read/links.js'
import { proofOf, textOf } from '../generate/read/not-found.js'
import { simplify } from '../generate/read/simplify.js'
import { type Document, type Json, listOperations } from '../lib/document.js'
import { differences } from './differences.js'
import { pairsOf, parametersOf, type ProviderData } from './kept.js'

/** A document, and what is made of it. */
export interface Side {
  readonly document: Json
  readonly provider: ProviderData
}

/** Lines that say what a provider's document has and the other lacks. */
export function describeChanges(before: Side, after: Side): string[] {
  const pairs = pairsOf(before.provider, after.provider)
  const rows = pairs.flatMap(([was, now]) => {
    if (now === undefined) return was ? [`  ${nameOf(was)}: removed`] : []
    const old = was && factsOf(was, before)
    const details = detailsOf([was, now], factsOf(now, after, was === undefined), old)
    const title = `  ${nameOf(now)}${was === undefined ? ': new' : ''}`
    return was === undefined || details.length > 0 ? [title, ...details] : []
  })
  const [made, old] = [after.provider.scopes, before.provider.scopes]
  if (missing(made, old).length > 0) rows.push(`  new scopes: ${missing(made, old).join(', ')}`)
  if (missing(old, made).length > 0)
    rows.push(`  scopes that are gone: ${missing(old, made).join(', ')}`)
  const { all, others } = differences(before.document, after.document, pairs)
  rows.push(...(rows.length > 0 ? others : all).map((line) => `  ${line}`))
  const again = pairs.flatMap(([was, now]) =>
    now && isSentAgain(now) && !(was && isSentAgain(was)) ? [now] : [],
  )
  return [
    ...(rows.length > 0 ? ['Changed:', ...rows] : ['Changed: descriptions and examples at most.']),
    ...(again.length > 0
      ? ['Sent again after `unknown`, as your provider promises:', ...again.map(promiseOf)]
      : ['Sent again after `unknown`: nothing that was not before.']),
  ]
}

const nameOf = ({ id, method, path }: Operation): string => `${method} ${path} (${id})`

const isSentAgain = ({ idempotent, key }: Operation): boolean => idempotent || key !== undefined

const promiseOf = (operation: Operation): string =>
  `  ${operation.id}: ${repeatOf(operation) ?? ''}`

function repeatOf({ method, idempotent, key }: Operation): string | undefined {
  return key === undefined ? (idempotent ? `as a ${method} may be` : undefined) : keyPromise(key)
}

function keyPromise({ in: place, name, repeated, lifetime }: IdempotencyKey): string {
  const answer = repeated === '409' ? '409' : 'the first answer'
  const key = place === 'header' ? `header ${name}` : name
  return `under the same ${key} for ${durationOf(lifetime)}; a repeat gets ${answer}`
}

function durationOf(milliseconds: number): string {
  const units = { hours: 3_600_000, minutes: 60_000, seconds: 1_000 }
  const [unit, length] = Object.entries(units).find(([, one]) => milliseconds % one === 0) ?? [
    'milliseconds',
    1,
  ]
  const count = milliseconds / length
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`
}

type Facts = Readonly<Record<string, string>>

/** What the client does with an operation; blank where it has nothing of the kind. */
function factsOf(operation: Operation, side: Side, isNew = false): Facts {
  const { id, method, path, scopes, referenceField, identifier, request, response } = operation
  const isOnce = !operation.idempotent
  const isUnrecorded = isNew && !/^(?:GET|HEAD)$/.test(method)
  const isOpen = typeof request === 'object' && request.additionalProperties === true
  return {
    operationId: id,
    method,
    path,
    scopes: scopes.join(', '),
    reference: referenceField ?? (isUnrecorded ? 'none: a journal does not record it' : ''),
    identifier: identifier?.join('.') ?? (isOnce && response ? 'none: every 2xx is a success' : ''),
    'look-up': lookUpOf(operation, side),
    repeat: repeatOf(operation) ?? '',
    parameters: parametersOf(operation)
      .map(({ in: place, name }) => `${name} in ${place}`)
      .join(', '),
    'fields that are not listed': isOpen ? 'sent' : '',
  }
}

function lookUpOf({ lookUp, referenceField, request }: Operation, side: Side): string {
  if (!lookUp) return ''
  const { operation, parameters, constants = {}, path, isList, notFound } = lookUp
  const read = side.provider.operations[operation]
  const by = Object.entries(parameters).map(([name, field]) => {
    const parameter = read && parametersOf(read).find((one) => one.name === name)
    const place = parameter?.in === 'header' ? 'header ' : ''
    const { properties = {} } = (read?.request ?? {}) as Rules
    const [, { rules = {}, values = [] } = {}] = fieldsOf(properties[name]).at(-1) ?? []
    const all = Object.entries(rules).filter(([rule]) => rule !== 'type')
    const limits = [...values, ...all.map((rule) => rule.join(' '))]
    const text = `${place}${name}${name === field ? '' : `, which is ${field}`}`
    return limits.length > 0 ? `${text} (${limits.join(', ')})` : text
  })
  const document = simplify(side.document as object as Document)
  const target = listOperations(document).find(({ id }) => id === operation)
  const only = [
    ...Object.entries(constants).map(([name, value]) => `${name} = ${textOf(value as Json)}`),
    ...(target ? assumptionsOf(target, lookUp) : []).map(
      ({ name, value, why }) => `${name} = ${textOf(value)}, ${why}`,
    ),
  ]
  const names = namesOf(read?.response)
  const place = path.join('.') + (isList ? '[]' : '')
  const isCompared = namesOf(request).some(
    (name) => name !== referenceField && names.includes(place ? `${place}.${name}` : name),
  )
  const proof = notFound && proofOf(notFound as Json)
  return [
    `${operation} by ${by.join(', ')}`,
    only.length > 0 ? `, which finds only those with ${only.join(' and ')}` : '',
    isCompared ? '' : '; it compares nothing else that was sent',
    proof === undefined ? '' : `; its 404 with ${proof} says that the call never came`,
  ].join('')
}

const namesOf = (schema: Schema | undefined): string[] =>
  fieldsOf(schema).flatMap(([, { name }]) => name || [])

function detailsOf(
  [was, now]: readonly [Operation | undefined, Operation],
  facts: Facts,
  old: Facts | undefined,
): string[] {
  const changes = Object.entries(facts).flatMap(([name, fact]) => {
    const before = old?.[name] ?? ''
    const isKnown = !old && /^(?:operationId|method|path|repeat|parameters)$/.test(name)
    if (fact === before || isKnown) return []
    return `${name}: ${old ? `${before || 'none'} → ` : ''}${fact || 'none'}`
  })
  const [errors, before] = [now.errors ?? {}, was?.errors ?? {}]
  const statuses = changesIn(Object.keys(errors), Object.keys(before))
  const fields = {
    request: was && fieldChanges(now.request, was.request),
    answer: was && fieldChanges(now.response, was.response),
    'refusals with a documented body': statuses.join(', '),
    ...Object.fromEntries(
      Object.entries(errors).flatMap(([status, body]) =>
        status in before ? [[`body of ${status}`, fieldChanges(body, before[status])]] : [],
      ),
    ),
  }
  const texts = Object.entries(fields).flatMap(([name, text = '']) => text && `${name}: ${text}`)
  return [...changes, ...texts.filter(Boolean)].map((line) => `    ${line}`)
}

const missing = (all: readonly string[], others: readonly string[]): string[] =>
  all.filter((one) => !others.includes(one))

const changesIn = (now: readonly string[], was: readonly string[] = []): string[] => [
  ...missing(now, was),
  ...missing(was, now).map((one) => `no ${one}`),
]

interface Field {
  readonly name: string
  readonly isRequired: boolean
  readonly values: readonly string[]
  /** The other rules of its schema, as JSON. */
  readonly rules: Readonly<Record<string, string>>
}

/** The fields of an object and of what is in it, by their names, and by the alternatives that they stand in. */
function fieldsOf(
  schema: Schema | undefined,
  name = '',
  isRequired = false,
  among = '',
): (readonly [key: string, field: Field])[] {
  if (schema === undefined || schema === false) return []
  const {
    properties = {},
    required = [],
    items,
    oneOf = [],
    enum: values = [],
    ...rest
  } = schema === true ? {} : schema
  const rules = Object.entries(rest).map(([rule, value]) => [rule, JSON.stringify(value)] as const)
  const field = { name, isRequired, values: values.map(String), rules: Object.fromEntries(rules) }
  const members = Object.entries(properties).flatMap(([member, one]) =>
    fieldsOf(one, name === '' ? member : `${name}.${member}`, required.includes(member), among),
  )
  const below = [
    ...fieldsOf(items, `${name}[]`, false, among),
    ...oneOf.flatMap((one, index) => fieldsOf(one, name, isRequired, `${among}${index} `)),
  ]
  return [[`${among}${name}`, field], ...members, ...below]
}

function fieldChanges(schema: Schema | undefined, was: Schema | undefined): string {
  const [now, before] = [schema, was].map((one) => new Map(fieldsOf(one)))
  const changes = [...(now ?? [])].flatMap(([key, { name, isRequired, values, rules }]) => {
    const old = before?.get(key)
    const changed = Object.keys({ ...old?.rules, ...rules }).filter(
      (rule) => old !== undefined && rules[rule] !== old.rules[rule],
    )
    const details = [
      ...(isRequired === (old?.isRequired ?? false)
        ? []
        : [isRequired ? 'required' : 'no longer required']),
      ...changesIn(values, old?.values),
      ...changed.map((rule) =>
        rules[rule] === undefined ? `no ${rule}` : `${rule} ${rules[rule]}`,
      ),
    ]
    const text =
      details.length > 0 ? `${name || 'the whole'} (${details.join(', ')})` : name || 'the whole'
    return old === undefined || details.length > 0 ? [text] : []
  })
  const gone = [...(before ?? [])].flatMap(([key, { name }]) =>
    now?.has(key) ? [] : `no ${name || 'more'}`,
  )
  return [...new Set([...changes, ...gone])].join('; ')
}
