import type { Operation } from '../document/operation.js'
import {
  type ExampleAnswer,
  type Fields,
  fill,
  type Member,
  read,
  write,
} from './example-answer.js'

/** Gives the data of a success to a call that fits the document; undefined where a success has none. */
export type Answering = (operation: Operation, sent: Fields) => unknown

/** Something that a request made, with all that was sent of it. */
interface Kept {
  readonly kind: string
  data: Fields
  sent: Fields
}

type About = NonNullable<ExampleAnswer['kept']>

/** So many names of stored things are kept; beyond that, the oldest is forgotten. */
const maxKept = 10_000

/**
 * Answers as the service's documentation has it: an example's call by the example; else with what was sent, new
 * identifiers and the time it is. What was made is found again, by each operation that answers with the same.
 */
export function createAnswering(answers: Readonly<Record<string, ExampleAnswer>>): Answering {
  const kept = new Map<string, Kept>()
  let unnamed = 0

  const list = ({ base }: ExampleAnswer, { kind, path, filters }: About, sent: Fields) => {
    const all = [...new Set(kept.values())].filter((one) => one.kind === kind)
    const fitting = all.filter(({ data, sent: given }) =>
      filters.every(
        (name) => sent[name] === undefined || (data[name] ?? given[name]) === sent[name],
      ),
    )
    const items = all.length > 0 ? fitting.map(({ data }) => data) : (read(base, path) as Fields[])
    const { limit } = sent
    return put(base, path, items.slice(0, typeof limit === 'number' ? limit : undefined))
  }

  return (operation, sent) => {
    const known = answers[operation.id]
    if (known === undefined) throw new Error(`nothing is known of ${operation.id}`)
    if (known.base === undefined) return undefined
    const example = known.examples.find(({ request }) => canonical(request) === canonical(sent))
    const { kept: about } = known
    if (about === undefined) return structuredClone(example?.response ?? fill(known, sent))
    if (about.isList) return list(known, about, sent)
    const { kind, path, names, foundBy } = about
    const namesIn = (groups: typeof names, fields: Fields): string[] =>
      groups
        .filter((group) => group.every((name) => fields[name] !== undefined))
        .map((group) => JSON.stringify([kind, ...group.map((name) => [name, fields[name]])]))
    const found = namesIn(foundBy, sent).flatMap((name) => kept.get(name) ?? [])[0]
    const before = found && put(known.base, path, found.data)
    const isRead = operation.method === 'GET'
    const answer =
      example !== undefined && !(isRead && before)
        ? structuredClone(example.response)
        : fill(known, sent, before)
    if (isRead) return answer
    // Not by fields that come from an example alone: all stored things would share them.
    const said = known.members.filter((member) => example !== undefined || isSaid(member, sent))
    const own = Object.fromEntries(
      said.map((one) => [one.path.at(-1) ?? '', read(answer, one.path)]),
    )
    const entry = found ?? { kind, data: {}, sent: {} }
    entry.data = structuredClone(read(answer, path) as Fields)
    entry.sent = { ...entry.sent, ...sent }
    const called = namesIn(names, own)
    if (called.length === 0) called.push(`${kind} ${unnamed++}`)
    for (const name of called) kept.set(name, entry)
    for (const first of kept.keys()) {
      if (kept.size <= maxKept) break
      kept.delete(first)
    }
    return answer
  }
}

/** A copy of an answer with something in its place. */
function put(answer: unknown, path: readonly string[], value: unknown): unknown {
  if (path.length === 0) return structuredClone(value)
  const copy = structuredClone(answer) as object
  write(copy, path, structuredClone(value))
  return copy
}

function isSaid({ source }: Member, sent: Fields): boolean {
  return 'newId' in source || ('sent' in source && sent[source.sent] !== undefined)
}

/** JSON with sorted members, so that equal objects give equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, node: unknown) =>
    typeof node === 'object' && node !== null && !Array.isArray(node)
      ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)))
      : node,
  )
}
