import type { Operation } from '../document/operation.js'
import {
  type ExampleAnswer,
  type Fields,
  fill,
  type List,
  type Member,
  read,
  type ResourceRule,
  write,
} from './example-answer.js'

/** Answers requests that fit the document, and stores what they create. */
export interface Resources {
  /** Whether a cursor in the input is one that was handed out. */
  readonly hasPage: (operation: Operation, input: Fields) => boolean
  /** The data of a success; undefined where the operation has none. */
  readonly answer: (operation: Operation, input: Fields) => unknown
}

interface Resource {
  readonly kind: string
  /** Names the page that begins after it. */
  readonly cursor: string
  data: Fields
  /** All fields that were sent for it; undefined for an item of an example, which no filter leaves out. */
  input?: Fields
  /** The characters of its JSON. */
  size?: number
}

/** So many names of resources are stored, with so many characters of JSON; beyond that, the oldest is forgotten. */
const maxNames = 10_000
const maxCharacters = 16 * 1024 * 1024

/**
 * The request of an example gets its response. Any other gets the fields that it sent, new identifiers and the current
 * time. Each operation that answers with a resource finds those that others created.
 */
export function createResources(answers: Readonly<Record<string, ExampleAnswer>>): Resources {
  const byName = new Map<string, Resource>()
  let unnamed = 0
  let characters = 0

  const rowOf = ({ id }: Operation): ExampleAnswer => {
    const row = answers[id]
    if (row === undefined) throw new Error(`no example answers ${id}`)
    return row
  }
  const stored = ({ kind }: ResourceRule): readonly Resource[] =>
    [...new Set(byName.values())].filter((one) => one.kind === kind)

  /** The resources of a list; the items of its example where none was created. */
  const itemsOf = ({ base }: ExampleAnswer, rule: ResourceRule, { cursor }: List) => {
    const resources = stored(rule)
    if (resources.length > 0) return resources
    const items = (read(base, rule.path) ?? []) as readonly Fields[]
    const next = cursor && read(base, cursor.next)
    return items.map((data, at): Resource => {
      const isLast = at === items.length - 1
      return {
        kind: rule.kind,
        cursor: isLast && typeof next === 'string' ? next : `example-${at + 1}`,
        data,
      }
    })
  }

  const page = (row: ExampleAnswer, rule: ResourceRule, list: List, input: Fields): unknown => {
    const { filters, limit, cursor } = list
    const all = itemsOf(row, rule, list)
    const after = cursor && input[cursor.parameter]
    const start = after === undefined ? 0 : all.findIndex((one) => one.cursor === after) + 1
    const rest = all
      .slice(start)
      .filter((one) => one.input === undefined || filters.every((name) => fits(one, name, input)))
    const size = limit && (input[limit.parameter] ?? limit.byDefault)
    const items = rest.slice(0, typeof size === 'number' ? size : undefined)
    const data = items.map((one) => one.data)
    const answer = put(row.base, rule.path, data)
    if (cursor !== undefined) {
      const next = rest.length > items.length ? items.at(-1)?.cursor : cursor.last
      write(answer as object, cursor.next, next)
    }
    return answer
  }

  /** Not under fields that come from an example: all resources would share that name. */
  const store = (
    resource: Resource,
    { keys }: ResourceRule,
    { members }: ExampleAnswer,
    answer: unknown,
    isExample: boolean,
  ): void => {
    const { kind, input = {} } = resource
    const own = members.filter((member) => isExample || isSent(member, input))
    const fields = own.map(({ path }) => [path.at(-1) ?? '', read(answer, path)])
    const names = namesOf(kind, keys, Object.fromEntries(fields) as Fields)
    if (names.length === 0) names.push(`${kind} ${unnamed++}`)
    for (const name of names) byName.set(name, resource)
    for (const first of byName.keys()) {
      if (byName.size <= maxNames) break
      byName.delete(first)
    }
    resource.size = JSON.stringify([names, resource.data, input]).length
    characters += resource.size
    if (characters <= maxCharacters) return
    // Counted anew: an update was added to what it replaces, and what was forgotten is still counted.
    characters = [...byName.values()].reduce((sum, { size = 0 }) => sum + size, 0)
    for (const [first, { size = 0 }] of byName) {
      if (characters <= maxCharacters) break
      byName.delete(first)
      characters -= size
    }
  }

  return {
    hasPage(operation, input) {
      const row = rowOf(operation)
      const { list } = row.resource ?? {}
      const after = list?.cursor && input[list.cursor.parameter]
      if (row.resource === undefined || list === undefined || after === undefined) return true
      const items = itemsOf(row, row.resource, list)
      return items.some(({ cursor }) => cursor === after) || exampleOf(row, input) !== undefined
    },
    answer(operation, input) {
      const row = rowOf(operation)
      const { base, resource: rule } = row
      if (base === undefined) return undefined
      const example = exampleOf(row, input)
      if (rule === undefined) return structuredClone(example?.response ?? fill(row, input))
      const { list, kind, path } = rule
      if (list !== undefined) {
        const isShown = list.cursor && input[list.cursor.parameter] !== undefined
        return example?.response !== undefined && (isShown || stored(rule).length === 0)
          ? structuredClone(example.response)
          : page(row, rule, list, input)
      }
      const names = namesOf(kind, rule.requestKeys, input)
      const resource = names.flatMap((name) => byName.get(name) ?? [])[0]
      const before = resource && put(base, path, resource.data)
      const isRead = operation.method === 'GET'
      const answer =
        example !== undefined && !(isRead && before)
          ? structuredClone(example.response)
          : fill(row, input, before)
      if (isRead) return answer
      const changed = resource ?? { kind, cursor: crypto.randomUUID(), data: {} }
      changed.data = structuredClone(read(answer, path) as Fields)
      changed.input = { ...changed.input, ...input }
      store(changed, rule, row, answer, example !== undefined)
      return answer
    },
  }
}

function exampleOf({ examples }: ExampleAnswer, input: Fields) {
  return examples.find(({ request }) => canonical(request) === canonical(input))
}

function namesOf(kind: string, keys: ResourceRule['keys'], fields: Fields): string[] {
  return keys
    .filter((group) => group.every((name) => fields[name] !== undefined))
    .map((group) => JSON.stringify([kind, ...group.map((name) => [name, fields[name]])]))
}

function fits({ data, input: created = {} }: Resource, name: string, input: Fields): boolean {
  return input[name] === undefined || (data[name] ?? created[name]) === input[name]
}

/** A copy of an answer with something in its place. */
function put(answer: unknown, path: readonly string[], value: unknown): unknown {
  if (path.length === 0) return structuredClone(value)
  const copy = structuredClone(answer) as object
  write(copy, path, structuredClone(value))
  return copy
}

function isSent({ source }: Member, input: Fields): boolean {
  return 'newId' in source || ('sent' in source && input[source.sent] !== undefined)
}

/** JSON with sorted members, so that equal objects give equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, node: unknown) =>
    typeof node === 'object' && node !== null && !Array.isArray(node)
      ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)))
      : node,
  )
}
