import type { IdempotencyKey, Operation, Schema } from '../../src/document/operation.js'

/** The part of `provider.json` that a change shows in. */
export interface ProviderData {
  readonly operations: Readonly<Record<string, Operation>>
  readonly scopes: readonly string[]
}

/** Lines that say what a provider's document has and the other lacks. */
export function describeChanges(before: ProviderData, after: ProviderData): string[] {
  const [old, made] = [before, after].map(({ operations }) => Object.values(operations))
  const rows = (made ?? []).flatMap((operation) => {
    const was = before.operations[operation.id]
    const details = detailsOf(operation, was)
    const title = `  ${nameOf(operation)}${was === undefined ? ': new' : ''}`
    return was === undefined || details.length > 0 ? [title, ...details] : []
  })
  const gone = (old ?? []).filter(({ id }) => after.operations[id] === undefined)
  rows.push(...gone.map((operation) => `  ${nameOf(operation)}: removed`))
  const scopes = missing(after.scopes, before.scopes)
  if (scopes.length > 0) rows.push(`  new scopes: ${scopes.join(', ')}`)
  const again = (made ?? []).filter((one) => {
    const was = before.operations[one.id]
    return isSentAgain(one) && (was === undefined || !isSentAgain(was))
  })
  return [
    ...(rows.length > 0 ? ['Changed:', ...rows] : ['Changed: descriptions and examples at most.']),
    ...(again.length > 0
      ? ['Sent again after `unknown`, as your provider promises:', ...again.map(promiseOf)]
      : ['Sent again after `unknown`: nothing that was not before.']),
  ]
}

const nameOf = ({ id, method, path }: Operation): string => `${method} ${path} (${id})`

const isSentAgain = ({ idempotent, key }: Operation): boolean => idempotent || key !== undefined

function promiseOf({ id, method, key }: Operation): string {
  return `  ${id}: ${key === undefined ? `as a ${method} may be` : keyPromise(key)}`
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

function detailsOf(operation: Operation, was: Operation | undefined): string[] {
  const statuses = missing(Object.keys(operation.errors ?? {}), Object.keys(was?.errors ?? {}))
  const { lookUp, scopes } = operation
  const details = {
    request: was && fieldChanges(operation.request, was.request),
    answer: was && fieldChanges(operation.response, was.response),
    'refusals with a documented body': statuses.join(', '),
    'a lost answer is looked up by':
      lookUp?.operation === was?.lookUp?.operation ? '' : (lookUp?.operation ?? 'nothing'),
    scopes: was === undefined ? '' : missing(scopes, was.scopes).join(', '),
  }
  return Object.entries(details).flatMap(([name, text = '']) =>
    text === '' ? [] : [`    ${name}: ${text}`],
  )
}

const missing = (all: readonly string[], others: readonly string[] = []): string[] =>
  all.filter((one) => !others.includes(one))

interface Field {
  readonly isRequired: boolean
  readonly values: readonly string[]
  /** The other rules of its schema, as JSON. */
  readonly rules: Readonly<Record<string, string>>
}

/** The fields of an object and of what is in it, by their names. */
function fieldsOf(
  schema: Schema | undefined,
  name = '',
  isRequired = false,
): (readonly [name: string, field: Field])[] {
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
  const field = { isRequired, values: values.map(String), rules: Object.fromEntries(rules) }
  const members = Object.entries(properties).flatMap(([member, one]) =>
    fieldsOf(one, name === '' ? member : `${name}.${member}`, required.includes(member)),
  )
  const below = [
    ...fieldsOf(items, `${name}[]`),
    ...oneOf.flatMap((one) => fieldsOf(one, name, isRequired)),
  ]
  return [...(name === '' ? [] : [[name, field] as const]), ...members, ...below]
}

function fieldChanges(schema: Schema | undefined, was: Schema | undefined): string {
  const [now, before] = [schema, was].map((one) => new Map(fieldsOf(one)))
  const changes = [...(now ?? [])].flatMap(([name, { isRequired, values, rules }]) => {
    const old = before?.get(name)
    const changed = Object.keys({ ...old?.rules, ...rules }).filter(
      (rule) => old !== undefined && rules[rule] !== old.rules[rule],
    )
    const details = [
      ...(isRequired === (old?.isRequired ?? false)
        ? []
        : [isRequired ? 'required' : 'no longer required']),
      ...missing(values, old?.values),
      ...missing(old?.values ?? [], values).map((value) => `no ${value}`),
      ...changed.map((rule) =>
        rules[rule] === undefined ? `no ${rule}` : `${rule} ${rules[rule]}`,
      ),
    ]
    const text = details.length > 0 ? `${name} (${details.join(', ')})` : name
    return old === undefined || details.length > 0 ? [text] : []
  })
  const gone = missing([...(before?.keys() ?? [])], [...(now?.keys() ?? [])])
  return [...changes, ...gone.map((name) => `no ${name}`)].join('; ')
}
