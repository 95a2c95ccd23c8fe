import type { Operation, Values } from '../operation.js'
import {
  canonical,
  type ExampleAnswer,
  fill,
  type List,
  type Member,
  type Named,
  put,
  read,
  type ResourceRule,
} from './example-answer.js'

/**
 * The data of a success, undefined for an operation without data; or a status: 404 for a resource that was not made, 400 for
 * an unknown cursor.
 */
type Result = { readonly data: unknown } | { readonly status: 400 | 404 }

interface Resource {
  readonly kind: string
  /** The name of the page that begins after the resource. */
  readonly cursor: string
  readonly data: Values
  /** The members that were sent or are new: members of an example would be the same in all resources. */
  readonly own: Values
  /** All fields that were sent for the resource. */
  readonly input: Values
}

/**
 * Answers requests that fit the document, and stores the resources that they make. The request of an example gets its
 * response. Any other gets the fields that it sent, new identifiers and the current time. Each operation that answers with
 * a resource finds those that other operations made, and no others.
 */
export function createResources(answers: Readonly<Record<string, ExampleAnswer>>) {
  const made = new Map<string, Resource>()

  const allOf = (kind: string): readonly Resource[] =>
    [...made.values()].filter((one) => one.kind === kind)
  const findBy = ({ kind, key }: Named, input: Values): Resource | undefined =>
    allOf(kind).find(({ own }) =>
      Object.entries(key).every(
        ([member, name]) => input[name] !== undefined && own[member] === input[name],
      ),
    )

  const page = (
    { base }: ExampleAnswer,
    rule: ResourceRule,
    { limit, cursor, more, total }: List,
    input: Values,
  ) => {
    const all = allOf(rule.kind)
    const after = cursor && input[cursor.parameter]
    const start = all.findIndex((one) => one.cursor === after) + 1
    if (after !== undefined && start === 0) return { status: 400 } as const
    const fitting = (one: Resource): boolean => fits(one, rule, input)
    const rest = all.slice(start).filter(fitting)
    const size = limit && (input[limit.parameter] ?? limit.byDefault)
    const items = rest.slice(0, typeof size === 'number' ? size : undefined)
    const isLast = items.length === rest.length
    const shown = rule.isMade ? items.map((one) => show(one, rule)) : read(base, rule.path)
    let data = put(base, rule.path, shown ?? [])
    if (cursor) data = put(data, cursor.next, isLast ? cursor.last : items.at(-1)?.cursor)
    if (more) data = put(data, more, !isLast)
    if (total && rule.isMade) data = put(data, total, all.filter(fitting).length)
    return { data: structuredClone(data) }
  }

  /** Makes a resource, or changes the existing one. */
  const make = (
    { response = true }: Operation,
    row: ExampleAnswer,
    rule: ResourceRule,
    input: Values,
    there?: Resource,
  ) => {
    const { kind, path, keys } = rule
    const example = exampleOf(row, input)
    const [before] = [there, ...keys.map((key) => findBy({ kind, key }, input))].filter(Boolean)
    const data = example
      ? structuredClone(example.response)
      : fill(row, input, response, before && put(row.base, path, before.data))
    const own = row.members.filter(
      (member) => member.path.length === path.length + 1 && (example || isSent(member, input)),
    )
    const names = own.map((member) => [member.path.at(-1) ?? '', read(data, member.path)])
    const resource: Resource = {
      kind,
      cursor: before?.cursor ?? crypto.randomUUID(),
      data: structuredClone(read(data, path)) as Values,
      own: { ...before?.own, ...(Object.fromEntries(names) as Values) },
      input: { ...before?.input, ...input },
    }
    made.set(resource.cursor, resource)
    return { data }
  }

  return (operation: Operation, input: Values): Result => {
    const { id, response = true } = operation
    const row = answers[id]
    if (row === undefined) throw new Error(`no example answers ${id}`)
    const { base, named, resource: rule } = row
    const there = named && findBy(named, input)
    if (named && !there) return { status: 404 }
    if (base === undefined) return { data: undefined }
    if (rule?.list) return page(row, rule, rule.list, input)
    const own = there?.kind === rule?.kind ? there : undefined
    if (rule && operation.method !== 'GET') return make(operation, row, rule, input, own)
    if (!rule?.isMade) {
      const example = exampleOf(row, input)
      return { data: structuredClone(example?.response ?? fill(row, input, response)) }
    }
    const found = own ?? allOf(rule.kind).findLast((one) => fits(one, rule, input))
    if (found === undefined) return { status: 404 }
    return { data: structuredClone(put(base, rule.path, show(found, rule))) }
  }
}

function exampleOf({ examples }: ExampleAnswer, input: Values) {
  return examples.find(({ request }) => canonical(request) === canonical(input))
}

/** Whether a resource has, or was made with, the values of a read's parameters: of a list, one of its values. */
function fits({ data, input: sent }: Resource, { filters = {} }: ResourceRule, input: Values) {
  return Object.entries(filters).every(([name, field]) => {
    const there = [data[field], sent[field]].flat()
    return input[name] === undefined || [input[name]].flat().some((one) => there.includes(one))
  })
}

function show({ data }: Resource, { members }: ResourceRule): Values {
  const shown = Object.entries(data).filter(([name]) => members?.includes(name) ?? true)
  return Object.fromEntries(shown)
}

function isSent({ source }: Member, input: Values): boolean {
  return 'newId' in source || ('sent' in source && input[source.sent] !== undefined)
}
